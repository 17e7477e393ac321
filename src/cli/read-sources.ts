import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describeError } from '../logger.ts';
import { nearestTo } from '../options/index.ts';
import { fixture, fixtureNames } from '../testing/index.ts';
import { UsageError } from './command.ts';
import type { Terminal } from './terminal.ts';

/** A payload and where it was found. */
export interface SourcePayload {
  /** The fixture or the file, with the line or place when it holds several. */
  readonly name: string;
  readonly payload: object;
  /** The payload as it was written there: numbers may have more digits than JSON.parse keeps. Missing for a fixture and for a member of a list. */
  readonly bytes?: Uint8Array;
}

/**
 * The payloads of sources, in their order: names of fixtures or what they begin with (`v1.1`, `v1.1/postback`), JSON files (a list holds several),
 * ndjson files, folders with all of these below them, `-` for stdin. Rejects with a `UsageError` for a source that does not exist, is no
 * JSON, holds nothing, or holds what is no object; with an `Error` for one that cannot be read.
 */
export async function readSources(sources: readonly string[], terminal: Terminal): Promise<SourcePayload[]> {
  if (sources.length === 0)
    throw new UsageError('Give at least one source: a fixture, a file, a folder or - for stdin.');
  const found: SourcePayload[] = [];
  for (const source of sources) {
    const payloads = await readSource(source, terminal);
    if (payloads.length === 0) throw new UsageError(`${source === '-' ? 'stdin' : source} holds no payload.`);
    // one by one: a list may be longer than a call may have arguments
    for (const payload of payloads) found.push(payload);
  }
  return found;
}

async function readSource(source: string, terminal: Terminal): Promise<SourcePayload[]> {
  if (source === '-') return parsePayloads('stdin', await text(terminal.stdin));
  const entry = await stat(source).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw unreadable(source, error);
  });
  if (entry === undefined) return readFixtures(source);
  if (!entry.isDirectory()) return readPayloads(source);
  const entries = await readdir(source, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(source, error);
  });
  const files = entries
    .filter((each) => !each.isDirectory() && /\.(json|ndjson|jsonl)$/.test(each.name))
    .map((each) => join(each.parentPath, each.name))
    .sort();
  if (files.length === 0) throw new UsageError(`The folder ${source} holds no .json and no .ndjson file.`);
  const lists: SourcePayload[][] = [];
  for (const [i, file] of files.entries()) {
    terminal.progress(`reading ${i + 1} of ${files.length}`);
    lists.push(await readPayloads(file));
  }
  return lists.flat();
}

async function readPayloads(file: string): Promise<SourcePayload[]> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error);
  });
  return parsePayloads(file, content);
}

function readFixtures(name: string): SourcePayload[] {
  const found = fixtureNames.filter((each) => each === name || each.startsWith(`${name}/`));
  if (found.length > 0) return found.map((each) => ({ name: each, payload: fixture(each) }));
  throw new UsageError(
    `There is no file and no fixture '${name}'; the nearest fixture is '${nearestTo(name, fixtureNames)}'.`,
  );
}

/** One JSON object, a list of them, or an object in each line. */
function parsePayloads(name: string, content: string): SourcePayload[] {
  const written = content.replace(/^\uFEFF/, '');
  const whole = parseJson(written);
  if (Array.isArray(whole)) return whole.map((payload, i) => toSource(`${name}[${i}]`, payload));
  if (whole !== undefined) return [{ ...toSource(name, whole), bytes: Buffer.from(written) }];
  const lines = content.split('\n').map((line) => line.trim());
  return lines.flatMap((line, i) => {
    if (line === '') return [];
    const payload = parseJson(line);
    if (payload === undefined)
      throw new UsageError(`${name} is no JSON${lines.length > 1 ? ` (line ${i + 1})` : ''}.`);
    return [{ ...toSource(`${name}:${i + 1}`, payload), bytes: Buffer.from(line) }];
  });
}

function toSource(name: string, payload: unknown): SourcePayload {
  if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) return { name, payload };
  throw new UsageError(`${name} is no JSON object, and so no payload.`);
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return undefined;
  }
}

/** Says which file it was: not every message of Node.js does. */
function unreadable(source: string, error: unknown): Error {
  return new Error(`${source} cannot be read (${codeOf(error)}).`);
}

function codeOf(error: unknown): string {
  const { code, message } = describeError(error);
  return code ?? message;
}
