import { gzipSync } from 'node:zlib';
import { OptionsError } from '../../src/errors/index.ts';
import { createRouter, PermanentError, type Router } from '../../src/index.ts';
import {
  createHarness,
  createManualClock,
  type DeliverOptions,
  fixture,
  type HarnessOptions,
} from '../../src/testing/index.ts';

const text = 'v1.1/message.appUser/text';

/** A router whose only handler fails as often as `failures` says. */
function failing(failures: number): Router {
  let left = failures;
  return createRouter().on('message:appUser', { name: 'flaky' }, () => {
    if (left-- > 0) throw new Error('not yet');
  });
}

describe('deliver', () => {
  it('takes a fixture by name, a payload, a text and bytes, and gives the answer', async () => {
    const harness = createHarness({ router: createRouter() });
    const queued = { status: 200, body: { outcome: 'queued' } };
    const duplicate = { status: 200, body: { outcome: 'duplicate' } };
    expect(await harness.deliver(text)).toMatchObject(queued);
    expect(await harness.deliver(fixture(text))).toMatchObject(duplicate);
    expect(await harness.deliver(JSON.stringify(fixture(text)))).toMatchObject(duplicate);
    const headers = { 'Content-Encoding': 'gzip' };
    const bytes = gzipSync(JSON.stringify(fixture(text)));
    expect(await harness.deliver(bytes, { headers })).toMatchObject(duplicate);
    expect(await harness.deliver('no JSON')).toMatchObject({
      status: 400,
      body: { error: 'body_malformed' },
    });
  });

  it('names the nearest fixture for one that does not exist', async () => {
    const harness = createHarness({ router: createRouter() });
    await expect(harness.deliver('v1.1/message.appUser/txt')).rejects.toThrow(
      /The nearest is 'v1.1\/message/,
    );
  });

  it.each([undefined, null, 7])('refuses %p as a body', async (body) => {
    const harness = createHarness({ router: createRouter() });
    await expect(harness.deliver(body as never)).rejects.toThrow(OptionsError);
  });

  it.each([
    [{ secret: 'another-secret' }, 401],
    [{ secret: null }, 401],
    [{ headers: { 'X-API-Key': 'another-secret' } }, 401],
    [{ headers: { 'x-api-key': undefined } }, 401],
    [{ headers: { 'content-encoding': 'rot13' } }, 415],
    [{}, 200],
  ] as [DeliverOptions & { times?: undefined }, number][])(
    'sends as %p says: %d',
    async (options, status) => {
      const harness = createHarness({ router: createRouter() });
      expect((await harness.deliver(text, options)).status).toBe(status);
    },
  );

  it('lets a header take the place of its own, however it is spelled', async () => {
    const harness = createHarness({ router: createRouter() });
    expect((await harness.deliver(text, { headers: { 'X-API-Key': harness.secret } })).status).toBe(200);
  });

  it('makes the same call so many times, one after the other', async () => {
    const harness = createHarness({ router: createRouter() });
    const answers = await harness.deliver(text, { times: 3 });
    expect(answers.map(({ body }) => body.outcome)).toEqual(['queued', 'duplicate', 'duplicate']);
  });

  it.each([{ times: 0 }, { times: 1.5 }, { secrets: 'x' }])('refuses the options %p', async (options) => {
    const harness = createHarness({ router: createRouter() });
    await expect(harness.deliver(text, options as object)).rejects.toThrow(OptionsError);
  });
});

describe('createHarness', () => {
  it('tells which deliveries were handled, with their typed events', async () => {
    const router = createRouter()
      .on('message:appUser', () => {})
      .onUnknown(() => {});
    const harness = createHarness({ router });
    await harness.deliver(text);
    await harness.deliver('v1.1/postback/carousel-button');
    await harness.deliver('unknown/passthrough-apple-interactive');
    expect(harness.handled()).toEqual([]);
    await harness.settle();
    const [handled] = harness.handled('message:appUser');
    expect(handled?.event.messages[0]?._id).toBe(fixture(text).messages[0]?._id);
    expect(handled).toMatchObject({
      kind: 'known',
      trigger: 'message:appUser',
      attempts: 1,
      handledAtMs: harness.clock.now(),
      key: handled?.delivery.key,
    });
    expect(harness.handled('message:*')).toHaveLength(1);
    expect(harness.handled('postback')).toEqual([]);
    expect(harness.handled().map(({ kind, trigger }) => [kind, trigger])).toEqual([
      ['known', 'message:appUser'],
      ['unknown', 'passthrough:apple:interactive'],
    ]);
    expect(() => harness.handled('message:appuser' as 'postback')).toThrow(/did you mean 'message:appUser'/);
  });

  it('keeps a known trigger in an unknown version out of the events of that trigger', async () => {
    const harness = createHarness({ router: createRouter().onUnknown(() => {}) });
    await harness.deliver({ ...fixture(text), version: 'v7' });
    await harness.settle();
    expect(harness.handled()).toHaveLength(1);
    expect(harness.handled('message:appUser')).toEqual([]);
  });

  it('tells every run of every handler, with what it threw', async () => {
    const error = new PermanentError('never');
    const router = failing(1).on('message:appUser', { name: 'broken' }, () => {
      throw error;
    });
    const harness = createHarness({ router });
    await harness.deliver(text);
    await harness.settle();
    expect(harness.runs('message:appUser')).toMatchObject([
      { handler: 'flaky', attempt: 1, outcome: 'failed', error: { message: 'not yet' } },
      { handler: 'broken', attempt: 1, outcome: 'failed', error },
      { handler: 'flaky', attempt: 2, outcome: 'returned' },
    ]);
    expect(harness.runs()[1]?.error).toBe(error);
    expect(harness.handled()).toEqual([]);
    expect(harness.deadLetters).toMatchObject([
      { reason: 'handler_failed', failures: [{ handler: 'broken' }] },
    ]);
  });

  it('waits between runs as long as the worker may at most, without jitter', async () => {
    const harness = createHarness({ router: failing(4) });
    await harness.deliver(text);
    await harness.settle();
    const begun = harness.runs().map(({ startedAtMs }) => startedAtMs);
    expect(begun.map((atMs) => atMs - (begun[0] ?? 0))).toEqual([0, 1_000, 3_000, 7_000, 15_000]);
    expect(harness.handled()).toMatchObject([{ attempts: 5 }]);
  });

  it('shows the dead letters as they are now, also after a replay and a removal', async () => {
    const harness = createHarness({ router: failing(1), worker: { attempts: 1 } });
    await harness.deliver(text);
    await harness.deliver('refused/image-without-media-url');
    await harness.settle();
    const failed = harness.deadLetters.find(({ reason }) => reason === 'handler_failed');
    const refused = harness.deadLetters.find(({ reason }) => reason === 'refused');
    expect(harness.deadLetters).toHaveLength(2);
    await harness.queue.deadLetters.remove(refused?.id ?? '');
    await harness.queue.deadLetters.replay(failed?.id ?? '');
    expect(harness.deadLetters).toEqual([]);
    await harness.settle();
    expect(harness.handled('message:appUser')).toHaveLength(1);
  });

  it('keeps what all parts log, and prints nothing', async () => {
    const writing = jest.spyOn(process.stdout, 'write');
    const router = failing(1).onAny((_, { log }) => log.debug({ mine: 1 }, 'a word of a handler'));
    const harness = createHarness({ router });
    await harness.deliver(text);
    await harness.settle();
    await harness.queue.pause();
    await harness.deliver('v1.1/postback/carousel-button');
    await harness.close();
    expect(writing).not.toHaveBeenCalled();
    writing.mockRestore();
    expect(harness.logs.map(({ level, message }) => `${level} ${message}`)).toEqual([
      'info call acknowledged',
      'debug a word of a handler',
      'warn delivery will be retried',
      'info delivery handled',
      'info call acknowledged',
      'warn the memory queue was closed with deliveries in it',
    ]);
    expect(harness.logs[1]?.fields).toMatchObject({ mine: 1, trigger: 'message:appUser' });
  });

  it('works with NODE_ENV=production, and under fake timers', async () => {
    const environment = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    jest.useFakeTimers();
    try {
      const harness = createHarness({ router: failing(2) });
      await harness.deliver(text);
      await harness.settle();
      expect(harness.handled()).toMatchObject([{ attempts: 3 }]);
    } finally {
      jest.useRealTimers();
      process.env['NODE_ENV'] = environment;
    }
  });

  it('takes secrets of every kind and sends the first, or the one that is named', async () => {
    const named = { name: 'new', secret: 'the-new-secret' };
    for (const [options, secret] of [
      [{ secrets: 'the-only-secret' }, 'the-only-secret'],
      [{ secrets: [named, { name: 'old', secret: 'the-old-secret' }] }, 'the-new-secret'],
      [{ secrets: ['the-first-secret', 'the-old-secret'], secret: 'the-old-secret' }, 'the-old-secret'],
      [{ secrets: async () => [named], secret: 'the-new-secret' }, 'the-new-secret'],
      [{ secret: 'the-given-secret', receiver: { secretHeader: 'X-Mine' } }, 'the-given-secret'],
    ] as [Omit<HarnessOptions, 'router'>, string][]) {
      const harness = createHarness({ router: createRouter(), ...options });
      expect((await harness.deliver(text)).status).toBe(200);
      expect(harness.secret).toBe(secret);
    }
  });

  it.each([
    [{}, /router must be a router/],
    [{ secrets: async () => [] }, /secret is required/],
    [{ secrets: [] }, /secret/],
    [{ secrets: 'short' }, /8 characters/],
    [{ clock: { now: () => 0, schedule: () => () => {} } }, /clock must be a manual clock/],
    [{ patienceMs: 0 }, /patienceMs must be a whole number of at least 1/],
    [{ receiver: { queue: {} } }, /receiver\.queue is the harness's own/],
    [{ worker: { clock: {} } }, /worker\.clock is the harness's own/],
    [{ worker: 5 }, /worker must be an object/],
    [{ receiver: { limitBites: 1 } }, /limitBites/],
    [{ worker: { concurency: 1 } }, /concurency/],
    [{ patience: 1 }, /createHarness has no option 'patience'/],
  ])('refuses the options %p', (options, message) => {
    const given = Object.keys(options).length === 0 ? {} : { router: createRouter(), ...options };
    const make = () => createHarness(given as HarnessOptions);
    expect(make).toThrow(OptionsError);
    expect(make).toThrow(message);
  });

  it('runs two harnesses on one clock', async () => {
    const clock = createManualClock();
    const one = createHarness({ router: failing(1), clock });
    const other = createHarness({ router: failing(1), clock });
    await Promise.all([one.deliver(text), other.deliver(text)]);
    await one.settle();
    expect([one.handled().length, other.handled().length]).toEqual([1, 1]);
  });

  it('closes though a handler never returns, hands its delivery back and turns the clock by no more than that takes', async () => {
    const router = createRouter().onAny(() => new Promise(() => {}));
    const harness = createHarness({ router, patienceMs: 10 });
    await harness.deliver(text);
    await harness.clock.advance(0);
    const beginMs = harness.clock.now();
    await Promise.all([harness.close(), harness.close()]);
    expect(harness.runs()).toMatchObject([{ outcome: 'cut' }]);
    expect(harness.clock.now() - beginMs).toBeLessThanOrEqual(1_000);
    expect(await harness.deliver('v1.1/postback/carousel-button')).toMatchObject({ status: 503 });
  });

  it('does not turn the clock to close when nothing runs', async () => {
    const harness = createHarness({ router: failing(1) });
    await harness.deliver(text);
    await harness.clock.advance(0);
    harness.clock.schedule(() => {}, 60_000);
    const beginMs = harness.clock.now();
    await harness.close();
    expect(harness.clock.now()).toBe(beginMs);
  });
});
