import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type JscConfig, transformFileSync } from '@swc/core';

/** What contenders may be made of. */
const folders = ['src', 'test/bench'];

// `rewriteRelativeImportExtensions` is not in swc's types yet.
const jsc: JscConfig & { readonly rewriteRelativeImportExtensions: boolean } = {
  target: 'es2023',
  parser: { syntax: 'typescript' },
  rewriteRelativeImportExtensions: true,
};

/** JavaScript of the contenders and of our source. */
export interface Compiled {
  /** Where the file of this name, such as `test/bench/worker-main.ts`, is now. */
  fileOf(source: string): string;
  remove(): void;
}

/**
 * Strips the types of our source as the build does, so that what is measured is what users run, not what a loader makes of it, and is never an old
 * build. Under `home`, where packages for the optional contenders may be installed.
 */
export function compile(home: string): Compiled {
  mkdirSync(home, { recursive: true });
  const out = mkdtempSync(join(home, 'js-'));
  const fileOf = (source: string) => resolve(out, source.replace(/\.ts$/, '.js'));
  writeFileSync(join(out, 'package.json'), '{"type":"module"}\n');
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      const source = join(folder, name);
      const { code } = transformFileSync(source, {
        swcrc: false,
        jsc,
        module: { type: 'es6' },
      });
      mkdirSync(dirname(fileOf(source)), { recursive: true });
      writeFileSync(fileOf(source), code);
    }
  }
  return { fileOf, remove: () => rmSync(out, { recursive: true, force: true }) };
}
