// Rewrites src/testing/fixture-names.ts, the table of all fixtures, from the folder. Run it after adding or removing one.
import { readdirSync, writeFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const names = readdirSync(resolve(root, 'fixtures'), { recursive: true })
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length).split(sep).join('/'))
  // By folder first: `v1` before `v1.1`.
  .sort((a, b) => (a.replaceAll('/', ' ') < b.replaceAll('/', ' ') ? -1 : 1));
const text = `/**
 * The names of all fixtures: paths below \`fixtures\`, without \`.json\`. The types of \`fixture\` and \`fixtures\` come from this
 * table, so it is checked in. Written by \`node test/tools/list-fixtures.mjs\`; a test compares it with the folder.
 */
export const fixtureNames = [
${names.map((name) => `  '${name}',\n`).join('')}] as const;
`;
writeFileSync(resolve(root, 'src/testing/fixture-names.ts'), text);
console.log(`${names.length} fixtures listed`);
