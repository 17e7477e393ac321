import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Delivery, type Logger, type ParsedEvent, parseEvent, versions } from '../index.ts';
import type { Salt } from './scrub/salt.ts';
import { scrub } from './scrub/scrub.ts';

/** Options of `createCaptureWriter`, checked and complete. */
interface CaptureWriterOptions {
  readonly directory: string;
  readonly salt: Salt;
  readonly limit: number;
  readonly logger: Logger | undefined;
}

/** Writes deliveries as fixtures, one after another. */
interface CaptureWriter {
  /** Takes a delivery to be written as `<name>.json`. Never throws. */
  write(delivery: Delivery, name: string): void;
  flush(): Promise<void>;
}

/** Makes a writer. It touches no file before the first delivery. */
export function createCaptureWriter(options: CaptureWriterOptions): CaptureWriter {
  const { directory, salt, limit } = options;
  const tellOnce = createTeller(options.logger);
  let last: Promise<void> = Promise.resolve();
  /** Those that wait to be written, are written, or were beyond the limit. */
  let taken = 0;
  let written = 0;
  /** How many files were there before; counted at the first delivery. */
  let earlier: Promise<number> | undefined;

  async function writeOne(delivery: Delivery, name: string): Promise<void> {
    await nextTurn();
    earlier ??= countFiles(directory);
    if ((await earlier) + written >= limit) {
      tellOnce('info', { limit }, 'capture has reached its limit: nothing more is written');
      return;
    }
    const payload = scrub(delivery.payload, { salt });
    const folder = join(directory, ...folderOf(payload, delivery.version));
    await mkdir(folder, { recursive: true });
    await writeWhole(folder, name, `${JSON.stringify(payload, null, 2)}\n`);
    written += 1;
  }

  return {
    write(delivery, name) {
      // What is beyond the limit in any case must not wait in memory either.
      if (taken >= limit) {
        tellOnce('info', { limit }, 'capture has reached its limit: nothing more is written');
        return;
      }
      taken += 1;
      last = last
        .then(() => writeOne(delivery, name))
        .catch((error: unknown) => {
          taken -= 1;
          tellOnce('error', { code: codeOf(error) }, 'a delivery could not be captured; this is said once');
        });
    },
    flush: () => last,
  };
}

/**
 * The folder of a payload below the directory: of its trigger, or `unknown` or `refused`. It consists of our own words alone, whatever the
 * payload says.
 */
function folderOf(payload: Delivery['payload'], version: string | null): string[] {
  const parsed = parse(payload, version);
  if (parsed?.kind !== 'known') return [parsed?.kind ?? 'unknown'];
  return [parsed.event.version, parsed.event.trigger.replaceAll(':', '.')];
}

/** A payload that the receiver did not make may be no body at all. */
function parse(payload: Delivery['payload'], version: string | null): ParsedEvent | undefined {
  const defaultVersion = versions.find((known) => known === version);
  try {
    return parseEvent(payload, defaultVersion === undefined ? {} : { defaultVersion });
  } catch {
    return undefined;
  }
}

/** Under another name first: whoever reads the folder never sees half a file. */
async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  const unfinished = join(folder, `.${name}.${process.pid}.tmp`);
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, join(folder, `${name}.json`));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
}

async function countFiles(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.json')).length;
}

/** Nothing but the code of an error: its message has paths. */
function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

/** Says each thing once. A logger that throws harms nothing. */
function createTeller(logger: Logger | undefined) {
  const told = new Set<string>();
  return (level: 'info' | 'error', fields: Record<string, unknown>, message: string) => {
    if (told.has(message)) return;
    told.add(message);
    try {
      if (logger) logger[level](fields, message);
      else process.emitWarning(`switchhook: ${message} (${JSON.stringify(fields)})`);
    } catch {
      // there is no place left to say so
    }
  };
}
