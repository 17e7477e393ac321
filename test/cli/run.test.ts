import { readFileSync } from 'node:fs';
import { readVersion } from '../../src/cli/version.ts';
import { run } from './support.ts';

const names = ['fixtures', 'build', 'replay', 'scrub', 'dead-letters', 'doctor', 'webhooks', 'users', 'send'];

describe('switchhook', () => {
  it('lists the commands without a command, which is a wrong call', async () => {
    const { code, stdout } = await run([]);
    expect(code).toBe(2);
    for (const name of names) expect(stdout).toContain(`\n  ${name} `);
  });

  it.each(['--help', '-h', 'help'])('lists the commands for %s', async (word) => {
    const { code, stdout, stderr } = await run([word]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('\nswitchhook --version\n');
    expect(stdout).toContain('Exit codes: 0, 1 (something failed), 2 (a wrong call), 130 (Ctrl+C)');
  });

  it.each(names)('explains %s, with an option in each line', async (name) => {
    const { code, stdout } = await run([name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^switchhook ${name} `));
    expect(stdout).toMatch(/\n {2}--json +one JSON value for a program\n/);
    expect(await run(['help', name])).toMatchObject({ code, stdout });
    expect(await run([name, '-h'])).toMatchObject({ code, stdout });
  });

  it.each([
    ['a command that does not exist', ['fixture'], "There is no command 'fixture'; did you mean 'fixtures'?"],
    ['a name that every object has', ['constructor'], "There is no command 'constructor'"],
    [
      'an option that does not exist',
      ['fixtures', '--triger=x'],
      "Unknown option '--triger'. See switchhook",
    ],
    [
      'an option without its value',
      ['build', 'postback', '--seed'],
      "'--seed <value>' argument missing. See",
    ],
    ['a value that looks like an option', ['replay', 'x', '--secret', '--to'], "'--secret' argument is amb"],
    ['a value for a flag', ['fixtures', '--json=yes'], "'--json' does not take an argument. See"],
  ])('says in one sentence what is wrong with %s', async (_, argv, message) => {
    const { code, stdout, stderr } = await run(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^switchhook: [^\n]+\n$/);
    expect(stderr).toContain(message);
  });

  it('leaves stdout empty with --json when the command cannot run', async () => {
    const { code, stdout, stderr } = await run(['build', 'postbak', '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("'postback'");
  });

  it('finds the version of the package that a file belongs to', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(readVersion(`${process.cwd()}/src/cli/index.ts`)).toBe(manifest.version);
  });
});
