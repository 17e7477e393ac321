import { setImmediate } from 'node:timers/promises';
import { OptionsError } from '../../src/errors/index.ts';
import { createRouter } from '../../src/router/index.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { createWorker } from '../../src/worker/index.ts';
import { makeDelivery } from '../support/deliveries.ts';
import { createFakeQueue, makeFailure, makeLease, startWorker } from './support.ts';

const forever = () => new Promise<never>(() => {});

test('takes deliveries from start on, with its concurrency', async () => {
  const { queue, consumed } = createFakeQueue();
  const worker = createWorker({
    queue,
    router: createRouter(),
    logger: createMemoryLogger(),
    concurrency: 7,
  });
  expect(consumed).toHaveLength(0);
  await worker.start();
  expect(consumed).toMatchObject([[expect.any(Function), { concurrency: 7 }]]);
});

test('does nothing at a second start', async () => {
  const { worker, consumed } = await startWorker();
  await worker.start();
  expect(consumed).toHaveLength(1);
});

test('rejects a start after its close', async () => {
  const { worker } = await startWorker();
  await worker.close();
  await expect(worker.start()).rejects.toThrow(OptionsError);
});

test('rejects a start when the queue refuses', async () => {
  const { queue } = createFakeQueue();
  const refuse = () => {
    throw new Error('closed');
  };
  const worker = createWorker({ queue: { ...queue, consume: refuse }, router: createRouter() });
  await expect(worker.start()).rejects.toThrow('closed');
});

test('closes before it was started', async () => {
  const { queue, consumed } = createFakeQueue();
  const worker = createWorker({ queue, router: createRouter(), logger: createMemoryLogger() });
  await expect(worker.close()).resolves.toEqual({ handedBack: 0 });
  await expect(worker.start()).rejects.toThrow(OptionsError);
  expect(consumed).toHaveLength(0);
});

test('closes once, with the grace that was given first, and says what was handed back', async () => {
  const graces: unknown[] = [];
  const close = async (options: unknown) => {
    graces.push(options);
    return { handedBack: 2 };
  };
  const { worker, clock } = await startWorker({}, { close });
  const closes = await Promise.all([
    worker.close({ graceMs: 5 }),
    worker.close({ graceMs: 9 }),
    worker.close(),
  ]);
  expect(closes).toEqual([{ handedBack: 2 }, { handedBack: 2 }, { handedBack: 2 }]);
  expect(graces).toEqual([{ graceMs: 5 }]);
  expect(clock.pending()).toBe(0);
});

test('gives ten seconds of grace by default, and none when told so', async () => {
  const graces: unknown[] = [];
  const close = async (options: unknown) => {
    graces.push(options);
    return { handedBack: 0 };
  };
  await (await startWorker({}, { close })).worker.close();
  await (await startWorker({}, { close })).worker.close({ graceMs: 0 });
  expect(graces).toEqual([{ graceMs: 10_000 }, { graceMs: 0 }]);
});

test.each([
  ['a grace below zero', { graceMs: -1 }],
  ['a grace that is no number', { graceMs: '5' }],
  ['an unknown option', { grace: 5 }],
  ['no object', null],
])('rejects a close with %s and stays open', async (_, options) => {
  const { worker } = await startWorker();
  await expect(worker.close(options as never)).rejects.toThrow(OptionsError);
  await expect(worker.health()).resolves.toEqual({ ready: true });
});

test('closes in the end though the queue does not', async () => {
  const { worker, clock, logger } = await startWorker({}, { close: forever });
  const closing = worker.close({ graceMs: 100 });
  let closed = false;
  closing.then(() => {
    closed = true;
  }, fail);
  await clock.advance(5_099);
  expect(closed).toBe(false);
  await clock.advance(1);
  await expect(closing).resolves.toEqual({ handedBack: 0 });
  expect(logger.lines).toMatchObject([{ level: 'error', message: expect.stringContaining('hand back') }]);
});

test('closes and says so in the log when the queue fails at it', async () => {
  const close = () => Promise.reject(new Error('connection lost'));
  const { worker, logger } = await startWorker({}, { close });
  await expect(worker.close()).resolves.toEqual({ handedBack: 0 });
  expect(logger.lines).toMatchObject([{ level: 'error', fields: { error: { message: 'connection lost' } } }]);
});

test('is ready when the queue says so, between start and close', async () => {
  const { queue } = createFakeQueue();
  const worker = createWorker({ queue, router: createRouter(), logger: createMemoryLogger() });
  expect(await worker.health()).toEqual({ ready: false, reason: 'The worker was not started.' });
  await worker.start();
  expect(await worker.health()).toEqual({ ready: true });
  await worker.close();
  expect(await worker.health()).toEqual({ ready: false, reason: 'The worker was closed.' });
});

test('passes on why the queue is not ready', async () => {
  const notReady = { ready: false, reason: 'Redis is away' };
  const { worker } = await startWorker({}, { health: async () => notReady });
  expect(await worker.health()).toEqual(notReady);
});

test('is not ready when the queue cannot say how it is', async () => {
  const { worker } = await startWorker({}, { health: () => Promise.reject(new Error('x')) });
  expect(await worker.health()).toMatchObject({ ready: false });
});

test('tells listeners until they are taken off', async () => {
  const { worker, run } = await startWorker();
  const heard: string[] = [];
  const always = () => heard.push('always');
  worker.on('handled', always).once('handled', () => heard.push('once'));
  await run(makeLease());
  await run(makeLease());
  worker.off('handled', always);
  await run(makeLease());
  expect(heard).toEqual(['always', 'once', 'always']);
});

test('goes on when a listener throws or rejects, and logs it without the payload', async () => {
  const { worker, run, logger } = await startWorker();
  worker.on('handled', () => {
    throw new Error('thrown at hello');
  });
  worker.on('handled', () => Promise.reject(new Error('rejected')));
  await expect(run(makeLease())).resolves.toMatchObject({ outcome: 'handled' });
  await setImmediate();
  expect(logger.lines.filter(({ level }) => level === 'error')).toMatchObject([
    { fields: { event: 'handled', error: { message: 'thrown at [masked]' } } },
    { fields: { event: 'handled', error: { message: 'rejected' } } },
  ]);
});

test('reports a delivery that the queue gave up', async () => {
  const { consumeOptions, emitted, logger } = await startWorker();
  const delivery = makeDelivery();
  const cause = { reason: 'crashed', failures: [makeFailure('a')], issues: [] } as const;
  consumeOptions.onGivenUp?.({ id: 'x', delivery, attempts: 6, diedAtMs: 0, ...cause });
  expect(emitted.deadLettered).toEqual({ delivery, attempts: 6, ...cause });
  expect(logger.lines).toMatchObject([
    { level: 'error', fields: { outcome: 'dead', reason: 'crashed', attempt: 6, key: delivery.key } },
  ]);
});

test('reports nothing of a settlement that the queue made up by itself', async () => {
  const { consumeOptions, emitted, logger } = await startWorker();
  consumeOptions.onSettled?.(makeLease(), { outcome: 'handBack' });
  consumeOptions.onSettled?.(makeLease(), { outcome: 'retry', delayMs: 1_000, failures: [] });
  expect([emitted, logger.lines]).toEqual([{}, []]);
});

test('works without a clock of its own', async () => {
  const { run } = await startWorker({ router: createRouter().onAny(() => {}), clock: createManualClock() });
  await expect(run(makeLease())).resolves.toMatchObject({ outcome: 'handled' });
});

function fail(error: unknown): never {
  throw error;
}

test('refuses to listen to an event that does not exist, and to a listener that is no function', async () => {
  const { worker } = await startWorker();
  const misspelt = 'deadlettered' as 'deadLettered';
  expect(() => worker.on(misspelt, () => {})).toThrow(
    "There is no event 'deadlettered'; did you mean 'deadLettered'?",
  );
  expect(() => worker.once('handled', undefined as unknown as () => void)).toThrow(
    'The listener must be a function.',
  );
});
