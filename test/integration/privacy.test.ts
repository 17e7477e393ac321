import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import {
  createRouter,
  type DeliveryQueue,
  type Logger,
  PermanentError,
  type ReceiverOptions,
} from '../../src/index.ts';
import { fixture } from '../../src/testing/index.ts';
import { requireRedisUrl } from '../support/redis.ts';
import {
  call,
  cleanUp,
  describeWithBothDrivers,
  eventually,
  type OpenQueue,
  type RawAnswer,
  serve,
  settled,
  startWorker,
} from './support/stage.ts';

/** Stands in every value that must not be written down. */
const CANARY = 'canary';

const SECRET = 'canary-secret-7fQx';
const WRONG_SECRET = 'canary-wrong-secret-2hZt';

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
function withCanaries<T>(value: T, key = ''): T {
  if (typeof value === 'string' && !vocabulary.has(key)) return makeCanary() as T;
  if (Array.isArray(value)) return value.map((inner) => withCanaries(inner, key)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([k, inner]) => [k, withCanaries(inner, k)])) as T;
}

/** A text with what makes it look different when it is quoted: a quotation mark, a line break, a letter beyond ASCII, an at sign. */
function makeCanary(): string {
  count += 1;
  return `canary ${count} "Mary"\nat 5 Canary Röad <canary-${count}@example.org>`;
}

/** An error as HTTP clients and ioredis make them: it quotes the event, and headers, body and command hang on it. */
function makeLeakyError(
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
function createLoggers(): { readonly name: string; readonly logger: Logger; readonly lines: string[] }[] {
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

afterEach(cleanUp);

describeWithBothDrivers((openQueue) => {
  describe.each(createLoggers())('with the logger $name', ({ logger, lines }) => {
    const setUp = (options: Partial<ReceiverOptions> = {}) => openApp(openQueue, logger, options);

    beforeEach(() => {
      lines.length = 0;
    });

    it('writes and answers nothing private while a delivery is handled and repeated', async () => {
      const { queue, url, prefix } = await setUp();
      const handled = createRouter().onAny(async (_event, { once, log }) => {
        await once('canary-once', () => makeCanary());
        log.info({}, 'done');
      });
      const { seen } = await startWorker(queue, handled, { logger });
      const bodies = [
        withCanaries(fixture('v1/message.appUser/text')),
        withCanaries(fixture('v1.1/message.appMaker/carousel')),
        withCanaries(fixture('v1.1/postback/carousel-button')),
        withCanaries(fixture('v1.1/client.add/login')),
      ];
      for (const body of [...bodies, ...bodies]) expectClean(await send(url, body), 200);
      await seen.until('handled', bodies.length);
      await settled(queue);
      expectNothingPrivate(lines, 10);
      await expectNoSecretInRedis(prefix);
    });

    it('writes nothing private when handlers fail with errors that quote the event, until it is a dead letter', async () => {
      const { queue, url, prefix } = await setUp();
      const router = createRouter()
        .onAny({ name: 'retried' }, (event) => {
          throw makeLeakyError(event);
        })
        .onAny({ name: 'permanent' }, (event) => {
          throw makeLeakyError(event, PermanentError);
        })
        .onAny({ name: 'rejected' }, (event) => Promise.reject(event))
        .onAny({ name: 'choosy', when: (event) => Promise.reject(makeLeakyError(event)) as never }, () => {})
        .onAny({ name: 'once' }, (event, { once }) => once('x', () => Promise.reject(makeLeakyError(event))))
        .onUnknown({ name: 'unknown' }, (event) => {
          throw makeLeakyError(event.payload);
        });
      const { worker, seen } = await startWorker(queue, router, { logger, attempts: 2 });
      for (const name of ['handled', 'retrying', 'deadLettered'] as const)
        worker.on(name, ({ delivery }) => Promise.reject(makeLeakyError(delivery.payload)));
      const unknown = {
        ...withCanaries(fixture('unknown/trigger')),
        trigger: 'canary:trigger',
        version: 'canary',
      };
      const bodies = [withCanaries(fixture('v1.1/message.appUser/text')), unknown];
      for (const body of bodies) expectClean(await send(url, body), 200);
      await seen.until('deadLettered', bodies.length);
      await eventually(async () => (await queue.counts()).dead === bodies.length);
      const letters = await queue.deadLetters.list();
      expect(letters.flatMap(({ failures }) => failures)).toHaveLength(6);
      expectNothingPrivate(
        letters.map(({ failures, issues }) => JSON.stringify([failures, issues])),
        2,
      );
      expectNothingPrivate(lines, 10);
      await expectNoSecretInRedis(prefix);
      expect(isPrivate(await readRedis(prefix))).toBe(prefix !== '');
    });

    it('writes nothing private when an error of a handler shows a URL with a field of the event in it', async () => {
      const { queue, url } = await setUp();
      const router = createRouter().on('message:appUser', ({ messages }) => {
        const [{ text = '', name = '' } = {}] = messages;
        const query = new URLSearchParams({ name: String(name) });
        throw new Error(
          `GET https://crm.test/users/${encodeURIComponent(String(text))}?${query} answered 500`,
        );
      });
      const { seen } = await startWorker(queue, router, { logger, attempts: 1 });
      expectClean(await send(url, withCanaries(fixture('v1.1/message.appUser/text'))), 200);
      await seen.until('deadLettered');
      expectNothingPrivate([JSON.stringify(seen.deadLettered[0]?.failures)], 1);
      expectNothingPrivate(lines, 2);
    });

    it('writes nothing private of what a schema refuses', async () => {
      const { queue, url, prefix } = await setUp();
      const { seen } = await startWorker(queue, createRouter(), { logger });
      const bodies = [
        withCanaries(fixture('refused/text-without-text')),
        { ...withCanaries(fixture('v1.1/message.appUser/text')), messages: makeCanary() },
        {
          ...withCanaries(fixture('v1.1/message.appUser/text')),
          app: { _id: { [makeCanary()]: makeCanary() } },
        },
      ];
      for (const body of bodies) expectClean(await send(url, body), 200);
      await seen.until('deadLettered', bodies.length);
      await eventually(async () => (await queue.counts()).dead === bodies.length);
      const letters = await queue.deadLetters.list();
      expectNothingPrivate(
        letters.map(({ issues }) => JSON.stringify(issues)),
        bodies.length,
      );
      expectNothingPrivate(lines, 2 * bodies.length);
      await expectNoSecretInRedis(prefix);
    });

    it('writes and answers nothing private of a call that is refused', async () => {
      const { url } = await setUp({ limitBytes: 10_000 });
      const body = withCanaries(fixture('v1.1/message.appUser/text'));
      const text = JSON.stringify(body);
      const long = JSON.stringify({ ...body, extra: 'canary'.repeat(2_000) });
      expectClean(await send(url, body, { 'x-api-key': WRONG_SECRET }), 401);
      expectClean(await send(url, body, { 'x-api-key': `${SECRET}, ${SECRET}` }), 401);
      expectClean(await send(url, text.slice(0, -10)), 400);
      expectClean(await send(url, JSON.stringify([body])), 400);
      expectClean(await send(url, JSON.stringify({ ...body, trigger: [makeCanary()] })), 400);
      expectClean(await send(url, long), 413);
      expectClean(await send(url, gzipSync(long), { 'content-encoding': 'gzip' }), 413);
      expectClean(await send(url, text, { 'content-encoding': 'gzip' }), 415);
      expectClean(await send(url, text, { 'content-encoding': 'canary' }), 415);
      expectNothingPrivate(lines, 9);
    });

    it('writes and answers nothing private when something of ours or of the host fails', async () => {
      const body = withCanaries(fixture('v1.1/message.appUser/text'));
      const tap = withCanaries(fixture('v1.1/postback/carousel-button'));
      const failing = (enqueue: DeliveryQueue['enqueue']) =>
        serve({ queue: { enqueue }, secrets: SECRET, logger });
      const rejecting = await failing((delivery) => Promise.reject(makeLeakyError(delivery.payload)));
      expectClean(await send(rejecting.url, body), 503);
      const unreleased = await failing(async ({ payload }) => ({
        outcome: 'queued',
        release: () => Promise.reject(makeLeakyError(payload)),
      }));
      expectClean(await send(unreleased.url, tap), 200);
      const keyless = await setUp({
        dedup: {
          keyOf: (event) => {
            throw makeLeakyError(event);
          },
        },
      });
      expectClean(await send(keyless.url, body), 500);
      const sealed = await setUp({
        secrets: () => Promise.reject(makeLeakyError({ secrets: [SECRET, WRONG_SECRET] })),
      });
      expectClean(await send(sealed.url, body), 503);
      await unreleased.receiver.drain();
      expectNothingPrivate(lines, 6);
    });
  });
});

it('has canaries to find in the first place', () => {
  const body = withCanaries(fixture('v1.1/message.appUser/text'));
  const error = makeLeakyError(body);
  expect(isPrivate(error.message)).toBe(true);
  expect(isPrivate(String(error.stack))).toBe(true);
  expect(isPrivate(inspect(body))).toBe(true);
  expect(isPrivate('{"trigger":"message:appUser","status":200}')).toBe(false);
});

async function openApp(openQueue: OpenQueue, logger: Logger, options: Partial<ReceiverOptions>) {
  const { queue, prefix } = await openQueue(logger);
  const secrets = [{ name: 'shop', secret: SECRET }];
  const { url } = await serve({ queue, logger, secrets, ...options });
  return { queue, prefix, url };
}

/** Posts with all the headers above, and with a query that a target may have. */
function send(
  url: string,
  body: string | Buffer | object,
  others: Record<string, string> = {},
): Promise<RawAnswer> {
  const bytes = Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
  return call(`${url}?token=canary-query`, { body: bytes, headers: { ...headers, ...others } });
}

function isPrivate(text: string): boolean {
  return text.toLowerCase().includes(CANARY) || text.includes('Mary');
}

/** The answer has this status, and nothing private in its headers and its body. */
function expectClean({ status, headers: answered, text }: RawAnswer, expected: number): void {
  expect(status).toBe(expected);
  expectNothingPrivate([JSON.stringify(answered), text], 2);
}

/** There are so many lines at least, and none of them is private. */
function expectNothingPrivate(lines: readonly string[], least: number): void {
  expect(lines.filter(isPrivate)).toEqual([]);
  expect(lines.length).toBeGreaterThanOrEqual(least);
}

/** Everything that the queue has put into Redis, keys included, as text; empty for the memory driver. */
async function readRedis(prefix: string): Promise<string> {
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
async function expectNoSecretInRedis(prefix: string): Promise<void> {
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
