import { PassThrough } from 'node:stream';
import { Terminal } from '../../src/cli/terminal.ts';
import { collect } from './support.ts';

function open({ tty = true, json = false, env = {} as NodeJS.ProcessEnv } = {}) {
  const [out, err] = [collect(tty), collect(tty)];
  const stdin = Object.assign(new PassThrough(), { isTTY: tty });
  const terminal = new Terminal({ stdin, stdout: out.stream, stderr: err.stream }, json, env);
  return { terminal, stdin, stdout: out.text, stderr: err.text };
}

describe('Terminal', () => {
  it('uses colours on a terminal alone, and not against NO_COLOR', () => {
    expect(open().terminal.style('red', 'x')).toBe('\u001b[31mx\u001b[39m');
    expect(open({ env: { NO_COLOR: '' } }).terminal.style('red', 'x')).not.toBe('x');
    expect(open({ env: { NO_COLOR: '1' } }).terminal.style('red', 'x')).toBe('x');
    expect(open({ tty: false }).terminal.style('red', 'x')).toBe('x');
    expect(open({ json: true }).terminal.style('red', 'x')).toBe('x');
  });

  it('replaces the line that tells what goes on, and takes it away for the next line', () => {
    const { terminal, stdout, stderr } = open();
    terminal.progress('1 of 2');
    expect(stderr()).toBe('\r\u001b[K1 of 2');
    terminal.line('done');
    terminal.line('really');
    expect(stderr()).toBe('\r\u001b[K1 of 2\r\u001b[K');
    expect(stdout()).toBe('done\nreally\n');
  });

  it('does not write a line of progress for each of many steps', () => {
    const { terminal, stderr } = open();
    for (let i = 0; i < 1_000; i++) terminal.progress(`step ${i}`);
    expect(stderr().split('\r').length).toBeLessThan(50);
  });

  it.each([
    ['without a terminal', { tty: false }],
    ['with --json', { json: true }],
  ])('shows no progress and asks nobody %s', async (_, options) => {
    const { terminal, stderr } = open(options);
    terminal.progress('1 of 2');
    expect(await terminal.confirm('Sure?')).toBeUndefined();
    expect(stderr()).toBe('');
  });

  it.each([
    ['y\n', true],
    ['Yes\n', true],
    ['\n', false],
    ['no\n', false],
    ['yellow\n', false],
    ['\u0003', false],
    ['\u0004', false],
  ])('takes %j for the answer %s', async (typed, expected) => {
    const { terminal, stdin, stderr } = open();
    const answer = terminal.confirm('Sure?');
    stdin.write(typed);
    expect(await answer).toBe(expected);
    expect(stderr()).toContain('Sure? [y/N] ');
  });

  it('makes columns as wide as their widest cell', () => {
    const { terminal, stdout } = open();
    terminal.table([
      ['a', 'bb', 'c'],
      ['long', 'b', ''],
    ]);
    expect(stdout()).toBe('a     bb  c\nlong  b\n');
  });

  it('lets no cell of a table steer the terminal', () => {
    const { terminal, stdout } = open();
    terminal.table([
      ['\u001b]0;title\u0007', 'a\r\nb', 'c'],
      ['1', '\u009b2J', '2'],
    ]);
    expect(stdout()).toBe(' ]0;title   a b  c\n1            2J  2\n');
  });
});
