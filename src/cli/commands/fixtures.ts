import { nearestTo } from '../../options/index.ts';
import { type FixtureName, fixture, fixtureNames } from '../../testing/index.ts';
import { type Command, UsageError } from '../command.ts';

/** `switchhook fixtures`: the bodies that come with the package. */
export const fixturesCommand: Command = {
  summary: 'lists the fixtures, or shows one',
  usage: ['fixtures [list] [--trigger TRIGGER] [--version VERSION]', 'fixtures show NAME'],
  options: {
    trigger: { type: 'string', value: 'TRIGGER', help: 'those of one trigger' },
    version: { type: 'string', value: 'VERSION', help: 'those of one version: v1 or v1.1' },
  },
  async run({ args: [action = 'list', name, ...rest], values, terminal }) {
    if (rest.length > 0 || (action === 'list' && name !== undefined))
      throw new UsageError('Too many arguments: see switchhook fixtures --help.');
    if (action === 'show') {
      if (name === undefined) throw new UsageError('Which fixture? Say switchhook fixtures show NAME.');
      terminal.document(fixture(name as FixtureName));
      return 0;
    }
    if (action !== 'list')
      throw new UsageError(
        `fixtures has no '${action}'; did you mean '${nearestTo(action, ['list', 'show'])}'?`,
      );
    const [version, trigger] = [values.text('version'), values.text('trigger')];
    const folder = trigger?.replaceAll(':', '.');
    const wanted = fixtureNames.filter((each) => {
      const [first, second] = each.split('/');
      return (version === undefined || first === version) && (folder === undefined || second === folder);
    });
    if (wanted.length === 0) throw new UsageError('There is no such fixture: see switchhook fixtures list.');
    for (const each of wanted) terminal.line(each);
    terminal.result(wanted);
    return 0;
  },
};
