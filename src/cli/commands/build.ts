import type { Trigger, Version } from '../../index.ts';
import { build } from '../../testing/index.ts';
import { type Command, UsageError } from '../command.ts';
import { setAt } from '../set-at.ts';

/** `switchhook build`: a payload that was not there before. */
export const buildCommand: Command = {
  summary: 'makes a valid payload of a trigger, with ids of its own',
  usage: ['build TRIGGER [--version VERSION] [--set PATH=VALUE]…'],
  options: {
    version: {
      type: 'string',
      value: 'VERSION',
      help: 'v1 or v1.1; default: the newest that has the trigger',
    },
    set: {
      type: 'string',
      multiple: true,
      value: 'PATH=VALUE',
      help: 'changes a value: messages.0.text=hi, appUser.properties={"vip":true}; an empty VALUE removes the key',
    },
    seed: { type: 'string', value: 'N', help: 'the same seed gives the same ids' },
  },
  notes: ['A VALUE that is JSON is taken as such, anything else is a text.'],
  async run({ args: [trigger, ...rest], values, terminal }) {
    if (trigger === undefined || rest.length > 0)
      throw new UsageError('Which trigger? Say switchhook build TRIGGER.');
    const version = values.text('version');
    const seed = values.text('seed') === undefined ? undefined : values.count('seed', 0, 0);
    const payload: unknown = build(trigger as Trigger, {
      ...(version === undefined ? {} : { version: version as Version }),
      ...(seed === undefined ? {} : { seed }),
    });
    for (const change of values.list('set')) setAt(payload, change);
    terminal.document(payload);
    return 0;
  },
};
