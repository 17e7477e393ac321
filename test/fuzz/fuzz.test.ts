import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { corpusFolder } from './corpus.ts';

const root = resolve(__dirname, '../..');

/** The long run in a process of its own: without jest's memory, and with a heap that can be swept. */
function fuzz(...args: string[]): { readonly status: number | null; readonly output: string } {
  const node = ['--expose-gc', '--import', 'tsx', 'test/fuzz/fuzz.ts', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, { cwd: root, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

it('has a line in the README of the corpus for every file, and no other', () => {
  const readme = readFileSync(join(root, corpusFolder, 'README.md'), 'utf8');
  const listed = [...readme.matchAll(/^\| `(.*\.json)` +\| \S.*\|$/gm)].map(([, name]) => name);
  const [kept, parts] = [/\.json$/, /\.bin$/].map((end) =>
    readdirSync(join(root, corpusFolder)).filter((name) => end.test(name)),
  );
  expect(new Set(listed)).toEqual(new Set(kept));
  expect(parts).toEqual(['bomb-br.bin']);
});

it('answers the corpus, bombs, 100,000 generated calls and 4,000 requests over sockets as it should, in time and memory', () => {
  const { status, output } = fuzz();
  if (status !== 0) throw new Error(output);
  expect(output).toMatch(/^no fault$/m);
  process.stdout.write(output);
}, 300_000);

it('refuses a number of inputs that is none', () => {
  const { status, output } = fuzz('--inputs', 'many');
  expect([status, output]).toEqual([2, '--inputs must be a whole number of at least 1.\n']);
});
