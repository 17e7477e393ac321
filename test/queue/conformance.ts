import { EventEmitter, once } from 'node:events';
import type {
  ConsumeOptions,
  Consumption,
  DeathCause,
  DeliveryQueue,
  HandlerFailure,
  Lease,
  QueueCounts,
  Settlement,
} from '../../src/queue/index.ts';
import { makeDelivery } from '../support/deliveries.ts';

/** Runs the same sentences against a driver: what is true of one queue is true of the other. */
export function describeQueueConformance(
  driver: string,
  open: (options?: { readonly alarmAgeMs: number }) => Promise<DeliveryQueue>,
): void {
  describe(`${driver} queue conformance`, () => {
    let queue: DeliveryQueue;
    let consumptions: Consumption[];

    beforeEach(async () => {
      queue = await open();
      consumptions = [];
    });

    afterEach(async () => {
      await Promise.all(consumptions.map((consumption) => consumption.close({ graceMs: 0 })));
      await queue.close();
    });

    /** Consumes with `process` and gives the leases as they come. */
    function consume(
      process: (lease: Lease) => Settlement | Promise<Settlement>,
      options: Partial<ConsumeOptions> = {},
    ) {
      const leases: Lease[] = [];
      const events = new EventEmitter();
      const consumption = queue.consume(
        async (lease) => {
          leases.push(lease);
          events.emit('taken');
          return process(lease);
        },
        { concurrency: 5, ...options },
      );
      consumptions.push(consumption);
      const taken = async (count: number) => {
        while (leases.length < count) await once(events, 'taken');
      };
      return { leases, taken, consumption };
    }

    const handled = (): Settlement => ({ outcome: 'handled' });

    it('hands out the payload whose text came with it', async () => {
      const payloadJson = ' { "trigger": "x:y", "text": "\\u00e9 😀" }\n';
      const delivery = makeDelivery({ payload: JSON.parse(payloadJson) });
      await queue.enqueue(delivery, payloadJson);
      const { leases, taken } = consume(handled);
      await taken(1);
      expect(leases[0]?.delivery).toEqual(delivery);
    });

    describe('duplicates', () => {
      it('queues the first of two deliveries with one key and calls the second a duplicate', async () => {
        const delivery = makeDelivery();
        expect((await queue.enqueue(delivery)).outcome).toBe('queued');
        expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');
        expect((await queue.counts()).waiting).toBe(1);
      });

      it('queues one of fifty that arrive at once', async () => {
        const delivery = makeDelivery();
        const results = await Promise.all(Array.from({ length: 50 }, () => queue.enqueue(delivery)));
        expect(results.filter(({ outcome }) => outcome === 'queued')).toHaveLength(1);
      });

      it('knows a strong key after the delivery was handled, released or not', async () => {
        const delivery = makeDelivery();
        const { release } = await queue.enqueue(delivery);
        const { taken } = consume(handled);
        await taken(1);
        await settled(queue);
        await release();
        expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');
      });

      it('knows the key of a delivery that waits for its retry', async () => {
        const delivery = makeDelivery();
        await queue.enqueue(delivery);
        const { taken } = consume(() => ({ outcome: 'retry', delayMs: 60_000, failures: [] }));
        await taken(1);
        await until(queue, ({ delayed }) => delayed === 1);
        expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');
      });

      it('knows the key of a dead letter', async () => {
        const delivery = makeDelivery();
        await queue.enqueue(delivery);
        consume(() => dead());
        await until(queue, (counts) => counts.dead === 1);
        expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');
      });

      it('forgets a key when its window ends', async () => {
        const delivery = makeDelivery({ windowMs: 40 });
        await queue.enqueue(delivery);
        await eventually(async () => (await queue.enqueue(delivery)).outcome === 'queued');
        expect((await queue.counts()).waiting).toBe(2);
      });

      it('takes a weak key again once it was released', async () => {
        const delivery = makeDelivery({ keyStrength: 'weak' });
        const first = await queue.enqueue(delivery);
        await first.release();
        expect((await queue.enqueue(delivery)).outcome).toBe('queued');
      });

      it('calls a weak key that was not released a duplicate, and releases it with the duplicate', async () => {
        const delivery = makeDelivery({ keyStrength: 'weak' });
        await queue.enqueue(delivery);
        const second = await queue.enqueue(delivery);
        expect(second.outcome).toBe('duplicate');
        await second.release();
        expect((await queue.enqueue(delivery)).outcome).toBe('queued');
      });

      it('leaves the claim of a newer delivery alone when an older one is released late', async () => {
        const delivery = makeDelivery({ keyStrength: 'weak' });
        const first = await queue.enqueue(delivery);
        await first.release();
        await queue.enqueue(delivery);
        await first.release();
        expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');
      });
    });

    describe('handing out', () => {
      it('hands out the delivery as it was enqueued', async () => {
        const delivery = makeDelivery({ webhook: 'main' });
        await queue.enqueue(delivery);
        const { leases, taken } = consume(handled);
        await taken(1);
        expect(leases[0]).toMatchObject({ delivery, attempt: 1, redelivered: false, failures: [] });
      });

      it('passes the payload through JSON: a Date becomes text, undefined goes', async () => {
        const payload = { at: new Date(0), gone: undefined };
        await queue.enqueue(makeDelivery({ payload }));
        const { leases, taken } = consume(handled);
        await taken(1);
        expect(leases[0]?.delivery.payload).toStrictEqual({ at: '1970-01-01T00:00:00.000Z' });
      });

      it('gives each run a fresh copy of the delivery', async () => {
        await queue.enqueue(makeDelivery({ payload: { list: [1] } }));
        const { leases, taken } = consume((lease) => {
          (lease.delivery.payload['list'] as number[]).push(2);
          return lease.attempt === 1 ? { outcome: 'retry', delayMs: 0, failures: [] } : handled();
        });
        await taken(2);
        await settled(queue);
        expect(leases[1]?.delivery.payload).toEqual({ list: [1, 2] });
        expect(leases[1]?.delivery).not.toBe(leases[0]?.delivery);
      });

      it('runs no more than its concurrency at a time', async () => {
        for (let i = 0; i < 6; i++) await queue.enqueue(makeDelivery());
        let running = 0;
        let most = 0;
        const { taken } = consume(
          async () => {
            running += 1;
            most = Math.max(most, running);
            await new Promise(setImmediate);
            running -= 1;
            return handled();
          },
          { concurrency: 2 },
        );
        await taken(6);
        await settled(queue);
        expect(most).toBeLessThanOrEqual(2);
      });

      it('hands each delivery to one of several consumers', async () => {
        const seen: string[] = [];
        const process = (lease: Lease) => {
          seen.push(lease.delivery.key);
          return handled();
        };
        consume(process);
        consume(process);
        const deliveries = Array.from({ length: 20 }, () => makeDelivery());
        for (const delivery of deliveries) await queue.enqueue(delivery);
        await settled(queue);
        expect(seen).toHaveLength(deliveries.length);
        expect(new Set(seen)).toEqual(new Set(deliveries.map(({ key }) => key)));
      });

      it('hands out nothing while paused, and goes on after resume', async () => {
        await queue.pause();
        const { leases, taken } = consume(handled);
        await queue.enqueue(makeDelivery());
        expect(await queue.counts()).toMatchObject({ waiting: 1, active: 0 });
        expect(leases).toHaveLength(0);
        await queue.resume();
        await taken(1);
      });
    });

    describe('retries', () => {
      it('runs a delivery again after the delay, with the next attempt and the failures', async () => {
        const failures = [failure('crm')];
        await queue.enqueue(makeDelivery());
        const { leases, taken } = consume(({ attempt }) =>
          attempt === 1 ? { outcome: 'retry', delayMs: 30, failures } : handled(),
        );
        await taken(2);
        await settled(queue);
        expect(leases[1]).toMatchObject({ attempt: 2, redelivered: false, failures });
        expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, dead: 0 });
      });

      it('runs a retry soon after its delay, and not a second later', async () => {
        await queue.enqueue(makeDelivery());
        const startsMs: number[] = [];
        const { taken } = consume(({ attempt }) => {
          startsMs.push(performance.now());
          return attempt <= 3 ? { outcome: 'retry', delayMs: 20, failures: [] } : handled();
        });
        await taken(4);
        await settled(queue);
        const [first = 0] = startsMs;
        expect((startsMs.at(-1) ?? 0) - first).toBeLessThan(1_000);
      });

      it('retries after a second, with the failures it had, when the process function rejects', async () => {
        const failures = [failure('crm')];
        await queue.enqueue(makeDelivery());
        const { leases, taken } = consume(({ attempt }) => {
          if (attempt === 1) return { outcome: 'retry', delayMs: 0, failures };
          if (attempt === 2) throw new Error('out of order');
          return handled();
        });
        await taken(3);
        expect(leases[2]).toMatchObject({ attempt: 3, failures });
      });

      it('keeps a note of a run that was not settled as handled', async () => {
        await queue.enqueue(makeDelivery());
        const seen: ReadonlyMap<string, string>[] = [];
        const { taken } = consume(async (lease) => {
          seen.push(await lease.readCheckpoints());
          lease.noteCheckpoint('done:a', 'true');
          return lease.attempt === 1 ? { outcome: 'retry', delayMs: 0, failures: [] } : handled();
        });
        await taken(2);
        await settled(queue);
        expect(seen.map((checkpoints) => Object.fromEntries(checkpoints))).toEqual([
          {},
          { 'done:a': 'true' },
        ]);
      });

      it('lends a lease that can be spread, as a queue around it does to put in a word of its own', async () => {
        await queue.enqueue(makeDelivery());
        const seen: ReadonlyMap<string, string>[] = [];
        const { taken } = consume(async (lent) => {
          const lease = { ...lent };
          seen.push(await lease.readCheckpoints());
          await lease.writeCheckpoint('done:a', 'true');
          lease.noteCheckpoint('done:b', 'true');
          return lease.attempt === 1 ? { outcome: 'retry', delayMs: 0, failures: [] } : handled();
        });
        await taken(2);
        await settled(queue);
        expect(Object.fromEntries(seen[1] ?? [])).toEqual({ 'done:a': 'true', 'done:b': 'true' });
      });

      it('keeps checkpoints across retries', async () => {
        await queue.enqueue(makeDelivery());
        const seen: ReadonlyMap<string, string>[] = [];
        const { taken } = consume(async (lease) => {
          seen.push(await lease.readCheckpoints());
          await lease.writeCheckpoint('done:a', 'true');
          await lease.writeCheckpoint('once:a:lookup', '{"n":1}');
          return lease.attempt === 1 ? { outcome: 'retry', delayMs: 0, failures: [] } : handled();
        });
        await taken(2);
        await settled(queue);
        expect(seen.map((checkpoints) => Object.fromEntries(checkpoints))).toEqual([
          {},
          { 'done:a': 'true', 'once:a:lookup': '{"n":1}' },
        ]);
      });
    });

    describe('dead letters', () => {
      async function bury(cause: Partial<DeathCause> = {}, trigger = 'postback') {
        await queue.enqueue(makeDelivery({ trigger }));
        const { consumption } = consume(() => dead(cause));
        await settled(queue);
        await consumption.close({ graceMs: 0 });
      }

      it('keeps the delivery with its reason, failures and issues', async () => {
        const failures = [failure('crm')];
        const issues = [{ path: 'messages.0', code: 'invalid_type', message: 'expected string' }];
        const beforeMs = Date.now();
        await bury({ failures, issues });
        const [letter] = await queue.deadLetters.list();
        expect(letter).toMatchObject({ reason: 'handler_failed', failures, issues, attempts: 1 });
        expect(letter?.delivery).toMatchObject({ trigger: 'postback' });
        expect(letter?.diedAtMs).toBeGreaterThanOrEqual(beforeMs);
        expect(await queue.deadLetters.get(String(letter?.id))).toEqual(letter);
        expect((await queue.counts()).dead).toBe(1);
      });

      it('lists the newest first, filtered by key, trigger, handler, reason, time and limit', async () => {
        await bury({ reason: 'refused' }, 'link:match');
        await bury({ failures: [failure('crm')] }, 'postback');
        const letters = queue.deadLetters;
        const triggers = (list: Awaited<ReturnType<typeof letters.list>>) =>
          list.map((l) => l.delivery.trigger);
        expect(triggers(await letters.list())).toEqual(['postback', 'link:match']);
        expect(triggers(await letters.list({ limit: 1 }))).toEqual(['postback']);
        const [, oldest] = await letters.list();
        expect(await letters.list({ key: String(oldest?.delivery.key) })).toEqual([oldest]);
        expect(await letters.list({ key: 'w1-none' })).toEqual([]);
        expect(triggers(await letters.list({ trigger: 'link:match' }))).toEqual(['link:match']);
        expect(triggers(await letters.list({ handler: 'crm' }))).toEqual(['postback']);
        expect(triggers(await letters.list({ reason: 'refused' }))).toEqual(['link:match']);
        expect(await letters.list({ fromMs: Date.now() + 1_000 })).toEqual([]);
        expect(await letters.list({ untilMs: 0 })).toEqual([]);
      });

      it('replays one with all its attempts, without failures, and with its checkpoints', async () => {
        await queue.enqueue(makeDelivery());
        const first = consume(async (lease) => {
          await lease.writeCheckpoint('done:a', 'true');
          return lease.attempt === 1
            ? { outcome: 'retry', delayMs: 0, failures: [failure('b')] }
            : dead({ failures: [failure('b')] });
        });
        await settled(queue);
        await first.consumption.close({ graceMs: 0 });
        const [letter] = await queue.deadLetters.list();
        expect(letter?.attempts).toBe(2);
        expect(await queue.deadLetters.replay(String(letter?.id))).toBe(true);
        expect(await queue.deadLetters.list()).toEqual([]);
        let checkpoints: ReadonlyMap<string, string> = new Map();
        const second = consume(async (lease) => {
          checkpoints = await lease.readCheckpoints();
          return handled();
        });
        await second.taken(1);
        expect(second.leases[0]).toMatchObject({ attempt: 1, redelivered: false, failures: [] });
        await settled(queue);
        expect([...checkpoints]).toEqual([['done:a', 'true']]);
      });

      it('removes one, and forgets its key', async () => {
        const delivery = makeDelivery();
        await queue.enqueue(delivery);
        const { consumption } = consume(() => dead());
        await settled(queue);
        await consumption.close({ graceMs: 0 });
        const [letter] = await queue.deadLetters.list();
        expect(await queue.deadLetters.remove(String(letter?.id))).toBe(true);
        expect(await queue.deadLetters.list()).toEqual([]);
        expect((await queue.enqueue(delivery)).outcome).toBe('queued');
      });

      it('refuses a limit that is no whole number', async () => {
        await expect(queue.deadLetters.list({ limit: -1 })).rejects.toMatchObject({
          code: 'invalid_options',
        });
        expect(await queue.deadLetters.list({ limit: 0 })).toEqual([]);
      });

      it('says that there is none when asked for an id that is not dead', async () => {
        await queue.enqueue(makeDelivery());
        expect(await queue.deadLetters.get('w1-none')).toBeUndefined();
        expect(await queue.deadLetters.replay('w1-none')).toBe(false);
        expect(await queue.deadLetters.remove('w1-none')).toBe(false);
      });
    });

    describe('closing', () => {
      it('waits for what runs', async () => {
        await queue.enqueue(makeDelivery());
        let finish = () => {};
        const gate = new Promise<void>((resolve) => {
          finish = resolve;
        });
        const { taken, consumption } = consume(async () => {
          await gate;
          return handled();
        });
        await taken(1);
        const closing = consumption.close({ graceMs: 10_000 });
        finish();
        expect(await closing).toEqual({ handedBack: 0 });
        expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, dead: 0 });
      });

      it('aborts what outlasts the grace and hands it out again, marked as redelivered', async () => {
        await queue.enqueue(makeDelivery());
        const { taken, consumption } = consume(
          ({ signal }) =>
            new Promise((resolve) =>
              signal.addEventListener('abort', () => resolve({ outcome: 'handBack' })),
            ),
        );
        await taken(1);
        expect(await consumption.close({ graceMs: 10 })).toEqual({ handedBack: 1 });
        expect(await queue.counts()).toMatchObject({ waiting: 1, active: 0 });
        const next = consume(handled);
        await next.taken(1);
        expect(next.leases[0]).toMatchObject({ attempt: 1, redelivered: true });
      });

      it('gives a second close the promise of the first', async () => {
        const { consumption } = consume(handled);
        const first = consumption.close({ graceMs: 0 });
        expect(consumption.close({ graceMs: 0 })).toBe(first);
        await first;
      });

      it('takes nothing after it was closed', async () => {
        const { leases, consumption } = consume(handled);
        await consumption.close({ graceMs: 0 });
        await queue.enqueue(makeDelivery());
        expect(await consumption.health()).toMatchObject({ ready: false });
        expect(leases).toHaveLength(0);
        expect((await queue.counts()).waiting).toBe(1);
      });

      it('rejects an enqueue after the queue was closed, with a code', async () => {
        await queue.close();
        await expect(queue.enqueue(makeDelivery())).rejects.toMatchObject({
          code: 'queue_closed',
          status: 503,
        });
        expect(await queue.health()).toMatchObject({ ready: false });
        await queue.close();
      });
    });

    describe('the age of what waits', () => {
      const oldestMs = async () => (await queue.health()).oldestWaitingMs;

      /** Waits until the oldest delivery has waited so long. */
      async function age(ms: number): Promise<void> {
        await eventually(async () => ((await oldestMs()) ?? 0) >= ms);
      }

      it('is that of the delivery that came first, until it is taken', async () => {
        const sinceMs = Date.now();
        await queue.enqueue(makeDelivery());
        await age(50);
        await queue.enqueue(makeDelivery());
        const health = await queue.health();
        expect(health).toEqual({ ready: true, oldestWaitingMs: expect.any(Number) });
        expect(health.oldestWaitingMs).toBeGreaterThanOrEqual(50);
        expect(health.oldestWaitingMs).toBeLessThanOrEqual(Date.now() - sinceMs);
        consume(() => ({ outcome: 'retry', delayMs: 60_000, failures: [] }));
        await until(queue, ({ delayed }) => delayed === 2);
        expect(await queue.health()).toEqual({ ready: true });
      });

      it('does not count what came before a replay', async () => {
        await queue.enqueue(makeDelivery());
        await age(200);
        const { consumption } = consume(() => dead());
        await settled(queue);
        await consumption.close({ graceMs: 0 });
        const [letter] = await queue.deadLetters.list();
        const sinceMs = Date.now();
        await queue.deadLetters.replay(String(letter?.id));
        const oldest = await oldestMs();
        expect(oldest).toBeLessThanOrEqual(Date.now() - sinceMs);
        await age((oldest ?? 0) + 20);
      });

      it('counts from when a retry was due', async () => {
        await queue.enqueue(makeDelivery());
        await age(200);
        const { consumption } = consume(() => ({ outcome: 'retry', delayMs: 50, failures: [] }));
        await until(queue, ({ delayed }) => delayed === 1);
        const sinceMs = Date.now();
        expect(await oldestMs()).toBeUndefined();
        await consumption.close({ graceMs: 0 });
        await age(1);
        expect(await oldestMs()).toBeLessThanOrEqual(Date.now() - sinceMs);
      });

      it('does not count what came before it was handed back', async () => {
        await queue.enqueue(makeDelivery());
        await age(200);
        const { taken, consumption } = consume(
          ({ signal }) =>
            new Promise((resolve) =>
              signal.addEventListener('abort', () => resolve({ outcome: 'handBack' })),
            ),
        );
        await taken(1);
        const sinceMs = Date.now();
        await consumption.close({ graceMs: 0 });
        expect(await oldestMs()).toBeLessThanOrEqual(Date.now() - sinceMs);
      });

      it('gives a reason when it is above alarmAgeMs, and the queue stays ready', async () => {
        await queue.close();
        queue = await open({ alarmAgeMs: 60 });
        await queue.enqueue(makeDelivery());
        await age(61);
        expect(await queue.health()).toEqual({
          ready: true,
          oldestWaitingMs: expect.any(Number),
          reason: expect.stringMatching(
            /^The oldest delivery has waited for \d+ s: the workers do not keep up, /,
          ),
        });
        consume(handled);
        await settled(queue);
        expect(await queue.health()).toEqual({ ready: true });
      });
    });

    it('says that a run is settled when it is recorded: a dead letter is in the list by then', async () => {
      await queue.enqueue(makeDelivery());
      const told = await new Promise((resolve) => {
        consume(({ attempt }) => (attempt === 1 ? { outcome: 'retry', delayMs: 0, failures: [] } : dead()), {
          onSettled: async ({ attempt }, { outcome }) => {
            if (attempt === 2) resolve({ outcome, letters: await queue.deadLetters.list() });
          },
        });
      });
      expect(told).toMatchObject({ outcome: 'dead', letters: [{ attempts: 2 }] });
    });

    it('takes no consumer after it was closed', async () => {
      await queue.close();
      expect(() => queue.consume(async () => handled(), { concurrency: 1 })).toThrow(
        expect.objectContaining({ code: 'queue_closed' }),
      );
    });

    it('aborts what runs when it is closed before its consumers', async () => {
      await queue.enqueue(makeDelivery());
      const { taken, leases } = consume(
        ({ signal }) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve({ outcome: 'handBack' }))),
      );
      await taken(1);
      await queue.close();
      expect(leases[0]?.signal.aborted).toBe(true);
    });

    it('is ready while it is open', async () => {
      expect(await queue.health()).toEqual({ ready: true });
      const { consumption, taken } = consume(handled);
      await queue.enqueue(makeDelivery());
      await taken(1);
      expect(await consumption.health()).toEqual({ ready: true });
    });
  });
}

function failure(handler: string): HandlerFailure {
  return { handler, attempts: 1, final: false, error: { type: 'Error', message: 'no' } };
}

function dead(cause: Partial<DeathCause> = {}): Settlement {
  return { outcome: 'dead', reason: 'handler_failed', failures: [], issues: [], ...cause };
}

/** Asks again until the answer is yes; the test's own time limit ends it. */
async function eventually(ask: () => Promise<boolean>): Promise<void> {
  while (!(await ask())) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function until(queue: DeliveryQueue, reached: (counts: QueueCounts) => boolean): Promise<void> {
  await eventually(async () => reached(await queue.counts()));
}

/** Resolves when nothing waits, runs or is delayed. */
async function settled(queue: DeliveryQueue): Promise<void> {
  await until(queue, ({ waiting, active, delayed }) => waiting + active + delayed === 0);
}
