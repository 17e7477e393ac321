import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The version of this package, looked up from `entry`, a file in it. Default: the file that node was started with. */
export function readVersion(entry: string = process.argv[1] ?? ''): string {
  const manifest = createRequire(realpathSync(entry))('switchhook/package.json') as {
    readonly version: string;
  };
  return manifest.version;
}
