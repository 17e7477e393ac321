import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(__dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The blocks of TypeScript, each with the heading it stands under. */
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map((match, index) => {
  const heading = [...readme.slice(0, match.index).matchAll(/^## (.*)$/gm)].at(-1)?.[1] ?? '';
  return { title: `${heading} (${index + 1})`, code: match[1] ?? '' };
});

/** What the compiler says of each block, with the settings of the project. A reader has no index signatures to mind. */
function compile(): Map<string, string[]> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  Object.assign(options, { noPropertyAccessFromIndexSignature: false, noUnusedLocals: false });
  const files = new Map(
    blocks.map(({ code }, index) => [join(root, 'examples', `readme-${index}.ts`), code]),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists.call(host, name);
  host.readFile = (name) => files.get(name) ?? readFile.call(host, name);
  host.getSourceFile = (name, target, ...rest) => {
    const code = files.get(name);
    if (code === undefined) return getSourceFile.call(host, name, target, ...rest);
    // A block without imports would be a script, whose names every other block sees.
    return ts.createSourceFile(name, `${code}\nexport {};\n`, target);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const found = new Map<string, string[]>();
  [...files.keys()].forEach((name, index) => {
    const source = program.getSourceFile(name);
    const diagnostics = source ? ts.getPreEmitDiagnostics(program, source) : [];
    const messages = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    found.set(blocks[index]?.title ?? '', source ? messages : ['not compiled']);
  });
  return found;
}

describe('the README', () => {
  let diagnostics: Map<string, string[]>;

  beforeAll(() => {
    diagnostics = compile();
  }, 60_000);

  it.each(blocks.map(({ title }) => title))('has code that compiles under "%s"', (title) => {
    expect(diagnostics.get(title)).toEqual([]);
  });

  it('lists the code of every error, and no other', () => {
    const source = readErrorCodes();
    const table = readme.slice(readme.indexOf('## Errors'), readme.indexOf('## Working on it'));
    const listed = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code),
    );
    expect(new Set(listed)).toEqual(new Set(source));
    expect(source.length).toBeGreaterThan(10);
  });
});

/** Every code that stands in `src/errors`. */
function readErrorCodes(): string[] {
  const text = ts.sys
    .readDirectory(join(root, 'src/errors'), ['.ts'])
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const single = [...text.matchAll(/readonly code = '([a-z_]+)'/g)].map(([, code = '']) => code);
  const unions = [...text.matchAll(/ErrorCode =([^;]+);/g)].flatMap(([, union = '']) =>
    [...union.matchAll(/'([a-z_]+)'/g)].map(([, code = '']) => code),
  );
  return [...single, ...unions];
}
