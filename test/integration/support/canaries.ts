import { inspect } from 'node:util';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import type { Logger, ReceiverOptions } from '../../../src/index.ts';
import { requireRedisUrl } from '../../support/redis.ts';
import { call, type OpenQueue, type RawAnswer, serve } from './stage.ts';

/** Stands in every value that must not be written down. */
const CANARY = 'canary';

/** The secret that the receivers know, and one that they do not. */
export const SECRET = 'canary-secret-7fQx';
export const WRONG_SECRET = 'canary-wrong-secret-2hZt';

/** What else a caller and its proxies put into headers. */
const headers = {
  'x-api-key': SECRET,
  authorization: 'Bearer canary-token',
  cookie: 'session=canary-cookie',
  'user-agent': 'canary-agent/1.0',
  'x-forwarded-for': 'canary.example.org',
  'x-canary-header': 'canary-header',
};

/** The service's own words, which say what an event is and not whose. */
const vocabulary = new Set(['trigger', 'version', 'type']);

let count = 0;

/** `value` with a canary in the place of every text in it but the service's own words, a new one each time. */
export function withCanaries<T>(value: T, key = ''): T {
  if (typeof value === 'string' && !vocabulary.has(key)) return makeCanary() as T;
  if (Array.isArray(value)) return value.map((inner) => withCanaries(inner, key)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([k, inner]) => [k, withCanaries(inner, k)])) as T;
}

/** A text with what makes it look different when it is quoted: a quotation mark, a line break, a letter beyond ASCII, an at sign. */
export function makeCanary(): string {
  count += 1;
  return `canary ${count} "Mary"\nat 5 Canary Röad <canary-${count}@example.org>`;
}

/** An error as HTTP clients and ioredis make them: it quotes the event, and headers, body and command hang on it. */
export function makeLeakyError(
  event: unknown,
  ErrorClass: new (message: string, options: ErrorOptions) => Error = Error,
): Error {
  const error = new ErrorClass(`cannot store ${JSON.stringify(event)}: ${quote(event)}`, {
    cause: new Error(`caused by ${quote(event)}`),
  });
  return Object.assign(error, {
    response: { data: event, status: 422, headers: { 'set-cookie': 'canary-set-cookie' } },
    config: { url: `https://crm.test/?q=${encodeURIComponent(quote(event))}`, headers },
    command: { name: 'evalsha', args: [JSON.stringify(event), SECRET] },
    errors: [new Error(quote(event))],
    event,
  });
}

/** All texts of the event, one after the other. */
function quote(event: unknown): string {
  if (typeof event === 'string') return event;
  if (typeof event !== 'object' || event === null) return '';
  return Object.entries(event)
    .filter(([key, value]) => !(vocabulary.has(key) && typeof value === 'string'))
    .map(([, value]) => quote(value))
    .join(' ');
}

/** A logger that writes everything it is given, and one as most apps have it; with what they wrote. */
export function createLoggers(): {
  readonly name: string;
  readonly logger: Logger;
  readonly lines: string[];
}[] {
  const all: string[] = [];
  const write = (fields: object, message: string) => {
    all.push(message + inspect(fields, { depth: 20, showHidden: true, maxStringLength: null }));
  };
  const pinoLines: string[] = [];
  const stream = { write: (line: string) => void pinoLines.push(line) };
  return [
    { name: 'inspect', logger: { debug: write, info: write, warn: write, error: write }, lines: all },
    { name: 'pino', logger: pino({ level: 'trace' }, stream), lines: pinoLines },
  ];
}

/** True for a text with a canary in it. */
export function isPrivate(text: string): boolean {
  return text.toLowerCase().includes(CANARY) || text.includes('Mary');
}

/** There are so many lines at least, and none of them is private. */
export function expectNothingPrivate(lines: readonly string[], least: number): void {
  expect(lines.filter(isPrivate)).toEqual([]);
  expect(lines.length).toBeGreaterThanOrEqual(least);
}

/** A queue, and an app with a receiver that puts deliveries into it. */
export async function openApp(openQueue: OpenQueue, logger: Logger, options: Partial<ReceiverOptions> = {}) {
  const { queue, prefix } = await openQueue(logger);
  const secrets = [{ name: 'shop', secret: SECRET }];
  const { url } = await serve({ queue, logger, secrets, ...options });
  return { queue, prefix, url };
}

/** Posts with all the headers above, and with a query that a target may have. */
export function send(
  url: string,
  body: string | Buffer | object,
  others: Record<string, string> = {},
): Promise<RawAnswer> {
  const bytes = Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
  return call(`${url}?token=canary-query`, { body: bytes, headers: { ...headers, ...others } });
}

/** The answer has this status, and nothing private in its headers and its body. */
export function expectClean({ status, headers: answered, text }: RawAnswer, expected: number): void {
  expect(status).toBe(expected);
  expectNothingPrivate([JSON.stringify(answered), text], 2);
}

/** Everything that the queue has put into Redis, keys included, as text; empty for the memory driver. */
export async function readRedis(prefix: string): Promise<string> {
  if (prefix === '') return '';
  const redis = new Redis(requireRedisUrl());
  try {
    const keys: string[] = [];
    for await (const page of redis.scanStream({ match: `${prefix}*` })) keys.push(...page);
    return JSON.stringify([keys, await Promise.all(keys.map((key) => readKey(redis, key)))]);
  } finally {
    redis.disconnect();
  }
}

/** Redis holds the bodies, which it must, but no secret, no header and no query. */
export async function expectNoSecretInRedis(prefix: string): Promise<void> {
  const stored = await readRedis(prefix);
  const values = [SECRET, WRONG_SECRET, ...Object.values(headers), 'canary-query', 'canary-set-cookie'];
  expect(values.filter((value) => stored.includes(value))).toEqual([]);
  expect(stored.includes('w1-')).toBe(prefix !== '');
}

/** The value of a key of any type, as text. */
async function readKey(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  if (type === 'string') return String(await redis.get(key));
  if (type === 'hash') return JSON.stringify(await redis.hgetall(key));
  if (type === 'list') return JSON.stringify(await redis.lrange(key, 0, -1));
  if (type === 'set') return JSON.stringify(await redis.smembers(key));
  if (type === 'zset') return JSON.stringify(await redis.zrange(key, '0', '-1'));
  if (type === 'stream') return JSON.stringify(await redis.xrange(key, '-', '+'));
  throw new Error(`a key of type ${type}`);
}
