import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { locateInPackage } from '../../testing/package-files/index.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file of the page, as it is in the package; `undefined` for a name that it does not have. */
export async function readPageFile(
  name: string,
): Promise<{ readonly mediaType: string; readonly bytes: Buffer } | undefined> {
  const mediaType = mediaTypes[extname(name)];
  if (mediaType === undefined || !/^[a-z][a-z-]*\.[a-z]+$/.test(name)) return undefined;
  try {
    const folder = locateInPackage(join('src', 'emulator', 'page'));
    return { mediaType, bytes: await readFile(join(folder, name)) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
