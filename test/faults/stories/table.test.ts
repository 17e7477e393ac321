import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');
const readme = readFileSync(join(__dirname, 'README.md'), 'utf8');

const rows = [...readme.matchAll(/^\| (\d+) +\| [^|]* \| `([^`]*)` +\| (.*?) +\|$/gm)].map(
  ([, row = '', file = '', title = '']) => ({ row: Number(row), file, title }),
);

it('has a test for each of the 38 rows of the matrix', () => {
  expect(new Set(rows.map(({ row }) => row))).toEqual(new Set(Array.from({ length: 38 }, (_, i) => i + 1)));
});

it.each(rows)('names a test that exists for row $row: $title', ({ row, file, title }) => {
  const text = readFileSync(join(root, file), 'utf8');
  const titles = [...text.matchAll(/['"`](.*)['"`],/g)].map(([, found]) => found);
  expect(titles).toContain(title);
  if (file.startsWith('test/faults/stories/')) expect(title).toMatch(new RegExp(`^row ${row}: `));
});

it('names every story of this folder', () => {
  const files = new Set(
    rows.map(({ file }) => file).filter((file) => file.startsWith('test/faults/stories/')),
  );
  const told = [...files].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/'(row \d+: .*)',/g)].map(([, title]) => title),
  );
  expect(told.filter((title) => !rows.some((row) => row.title === title))).toEqual([]);
});

describe('the section "What happens when" of the project\'s README', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const section = /^## What happens when …$(.*?)^## /ms.exec(text)?.[1] ?? '';
  const lines = [...section.matchAll(/^- (.*)$/gm)].map(([, line = '']) => line);

  it.each(lines)('names the rows that back it: %s', (line) => {
    const named = /\(rows? ([\d, ]+)\)\.$/.exec(line)?.[1]?.split(', ').map(Number) ?? [];
    expect(named.length).toBeGreaterThan(0);
    for (const row of named) expect(rows.map((each) => each.row)).toContain(row);
  });

  it('tells of every row', () => {
    const named = lines.flatMap((line) =>
      [...(/\(rows? (.*)\)/.exec(line)?.[1] ?? '').matchAll(/\d+/g)].map(Number),
    );
    expect(named.sort((a, b) => a - b)).toEqual(Array.from({ length: 38 }, (_, i) => i + 1));
  });
});
