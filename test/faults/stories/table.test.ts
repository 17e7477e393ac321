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
