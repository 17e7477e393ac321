import { fixture, fixtureNames } from '../../src/testing/index.ts';
import { run } from './support.ts';

describe('switchhook fixtures', () => {
  it('lists them all, for people and for programs', async () => {
    const plain = await run(['fixtures']);
    expect(plain.code).toBe(0);
    expect(plain.stdout).toBe(fixtureNames.map((name) => `${name}\n`).join(''));
    expect((await run(['fixtures', 'list', '--json'])).json()).toEqual(fixtureNames);
  });

  it('lists those of a trigger and a version', async () => {
    const { stdout } = await run(['fixtures', '--trigger', 'postback', '--version', 'v1']);
    const names = stdout.trimEnd().split('\n');
    expect(names).toEqual(fixtureNames.filter((name) => name.startsWith('v1/postback/')));
    expect(names.length).toBeGreaterThan(0);
  });

  it('shows one, in one line with --json', async () => {
    const name = 'v1.1/message.appUser/text';
    const plain = await run(['fixtures', 'show', name]);
    expect(plain.stdout).toBe(`${JSON.stringify(fixture(name), null, 2)}\n`);
    expect((await run(['fixtures', 'show', name, '--json'])).stdout).toBe(
      `${JSON.stringify(fixture(name))}\n`,
    );
  });

  it.each([
    ['a fixture that does not exist', ['show', 'v1.1/message.appUser/txt'], "'v1.1/message.appUser/text'"],
    ['show without a name', ['show'], 'Say switchhook fixtures show NAME.'],
    ['a misspelt action', ['shwo'], "did you mean 'show'?"],
    ['too many arguments', ['show', 'a', 'b'], 'Too many arguments'],
    ['list with a name', ['list', 'a'], 'Too many arguments'],
    ['a filter that leaves nothing', ['--trigger', 'nope'], 'There is no such fixture'],
  ])('refuses %s', async (_, args, message) => {
    const { code, stdout, stderr } = await run(['fixtures', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
