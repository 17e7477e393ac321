import { parseEvent } from '../../src/index.ts';
import { run } from './support.ts';

describe('switchhook build', () => {
  it('makes a payload that its schema accepts, in the newest version or in another', async () => {
    const newest = await run(['build', 'message:appUser']);
    expect(newest.code).toBe(0);
    expect(parseEvent(newest.json())).toMatchObject({ kind: 'known', event: { version: 'v1.1' } });
    const older = await run(['build', 'message:appUser', '--version', 'v1', '--json']);
    expect(older.stdout.trimEnd()).not.toContain('\n');
    expect(parseEvent(older.json())).toMatchObject({ kind: 'known', event: { version: 'v1' } });
  });

  it('carries out all changes, in their order', async () => {
    const args = [
      '--set',
      'messages.0.text=first',
      '--set',
      'messages.0.text=hi',
      '--set',
      'appUser.extra.a=1',
    ];
    const { stdout } = await run(['build', 'message:appUser', ...args]);
    expect(JSON.parse(stdout)).toMatchObject({
      messages: [{ text: 'hi' }],
      appUser: { extra: { a: 1 } },
    });
  });

  it('makes the same ids for the same seed, and others without one', async () => {
    const build = async (...args: string[]) => (await run(['build', 'postback', ...args])).stdout;
    expect(await build('--seed', '0')).toBe(await build('--seed', '0'));
    expect(await build()).not.toBe(await build());
  });

  it.each([
    ['no trigger', [], 'Which trigger?'],
    ['two triggers', ['postback', 'postback'], 'Which trigger?'],
    ['a misspelt trigger', ['postbak'], "'postback'"],
    ['a version that the trigger does not have', ['delivery:failure', '--version', 'v1.1'], 'v1'],
    ['a change that is none', ['postback', '--set', 'x'], "--set must be PATH=VALUE, not 'x'."],
    ['a seed that is no number', ['postback', '--seed', 'x'], '--seed must be a whole number of at least 0'],
  ])('refuses %s', async (_, args, message) => {
    const { code, stdout, stderr } = await run(['build', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
