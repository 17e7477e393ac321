import { readFile } from 'node:fs/promises';
import { OptionsError } from '../../errors/index.ts';
import { isJsonObject, type JsonObject } from '../../events/index.ts';
import { type FixtureName, fixture, fixtureNames } from '../../testing/index.ts';

/** What can be replayed: the name of a fixture, a file of recorded bodies (JSON, a JSON list or ndjson), or a body. */
export type ReplaySource = FixtureName | (string & {}) | object;

/** The bodies of `sources`, in their order. Rejects with an `OptionsError` for what is no source, cannot be read, or holds no bodies. */
export async function readReplaySources(
  sources: ReplaySource | readonly ReplaySource[],
): Promise<JsonObject[]> {
  const bodies: JsonObject[] = [];
  const list: readonly unknown[] = Array.isArray(sources) ? sources : [sources];
  for (const source of list) bodies.push(...(await readSource(source)));
  return bodies;
}

async function readSource(source: unknown): Promise<readonly JsonObject[]> {
  if (isFixtureName(source)) return [fixture(source) as unknown as JsonObject];
  if (typeof source !== 'string') return checkBodies([source], 'What is replayed');
  const text = await readFile(source, 'utf8').catch((cause: unknown) => {
    throw new OptionsError(`There is no fixture '${source}', and no file of that name that can be read.`, {
      cause,
    });
  });
  return checkBodies(parseBodies(text, source), source);
}

function isFixtureName(source: unknown): source is FixtureName {
  return (fixtureNames as readonly unknown[]).includes(source);
}

/** One JSON text, a list or a body, else a body on each line. */
function parseBodies(text: string, source: string): readonly unknown[] {
  const whole = parse(text);
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole];
  return text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const body = parse(line);
      if (body === undefined) throw new OptionsError(`Line ${number} of ${source} is no JSON.`);
      return body;
    });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkBodies(bodies: readonly unknown[], owner: string): readonly JsonObject[] {
  if (bodies.length > 0 && bodies.every(isJsonObject)) return bodies;
  throw new OptionsError(`${owner} must hold bodies of events: JSON objects.`);
}
