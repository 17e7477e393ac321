import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixture } from '../../src/testing/index.ts';
import { run } from './support.ts';

const name = 'v1.1/message.appUser/text';
const salt = 'a salt that is long enough to be one';

describe('switchhook scrub', () => {
  it('prints one payload as JSON, without what was private and with its shape', async () => {
    const { code, stdout } = await run(['scrub', '-'], { stdin: JSON.stringify(fixture(name)) });
    expect(code).toBe(0);
    expect(stdout).not.toContain('Imani');
    expect(JSON.parse(stdout)).toMatchObject({ trigger: 'message:appUser', messages: [{ type: 'text' }] });
    expect(stdout.split('\n').length).toBeGreaterThan(10);
  });

  it('prints several as lines that can be read again, and as one list with --json', async () => {
    const args = ['scrub', name, name, '--salt', salt];
    const lines = (await run(args)).stdout;
    const list = (await run([...args, '--json'])).json<unknown[]>();
    expect(
      lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(list);
    expect(list).toHaveLength(2);
    expect(list[0]).toEqual(list[1]);
    expect((await run(['scrub', '-', '--json'], { stdin: lines })).json()).toHaveLength(2);
  });

  it('scrubs a payload in the same way whatever else is scrubbed with it', async () => {
    const numbers = Array.from({ length: 9_000 }, (_, i) => ({ raw: { code: String(i + 1_000) } }));
    const own = { userId: '2041', phoneNumber: '+15555550117' };
    const scrubbed = async (payloads: readonly object[]) => {
      const args = ['scrub', '-', '--salt', salt, '--json'];
      return (await run(args, { stdin: JSON.stringify(payloads) })).json<object[]>()[0];
    };
    const alone = await scrubbed([own]);
    expect(await scrubbed([own, ...numbers])).toEqual(alone);
    expect(alone).toMatchObject({ phoneNumber: expect.stringMatching(/^\+\d{11}$/) });
  });

  it('gives the same pseudonyms for the same salt, which may stand in the environment', async () => {
    const given = await run(['scrub', name, '--salt', salt]);
    const set = await run(['scrub', name], { env: { SWITCHHOOK_SALT: salt } });
    const other = await run(['scrub', name, '--salt', `${salt}!`]);
    expect(set.stdout).toBe(given.stdout);
    expect(other.stdout).not.toBe(given.stdout);
  });

  it('writes a file for each payload into a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchhook-scrub-'));
    const out = join(folder, 'deep/down');
    const { stdout } = await run(['scrub', name, name, '--salt', salt, '--out', out]);
    expect(stdout).toBe(`2 payloads written to ${out}.\n`);
    expect(readdirSync(out)).toEqual(['0001.json', '0002.json']);
    expect(readFileSync(join(out, '0001.json'), 'utf8')).toBe(
      (await run(['scrub', name, '--salt', salt])).stdout,
    );
    expect((await run(['scrub', name, '--out', out, '--json'])).json()).toEqual([join(out, '0001.json')]);
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['nothing', [], 'Give at least one source'],
    ['a salt that is too short', [name, '--salt', 'x'], 'salt must be'],
    ['a folder without a name', [name, '--out', ''], '--out must name a folder.'],
  ])('refuses %s', async (_, args, message) => {
    const { code, stdout, stderr } = await run(['scrub', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
