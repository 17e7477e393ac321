import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createRouter, type DeliveryQueue, PermanentError, type ReceiverOptions } from '../../src/index.ts';
import { fixture } from '../../src/testing/index.ts';
import {
  createLoggers,
  expectClean,
  expectNoSecretInRedis,
  expectNothingPrivate,
  isPrivate,
  makeCanary,
  makeLeakyError,
  openApp,
  readRedis,
  SECRET,
  send,
  WRONG_SECRET,
  withCanaries,
} from './support/canaries.ts';
import {
  cleanUp,
  describeWithBothDrivers,
  eventually,
  serve,
  settled,
  startWorker,
} from './support/stage.ts';

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
