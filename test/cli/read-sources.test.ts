import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { UsageError } from '../../src/cli/command.ts';
import { readSources } from '../../src/cli/read-sources.ts';
import { Terminal } from '../../src/cli/terminal.ts';
import { fixture, fixtureNames } from '../../src/testing/index.ts';
import { collect } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchhook-cli-'));
const put = (name: string, content: string) => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
};
const read = (sources: readonly string[], stdin = '') => {
  const streams = {
    stdin: Readable.from([stdin]),
    stdout: collect(false).stream,
    stderr: collect(false).stream,
  };
  return readSources(sources, new Terminal(streams, false, {}));
};

describe('readSources', () => {
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads a fixture, and all whose names begin alike', async () => {
    const name = 'v1.1/message.appUser/text';
    expect(await read([name])).toEqual([{ name, payload: fixture(name) }]);
    const postbacks = fixtureNames.filter((each) => each.startsWith('v1.1/postback/'));
    expect((await read(['v1.1/postback'])).map((found) => found.name)).toEqual(postbacks);
  });

  it('reads a file with one payload, a list, and a payload in each line', async () => {
    const one = put('one.json', '\uFEFF{"a":1}');
    const list = put('list.json', '[{"a":2},{"a":3}]');
    const lines = put('lines.ndjson', '{"a":4}\r\n\n{"a":5}\n');
    expect(await read([one, list, lines])).toEqual([
      { name: one, payload: { a: 1 }, bytes: Buffer.from('{"a":1}') },
      { name: `${list}[0]`, payload: { a: 2 } },
      { name: `${list}[1]`, payload: { a: 3 } },
      { name: `${lines}:1`, payload: { a: 4 }, bytes: Buffer.from('{"a":4}') },
      { name: `${lines}:3`, payload: { a: 5 }, bytes: Buffer.from('{"a":5}') },
    ]);
  });

  it('reads stdin', async () => {
    expect(await read(['-'], '{"a":1}\n{"a":2}\n')).toMatchObject([
      { name: 'stdin:1', payload: { a: 1 } },
      { name: 'stdin:2', payload: { a: 2 } },
    ]);
  });

  it('reads what is below a folder by name, and leaves out what is no JSON file', async () => {
    put('tree/b/x.json', '{"a":2}');
    put('tree/a.ndjson', '{"a":1}');
    put('tree/readme.md', 'no payload');
    put('tree/empty.json', '');
    mkdirSync(join(folder, 'tree/folder.json'));
    const found = await read([join(folder, 'tree')]);
    expect(found.map(({ payload }) => payload)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('reads a folder of thousands of files', async () => {
    for (let i = 0; i < 2_000; i++) put(`many/${i}.json`, `{"a":${i}}`);
    expect(await read([join(folder, 'many')])).toHaveLength(2_000);
  });

  it('reads a file with more payloads than a call can have arguments', async () => {
    const path = put('long.ndjson', '{}\n'.repeat(200_000));
    expect(await read([path])).toHaveLength(200_000);
  });

  it.each([
    ['nothing', () => [], 'Give at least one source'],
    [
      'what does not exist',
      () => ['v1.1/message.appUser/txt'],
      "nearest fixture is 'v1.1/message.appUser/text'",
    ],
    ['an empty file', () => [put('empty.json', ' \n')], 'empty.json holds no payload.'],
    ['an empty list', () => [put('none.json', '[]')], 'none.json holds no payload.'],
    ['a folder without payloads', () => [join(put('void/a.txt', ''), '..')], 'no .json and no .ndjson'],
    ['a file that is no JSON', () => [put('bad.json', '{"a":')], 'bad.json is no JSON.'],
    ['a line that is no JSON', () => [put('bad.ndjson', '{}\n{"a":\n')], 'bad.ndjson is no JSON (line 2).'],
    ['a list of what is no object', () => [put('n.json', '[{},1]')], 'n.json[1] is no JSON object'],
    ['a list in a list', () => [put('l.json', '[[{}]]')], 'l.json[0] is no JSON object'],
    ['null', () => [put('null.json', 'null')], 'null.json is no JSON object'],
  ])('refuses %s as a wrong call', async (_, sources, message) => {
    const reading = read(sources());
    await expect(reading).rejects.toThrow(UsageError);
    await expect(reading).rejects.toThrow(message);
  });

  it('says which file cannot be read, which is no wrong call', async () => {
    put('links/a.json', '{}');
    symlinkSync('/nowhere/at/all', join(folder, 'links/gone.json'));
    const reading = read([join(folder, 'links')]);
    await expect(reading).rejects.toThrow(/links\/gone\.json cannot be read \(ENOENT\)\.$/);
    await expect(reading).rejects.not.toThrow(UsageError);
  });

  it('does not take a path that cannot be looked at for a fixture', async () => {
    symlinkSync('loop', join(folder, 'loop'));
    await expect(read([join(folder, 'loop')])).rejects.toThrow('loop cannot be read (ELOOP).');
  });
});
