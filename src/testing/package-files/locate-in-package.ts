import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A folder of this package, such as `fixtures`. Throws an `Error` when there is none, as in a bundle that has left the package behind. */
export function locateInPackage(part: string): string {
  return findAbove(ownFile(), part);
}

/** `part` in the nearest folder above `file` that is this package's root. */
export function findAbove(file: string, part: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const wanted = join(folder, part);
    if (isPackageRoot(folder) && existsSync(wanted)) return wanted;
    if (dirname(folder) === folder) break;
  }
  throw new Error(
    `No ${part} folder of switchhook above ${file}. Leave switchhook out of the bundle: it needs the files of its package.`,
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
  if (!fileName)
    throw new Error('The file of this module has no name, so the files of the package cannot be found');
  return fileName.startsWith('file:') ? fileURLToPath(fileName) : fileName;
}
