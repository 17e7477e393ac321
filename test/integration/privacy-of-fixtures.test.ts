import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import {
  createReceiver,
  createRouter,
  OptionsError,
  PermanentError,
  type ReceiverOptions,
} from '../../src/index.ts';
import { fixture, fixtureNames } from '../../src/testing/index.ts';
import {
  createLoggers,
  expectClean,
  expectNoSecretInRedis,
  expectNothingPrivate,
  makeLeakyError,
  openApp,
  SECRET,
  send,
  WRONG_SECRET,
  withCanaries,
} from './support/canaries.ts';
import {
  cleanUp,
  describeWithBothDrivers,
  eventually,
  openMemoryQueue,
  startWorker,
} from './support/stage.ts';

afterEach(cleanUp);

describeWithBothDrivers((openQueue) => {
  describe.each(createLoggers())('with the logger $name', ({ logger, lines }) => {
    it('writes and answers nothing private of any fixture, whether its handler fails or its schema refuses it', async () => {
      lines.length = 0;
      const { queue, url, prefix } = await openApp(openQueue, logger);
      const fail = (event: unknown) => {
        throw makeLeakyError(event, PermanentError);
      };
      const router = createRouter()
        .onAny({ name: 'any' }, fail)
        .onUnknown({ name: 'unknown' }, ({ payload }) => fail(payload));
      const { seen } = await startWorker(queue, router, { logger });
      for (const name of fixtureNames) expectClean(await send(url, withCanaries(fixture(name))), 200);
      await seen.until('deadLettered', fixtureNames.length);
      await eventually(async () => (await queue.counts()).dead === fixtureNames.length);
      const letters = await queue.deadLetters.list({ limit: 1_000 });
      expectNothingPrivate(
        letters.map(({ failures, issues }) => JSON.stringify([failures, issues])),
        fixtureNames.length,
      );
      expectNothingPrivate(lines, 2 * fixtureNames.length);
      await expectNoSecretInRedis(prefix);
    });
  });
});

describe.each(createLoggers())('with the logger $name', ({ logger, lines }) => {
  it('writes and answers nothing private of any fixture that arrives broken', async () => {
    lines.length = 0;
    const { url } = await openApp(openMemoryQueue, logger);
    for (const name of fixtureNames) {
      const text = JSON.stringify(withCanaries(fixture(name)));
      expectClean(await send(url, text.slice(0, -1)), 400);
      expectClean(await send(url, Buffer.concat([Buffer.from(text), Buffer.from([0xc3])])), 400);
      expectClean(await send(url, `[${text}]`), 400);
      expectClean(await send(url, gzipSync(text).subarray(0, 30), { 'content-encoding': 'gzip' }), 415);
      expectClean(await send(url, text, { 'x-api-key': WRONG_SECRET }), 401);
    }
    expectNothingPrivate(lines, 5 * fixtureNames.length);
  });
});

it.each([
  ['too short', 'canary'],
  ['blank at the end', `${SECRET} `],
  ['of no header', `${SECRET}\n${SECRET}`],
  ['there twice', [SECRET, SECRET]],
  ['its own name', [{ name: SECRET, secret: SECRET }]],
  ['in the place of the name', [{ secret: 'w6fKq2Zr-9dLx', [SECRET]: 'shop' }]],
  ['in an object', { secret: SECRET }],
])('says nothing of a secret that is %s in the error, its properties and its causes', (_, secrets) => {
  const [{ logger } = { logger: undefined }] = createLoggers();
  const queue = { enqueue: () => Promise.reject(new Error('not called')) };
  try {
    createReceiver({ secrets, queue, logger } as ReceiverOptions);
  } catch (error) {
    expect(error).toBeInstanceOf(OptionsError);
    expectNothingPrivate([inspect(error, { depth: 20, showHidden: true })], 1);
    return;
  }
  throw new Error('nothing was thrown');
});
