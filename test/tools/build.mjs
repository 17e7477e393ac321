// Builds the two halves of the package with two runs of tsc: `node test/tools/build.mjs [folder]`, by default into dist.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const target = resolve(process.argv[2] ?? 'dist');

function tsc(project, folder) {
  const args = ['node_modules/typescript/bin/tsc', '-p', project, '--outDir', folder];
  const run = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (run.status !== 0) process.exit(run.status ?? 1);
}

// The client is a hundred small modules, and Node takes longer to find them than to run them: 58 ms of processor and not 12. So it is one file. The errors
// that it shares with the other entries stay outside.
function bundleClient(format) {
  buildSync({
    entryPoints: [`${target}/esm/client/index.js`],
    outfile: `${target}/${format}/client/index.js`,
    allowOverwrite: true,
    bundle: true,
    format,
    platform: 'node',
    target: 'node20',
    external: [`${target}/esm/errors/*`],
    sourcemap: true,
    logLevel: 'warning',
  });
  // Each half has its own errors.
  const file = `${target}/${format}/client/index.js`;
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"../../esm/errors/', '"../errors/'));
}

function keepOnlyBundle(format) {
  const folder = `${target}/${format}/client`;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.js(\.map)?$/.test(name) && !/^index\.js(\.map)?$/.test(name)) rmSync(join(folder, name));
}

rmSync(target, { recursive: true, force: true });
tsc('test/tools/tsconfig.esm.json', `${target}/esm`);
mkdirSync(`${target}/cjs`, { recursive: true });
writeFileSync(`${target}/cjs/package.json`, '{"type":"commonjs"}\n');
tsc('test/tools/tsconfig.cjs.json', `${target}/cjs`);
// CommonJS first: both are made of the ESM half.
for (const format of ['cjs', 'esm']) bundleClient(format);
for (const format of ['cjs', 'esm']) keepOnlyBundle(format);
