// Builds the two halves of the package with two runs of tsc: `node test/tools/build.mjs [folder]`, by default into dist.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const target = resolve(process.argv[2] ?? 'dist');

function tsc(project, folder) {
  const args = ['node_modules/typescript/bin/tsc', '-p', project, '--outDir', folder];
  const run = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (run.status !== 0) process.exit(run.status ?? 1);
}

rmSync(target, { recursive: true, force: true });
tsc('test/tools/tsconfig.esm.json', `${target}/esm`);
mkdirSync(`${target}/cjs`, { recursive: true });
writeFileSync(`${target}/cjs/package.json`, '{"type":"commonjs"}\n');
tsc('test/tools/tsconfig.cjs.json', `${target}/cjs`);
