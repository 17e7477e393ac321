import { BodyError } from '../errors/index.ts';
import { isJsonObject, type JsonObject } from '../events/index.ts';
import type { Body } from './body.ts';

/** Objects and arrays may stand in one another so deep. A few thousand levels would make `JSON.stringify` overflow the stack later. */
export const MAX_DEPTH = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON object in `body`. Throws a `BodyError` (400) for invalid UTF-8, invalid JSON, more than `MAX_DEPTH` levels and anything that is not
 * an object. The error says nothing of the content: the messages of `JSON.parse` quote it.
 */
export function parseJson(body: Body): JsonObject {
  const value = typeof body === 'object' && 'parsed' in body ? body.parsed : parseText(decode(body));
  if (!isJsonObject(value)) throw malformed('the body is not a JSON object');
  if (isDeeperThan(value, MAX_DEPTH)) throw malformed(`the body has more than ${MAX_DEPTH} levels`);
  return value;
}

function decode(body: Buffer | string): string {
  if (typeof body === 'string') return body.startsWith('\uFEFF') ? body.slice(1) : body;
  try {
    return utf8.decode(body);
  } catch {
    throw malformed('the body is not valid UTF-8');
  }
}

function parseText(text: string): unknown {
  if (text === '') throw malformed('the body is empty');
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('the body is not valid JSON');
  }
}

/** Goes level by level and not by recursion. A value that holds itself, which no JSON does, is too deep as well. */
function isDeeperThan(value: object, maxDepth: number): boolean {
  let level = new Set([value]);
  for (let depth = 1; depth <= maxDepth; depth++) {
    const next = new Set<object>();
    for (const outer of level) {
      for (const inner of Object.values(outer)) if (isObject(inner)) next.add(inner);
    }
    if (next.size === 0) return false;
    level = next;
  }
  return true;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function malformed(message: string): BodyError {
  return new BodyError('body_malformed', message);
}
