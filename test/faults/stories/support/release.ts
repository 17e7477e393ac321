import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { atEnd } from '../../../integration/support/stage.ts';

/** What a process of a release does. */
export interface DeployScript {
  /** The folder with the code of the release. */
  readonly src: string;
  readonly redisUrl: string;
  readonly port: number;
  /** The names of its handlers. */
  readonly handlers: readonly string[];
}

/** How long a release leaves a newer envelope alone, in milliseconds: 30 s as shipped, too long for a story. */
const NEWER_DELAY_MS = 500;

/** A copy of `src` as a release that writes envelopes of version `v`; the end of the test deletes it. */
export function makeRelease(v: number): string {
  const cache = resolve('.cache');
  mkdirSync(cache, { recursive: true });
  const dir = mkdtempSync(join(cache, `release-${v}-`));
  atEnd(async () => rmSync(dir, { recursive: true, force: true }));
  const src = join(dir, 'src');
  cpSync(resolve('src'), src, { recursive: true });
  cpSync(resolve('package.json'), join(dir, 'package.json'));
  cpSync(resolve('tsconfig.json'), join(dir, 'tsconfig.json'));
  replace(join(src, 'bullmq/envelope.ts'), 'const ENVELOPE_VERSION = 1;', `const ENVELOPE_VERSION = ${v};`);
  const delay = `const NEWER_ENVELOPE_DELAY_MS = ${NEWER_DELAY_MS};`;
  replace(join(src, 'bullmq/bull-consumer.ts'), 'const NEWER_ENVELOPE_DELAY_MS = 30_000;', delay);
  return src;
}

function replace(file: string, old: string, next: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(old)) throw new Error(`${file} has no '${old}' any more.`);
  writeFileSync(file, text.replace(old, next));
}
