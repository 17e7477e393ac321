// Builds the two halves of the package: `node test/tools/build.mjs [folder] [--code]`, by default into dist. The code comes from esbuild; the types, which
// `--code` leaves out, from two runs of tsc.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSync, transformSync } from 'esbuild';

const { values, positionals } = parseArgs({ options: { code: { type: 'boolean' } }, allowPositionals: true });
const target = resolve(positionals[0] ?? 'dist');

function writeTypes(project, folder) {
  const args = [
    'node_modules/typescript/bin/tsc',
    '-p',
    project,
    '--outDir',
    folder,
    '--emitDeclarationOnly',
  ];
  const run = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (run.status !== 0) process.exit(run.status ?? 1);
}

/** The sources of the files that package.json hands out. */
function findEntries() {
  const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8'));
  const handedOut = [...Object.values(exports).map((entry) => entry.import?.default), ...Object.values(bin)];
  return handedOut
    .filter((file) => file !== undefined)
    .map((file) => file.replace('./dist/esm/', 'src/').replace(/\.js$/, '.ts'));
}

/**
 * One file for each entry point, and others for what several of them share: an error that one entry throws is an instance of the class that another exports.
 * There are hundreds of modules, and Node takes longer to find them than to run them.
 */
function bundle(folder) {
  const { outputFiles } = buildSync({
    entryPoints: findEntries(),
    outbase: 'src',
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
    write: false,
  });
  return outputFiles.map(({ path, text }) => ({ name: relative(folder, path), text }));
}

/** The same file in CommonJS. */
function toCommonJs({ name, text }, mapOf) {
  const map = Buffer.from(mapOf(name)).toString('base64');
  const converted = transformSync(`${text}\n//# sourceMappingURL=data:application/json;base64,${map}`, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // jest runs CommonJS in a context that knows no `import()`.
    supported: { 'dynamic-import': false },
    sourcemap: 'external',
    sourcefile: name,
    logLevel: 'warning',
  });
  const link = `//# sourceMappingURL=${name.replace(/.*\//, '')}.map\n`;
  return [
    { name, text: converted.code + link },
    { name: `${name}.map`, text: converted.map },
  ];
}

function write(folder, { name, text }) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

rmSync(target, { recursive: true, force: true });
if (!values.code) {
  writeTypes('test/tools/tsconfig.esm.json', `${target}/esm`);
  writeTypes('test/tools/tsconfig.cjs.json', `${target}/cjs`);
}
const files = bundle(join(target, 'esm'));
const mapOf = (name) => files.find((file) => file.name === `${name}.map`).text;
const code = files.filter(({ name }) => name.endsWith('.js'));
for (const file of files) write(join(target, 'esm'), file);
for (const file of code.flatMap((each) => toCommonJs(each, mapOf))) write(join(target, 'cjs'), file);
write(join(target, 'cjs'), { name: 'package.json', text: '{"type":"commonjs"}\n' });
