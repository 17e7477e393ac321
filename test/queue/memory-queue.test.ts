import { createMemoryQueue } from '../../src/queue/index.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { makeDelivery } from '../support/deliveries.ts';
import { describeQueueConformance } from './conformance.ts';

describeQueueConformance('memory', async (options) =>
  createMemoryQueue({ logger: createMemoryLogger(), ...options }),
);

describe('createMemoryQueue', () => {
  const environment = process.env['NODE_ENV'];

  afterEach(() => {
    process.env['NODE_ENV'] = environment;
  });

  it('says once in the log that deliveries die with the process', async () => {
    const logger = createMemoryLogger();
    const queue = createMemoryQueue({ logger });
    await queue.enqueue(makeDelivery());
    expect(logger.lines.map(({ level }) => level)).toEqual(['warn']);
    expect(logger.lines[0]?.message).toContain('lost when this process ends');
  });

  it('refuses to start in production, unless told that it is meant', () => {
    process.env['NODE_ENV'] = 'production';
    const logger = createMemoryLogger();
    expect(() => createMemoryQueue({ logger })).toThrow(expect.objectContaining({ code: 'invalid_options' }));
    expect(() => createMemoryQueue({ logger, allowInProduction: true })).not.toThrow();
  });

  it.each([0, 1.5, Number.NaN, -1])('refuses maxLength %p', (maxLength) => {
    expect(() => createMemoryQueue({ maxLength })).toThrow(/maxLength must be a whole number/);
  });

  it.each([0, 1.5, Number.NaN])('refuses alarmAgeMs %p', (alarmAgeMs) => {
    expect(() => createMemoryQueue({ alarmAgeMs })).toThrow(/alarmAgeMs must be a whole number/);
  });

  it('gives a reason when a delivery has waited for more than a minute, and not before', async () => {
    const clock = createManualClock();
    const queue = createMemoryQueue({ clock, logger: createMemoryLogger() });
    await queue.enqueue(makeDelivery());
    await clock.advance(60_000);
    expect(await queue.health()).toEqual({ ready: true, oldestWaitingMs: 60_000 });
    await clock.advance(1);
    expect(await queue.health()).toEqual({
      ready: true,
      oldestWaitingMs: 60_001,
      reason:
        'The oldest delivery has waited for 60 s: the workers do not keep up, none runs, or the queue is paused.',
    });
  });

  it('rejects what exceeds its length, and takes the delivery once there is room', async () => {
    const queue = createMemoryQueue({ maxLength: 1, logger: createMemoryLogger() });
    await queue.enqueue(makeDelivery());
    const late = makeDelivery();
    await expect(queue.enqueue(late)).rejects.toMatchObject({ code: 'queue_full', status: 503 });
    expect(await queue.health()).toMatchObject({ ready: false });
    const consumption = queue.consume(async () => ({ outcome: 'handled' }), { concurrency: 1 });
    await queue.drained();
    expect((await queue.enqueue(late)).outcome).toBe('queued');
    await consumption.close({ graceMs: 0 });
  });

  it('answers a duplicate as such even when it is full', async () => {
    const queue = createMemoryQueue({ maxLength: 1, logger: createMemoryLogger() });
    const delivery = makeDelivery();
    await queue.enqueue(delivery);
    expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');
  });

  it('runs windows and retry delays on the clock it was given', async () => {
    const clock = createManualClock();
    const queue = createMemoryQueue({ clock, logger: createMemoryLogger() });
    const delivery = makeDelivery({ windowMs: 60_000 });
    await queue.enqueue(delivery);
    const attempts: number[] = [];
    queue.consume(
      async ({ attempt }) => {
        attempts.push(attempt);
        return attempt === 1 ? { outcome: 'retry', delayMs: 5_000, failures: [] } : { outcome: 'handled' };
      },
      { concurrency: 1 },
    );
    await clock.advance(4_999);
    expect(attempts).toEqual([1]);
    await clock.advance(1);
    expect(attempts).toEqual([1, 2]);
    await clock.advance(54_999);
    expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');
    await clock.advance(1);
    expect((await queue.enqueue(delivery)).outcome).toBe('queued');
  });

  it('keeps dead letters for fourteen days', async () => {
    const clock = createManualClock();
    const queue = createMemoryQueue({ clock, logger: createMemoryLogger() });
    await queue.enqueue(makeDelivery());
    queue.consume(async () => ({ outcome: 'dead', reason: 'handler_failed', failures: [], issues: [] }), {
      concurrency: 1,
    });
    await clock.advance(0);
    const fourteenDaysMs = 14 * 86_400_000;
    await clock.advance(fourteenDaysMs - 1);
    expect(await queue.deadLetters.list()).toHaveLength(1);
    await clock.advance(1);
    expect(await queue.deadLetters.list()).toHaveLength(0);
    expect((await queue.counts()).dead).toBe(0);
  });

  it('takes a delivery back from a run that does not heed its signal, and does not hear it later', async () => {
    const clock = createManualClock();
    const queue = createMemoryQueue({ clock, logger: createMemoryLogger() });
    await queue.enqueue(makeDelivery());
    let finish = () => {};
    const consumption = queue.consume(
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ outcome: 'handled' });
        }),
      { concurrency: 1 },
    );
    await clock.advance(0);
    const closing = consumption.close({ graceMs: 5_000 });
    await clock.advance(6_000);
    expect(await closing).toEqual({ handedBack: 1 });
    finish();
    await clock.advance(0);
    expect(await queue.counts()).toMatchObject({ waiting: 1, active: 0 });
  });

  it('resolves drained at once when it is empty, and else when the last delivery has ended', async () => {
    const queue = createMemoryQueue({ logger: createMemoryLogger() });
    await queue.drained();
    await queue.enqueue(makeDelivery());
    const drained = queue.drained();
    const consumption = queue.consume(async () => ({ outcome: 'handled' }), { concurrency: 1 });
    await drained;
    expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, dead: 0 });
    await consumption.close({ graceMs: 0 });
  });

  it('leaves no scheduled call behind when it is closed, and says what it held', async () => {
    const clock = createManualClock();
    const logger = createMemoryLogger();
    const queue = createMemoryQueue({ clock, logger });
    await queue.enqueue(makeDelivery());
    queue.consume(async () => ({ outcome: 'retry', delayMs: 60_000, failures: [] }), { concurrency: 1 });
    await clock.advance(0);
    expect(clock.pending()).toBe(1);
    await queue.close();
    expect(clock.pending()).toBe(0);
    expect(logger.lines.at(-1)).toMatchObject({ level: 'warn', fields: { lost: 1 } });
  });

  it('says once that nothing consumes what waits', async () => {
    const clock = createManualClock();
    const logger = createMemoryLogger();
    const queue = createMemoryQueue({ clock, logger });
    await queue.enqueue(makeDelivery());
    await queue.enqueue(makeDelivery());
    await clock.advance(9_999);
    expect(logger.lines).toHaveLength(1);
    await clock.advance(1);
    expect(logger.lines.at(-1)).toMatchObject({ level: 'warn', fields: { waiting: 2 } });
    expect(logger.lines.at(-1)?.message).toContain('call worker.start()');
    await clock.advance(60_000);
    expect(logger.lines).toHaveLength(2);
  });

  it('says nothing of a missing consumer when one has come in time', async () => {
    const clock = createManualClock();
    const logger = createMemoryLogger();
    const queue = createMemoryQueue({ clock, logger });
    await queue.enqueue(makeDelivery());
    queue.consume(async () => ({ outcome: 'handled' }), { concurrency: 1 });
    await clock.advance(20_000);
    expect(logger.lines).toHaveLength(1);
  });

  it('tells at once how many deliveries it holds, and which were given up, the first of them first', async () => {
    const clock = createManualClock();
    const queue = createMemoryQueue({ clock, logger: createMemoryLogger() });
    const deliveries = [makeDelivery(), makeDelivery(), makeDelivery(), makeDelivery()];
    for (const delivery of deliveries) await queue.enqueue(delivery);
    expect(queue.length).toBe(4);
    let runs = 0;
    queue.consume(
      async () => {
        runs += 1;
        if (runs < 3) return { outcome: 'dead', reason: 'handler_failed', failures: [], issues: [] };
        return runs === 3 ? { outcome: 'retry', delayMs: 5_000, failures: [] } : { outcome: 'handled' };
      },
      { concurrency: 1 },
    );
    await clock.advance(0);
    expect(queue.length).toBe(1);
    const keys = queue.deadLetters.all().map(({ delivery }) => delivery.key);
    expect(keys).toEqual(deliveries.slice(0, 2).map(({ key }) => key));
  });

  it('hands out under the fake timers of a test runner', async () => {
    jest.useFakeTimers();
    try {
      const queue = createMemoryQueue({ logger: createMemoryLogger() });
      await queue.enqueue(makeDelivery());
      await new Promise<void>((resolve) => {
        const process = async () => {
          resolve();
          return { outcome: 'handled' } as const;
        };
        queue.consume(process, { concurrency: 1 });
      });
      await queue.drained();
    } finally {
      jest.useRealTimers();
    }
  });
});
