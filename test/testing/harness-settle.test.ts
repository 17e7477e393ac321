import { readFile } from 'node:fs/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createRouter } from '../../src/index.ts';
import { Activities } from '../../src/testing/harness/activities.ts';
import { createHarness, fixture, fixtures, type HarnessOptions } from '../../src/testing/index.ts';
import { makeDelivery } from '../support/deliveries.ts';

const text = 'v1.1/message.appUser/text';
const never = () => new Promise(() => {});

/** How long `work` takes for real, in milliseconds. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const beginMs = performance.now();
  await work();
  return performance.now() - beginMs;
}

/** A harness whose text message was delivered to one handler. */
async function deliverTo(handler: () => unknown, options: Omit<HarnessOptions, 'router'> = {}) {
  const router = createRouter().on('message:appUser', { name: 'mine' }, handler);
  const harness = createHarness({ router, ...options });
  await harness.deliver(text);
  return harness;
}

const outcomes = ({ runs }: Awaited<ReturnType<typeof deliverTo>>) => runs().map(({ outcome }) => outcome);

describe('settle', () => {
  it.each([
    ['reads a file', () => readFile(__filename)],
    ['waits 50 ms for real', () => setTimeout(50)],
    [
      'hops over many turns of the event loop',
      async () => {
        for (let hops = 0; hops < 100; hops++) await setImmediate();
      },
    ],
  ])('waits for a handler that %s, and leaves the clock alone', async (_, handler) => {
    const harness = await deliverTo(handler);
    const beginMs = harness.clock.now();
    await harness.settle();
    expect(outcomes(harness)).toEqual(['returned']);
    expect(harness.handled()).toHaveLength(1);
    expect(harness.clock.now()).toBe(beginMs);
  });

  it('times a handler out that never returns, retries it and gives it up, without waiting for real', async () => {
    const harness = await deliverTo(never);
    const beginMs = harness.clock.now();
    const ticking = jest.spyOn(Activities.prototype, 'tick');
    const tookMs = await measure(() => harness.settle());
    // Of 2 ms: 200 ms for the first run, and a quarter of it for each of the others.
    expect(ticking).toHaveBeenCalledTimes(100 + 4 * 25);
    ticking.mockRestore();
    expect(outcomes(harness)).toEqual(Array(5).fill('timedOut'));
    expect(harness.deadLetters).toMatchObject([
      { attempts: 5, failures: [{ error: { code: 'handler_timeout' } }] },
    ]);
    expect(harness.clock.now() - beginMs).toBe(5 * 60_000 + 15_000);
    expect(tookMs).toBeLessThan(15_000);
  }, 20_000);

  it('gives a handler that returned after it had hung its whole patience again', async () => {
    let runs = 0;
    const router = createRouter().onAny({ name: 'mine', timeoutMs: 10 }, async () => {
      runs += 1;
      if (runs === 1) await never();
      if (runs === 3) await setTimeout(80);
    });
    const harness = createHarness({ router });
    await harness.deliver(text);
    await harness.settle();
    await harness.deliver('v1.1/postback/carousel-button');
    await harness.settle();
    expect(outcomes(harness)).toEqual(['timedOut', 'returned', 'returned']);
  });

  it('gives each run its own patience, as long as it is told to', async () => {
    const slower = () => setTimeout(30_000, undefined, { ref: false });
    const impatient = await deliverTo(slower, { patienceMs: 20, worker: { attempts: 1 } });
    await impatient.settle();
    expect(outcomes(impatient)).toEqual(['timedOut']);
    const patient = await deliverTo(() => setTimeout(300), { patienceMs: 1_000 });
    await patient.settle();
    expect(outcomes(patient)).toEqual(['returned']);
  });

  it('waits once for a handler that hangs, however often the clock is turned beside it', async () => {
    let failures = 0;
    const router = createRouter()
      .on('message:appUser', { attempts: 1 }, never)
      .on('postback', { attempts: 20 }, () => {
        failures += 1;
        throw new Error('again');
      });
    const harness = createHarness({ router, patienceMs: 500, worker: { backoff: () => 100 } });
    await harness.deliver(text);
    await harness.deliver('v1.1/postback/carousel-button');
    // 20 times the patience would be 10 seconds.
    expect(await measure(() => harness.settle())).toBeLessThan(8_000);
    expect(failures).toBe(20);
    expect(harness.deadLetters).toHaveLength(2);
  }, 20_000);

  it('runs a handler that waits on the clock for as long as it wants', async () => {
    const harness = await deliverTo(
      () =>
        new Promise<void>((resolve) => {
          harness.clock.schedule(resolve, 5_000);
        }),
      { patienceMs: 10 },
    );
    const beginMs = harness.clock.now();
    await harness.settle();
    expect(outcomes(harness)).toEqual(['returned']);
    expect(harness.clock.now() - beginMs).toBe(5_000);
  });

  it('lets a handler turn the clock', async () => {
    const harness = await deliverTo(() => harness.clock.advance('30s'), { patienceMs: 10 });
    await harness.settle();
    expect(outcomes(harness)).toEqual(['returned']);
  });

  it('waits for calls that nobody has awaited, and for what others have scheduled on the clock', async () => {
    const router = createRouter().onAny(() => {});
    const harness = createHarness({ router });
    const answer = harness.deliver(text);
    let second: unknown;
    harness.clock.schedule(() => {
      second = harness.receiver.fetch(
        new Request('http://localhost/', {
          method: 'POST',
          headers: { 'x-api-key': harness.secret },
          body: JSON.stringify(fixture('v1.1/postback/carousel-button')),
        }),
      );
    }, 60_000);
    const beginMs = harness.clock.now();
    await harness.settle();
    expect(harness.handled().map(({ trigger }) => trigger)).toEqual(['message:appUser', 'postback']);
    expect(harness.clock.now() - beginMs).toBe(60_000);
    expect((await answer).status).toBe(200);
    expect(await second).toMatchObject({ status: 200 });
  });

  it('waits for a call that the receiver cannot answer without real time', async () => {
    const secrets = () => setTimeout(50, ['the-only-secret']);
    const router = createRouter().onAny(() => {});
    const harness = createHarness({ router, secrets, secret: 'the-only-secret' });
    const answer = harness.deliver(text);
    await harness.settle();
    expect(harness.handled()).toHaveLength(1);
    expect((await answer).status).toBe(200);
  });

  it('runs what came to be while another waited on the clock for its own work', async () => {
    const harness = createHarness({ router: createRouter().onAny(() => {}) });
    let sent = false;
    harness.clock.settleWith(async () => {
      if (sent) return;
      sent = true;
      await setTimeout(20);
      await harness.queue.enqueue(makeDelivery());
    });
    await harness.settle();
    expect(harness.handled()).toHaveLength(1);
  });

  it('resolves at once when there is nothing to do, and does not turn the clock', async () => {
    const harness = createHarness({ router: createRouter() });
    const beginMs = harness.clock.now();
    await harness.settle();
    expect(harness.clock.now()).toBe(beginMs);
  });

  it('shares one run between calls at the same time, and starts anew afterwards', async () => {
    const harness = await deliverTo(() => setTimeout(5));
    const [first, second] = [harness.settle(), harness.settle()];
    expect(second).toBe(first);
    await first;
    await harness.deliver('v1.1/message.appUser/image');
    await harness.settle();
    expect(harness.handled()).toHaveLength(2);
  });

  it('settles a burst of all fixtures at once', async () => {
    const router = createRouter().onAny(() => setImmediate());
    const harness = createHarness({ router });
    const answers = await Promise.all(fixtures().map(({ payload }) => harness.deliver(payload)));
    await harness.settle();
    const queued = answers.filter(({ body }) => body.outcome === 'queued');
    expect(queued.length).toBeGreaterThan(50);
    expect(harness.handled()).toHaveLength(queued.length);
  });
});

describe('settle without an end', () => {
  it('names the handler that is retried for ever', async () => {
    const harness = await deliverTo(
      () => {
        throw new Error('not today');
      },
      { worker: { attempts: 1_000_000, backoff: (attempt) => 2 ** Math.min(attempt, 60) } },
    );
    await expect(harness.settle()).rejects.toThrow(
      /no end: a delivery of message:appUser has failed 500 times, in mine \(Error: not today\)\..*fewer attempts/,
    );
  });

  it('goes on once the handler is mended, in spite of all its failures', async () => {
    const handler: { broken?: boolean } = { broken: true };
    const harness = await deliverTo(
      () => {
        if (handler.broken) throw new Error('not today');
      },
      { worker: { attempts: 1_000_000, backoff: () => 10 } },
    );
    await expect(harness.settle()).rejects.toThrow('no end');
    handler.broken = false;
    await harness.settle();
    expect(harness.handled()).toMatchObject([{ attempts: 501 }]);
  });

  it('settles what has failed 499 times', async () => {
    let runs = 0;
    const harness = await deliverTo(
      () => {
        runs += 1;
        if (runs < 500) throw new Error('not today');
      },
      { worker: { attempts: 1_000_000, backoff: () => 10 } },
    );
    await harness.settle();
    expect(harness.handled()).toMatchObject([{ attempts: 500 }]);
  });

  it('names calls on the clock that schedule themselves anew', async () => {
    const harness = createHarness({ router: createRouter() });
    const again = () => harness.clock.schedule(again, 1_000);
    again();
    await expect(harness.settle()).rejects.toThrow(/no end: the clock was turned 10000 times, and 1 call/);
  });

  it('names the deliveries that nobody takes, and goes on once somebody does', async () => {
    const harness = createHarness({ router: createRouter().onAny(() => {}) });
    await harness.queue.pause();
    await harness.deliver(text);
    await expect(harness.settle()).rejects.toThrow(/stuck.*1 deliver.*is the queue paused/);
    await harness.queue.resume();
    await harness.settle();
    expect(harness.handled()).toHaveLength(1);
  });
});
