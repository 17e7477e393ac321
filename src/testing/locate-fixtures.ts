import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/**
 * The folder that holds the fixtures. It is looked for on the first call, not at import, and remembered.
 * Throws an `Error` when there is none, as in a bundle that has left the package behind.
 */
export function locateFixtures(): string {
  found ??= findAbove(ownFile());
  return found;
}

/** `fixtures` in the nearest folder above `file` that is this package's root. */
export function findAbove(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const fixtures = join(folder, 'fixtures');
    if (isPackageRoot(folder) && existsSync(fixtures)) return fixtures;
    if (dirname(folder) === folder) break;
  }
  throw new Error(
    `No fixtures folder of switchhook above ${file}. Leave switchhook out of the bundle: the fixtures are files of its package.`,
  );
}

/** Only by name: `dist/cjs` has a package.json too, and so has whoever installed us. */
function isPackageRoot(folder: string): boolean {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return false;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { readonly name?: unknown } | null;
  return manifest?.name === 'switchhook';
}

/**
 * The path of this module's file. One source is compiled to ES modules, which have no `__dirname`, and to CommonJS, where
 * the compiler refuses `import.meta`. What both have is the stack, and V8 hands out its frames as objects to
 * `Error.prepareStackTrace`: `getFileName()` is a path in CommonJS and a `file:` URL in ES modules.
 */
export function ownFile(): string {
  const { stackTraceLimit } = Error;
  const prepareStackTrace = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  let fileName: string | null | undefined;
  try {
    Error.stackTraceLimit = 1;
    Error.prepareStackTrace = (_error, frames) => {
      fileName = frames[0]?.getFileName();
    };
    // V8 calls the function above when `stack` is read for the first time.
    void new Error().stack;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    if (prepareStackTrace) Object.defineProperty(Error, 'prepareStackTrace', prepareStackTrace);
    else Reflect.deleteProperty(Error, 'prepareStackTrace');
  }
  if (!fileName) throw new Error('The file of this module has no name, so the fixtures cannot be found');
  return fileName.startsWith('file:') ? fileURLToPath(fileName) : fileName;
}
