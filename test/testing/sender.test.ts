import type { Answer } from '../../src/index.ts';
import { createManualClock, createSender, fixture } from '../../src/testing/index.ts';
import { SECRET } from '../receiver/support.ts';
import { createScene, storyOf, WINDOW_MS } from './sender-support.ts';

const text = 'v1.1/message.appUser/text';
const silence = undefined;

describe('the sender', () => {
  it('makes 5 attempts at 0, 60, 180, 420 and 900 s, to the millisecond, and gives up', async () => {
    const { sender, calls, finish } = createScene([503]);
    const delivery = await finish(sender.send(text));
    expect(storyOf(delivery)).toEqual([
      [0, 503],
      [60_000, 503],
      [180_000, 503],
      [420_000, 503],
      [900_000, 503],
    ]);
    expect(delivery.verdict).toBe('exhausted');
    const firstMs = calls[0]?.atMs ?? 0;
    expect(calls.map(({ atMs }) => atMs - firstMs)).toEqual([0, 60_000, 180_000, 420_000, 900_000]);
    expect(delivery.attempts.map(({ number, atMs }) => [number, atMs - firstMs])).toEqual([
      [1, 0],
      [2, 60_000],
      [3, 180_000],
      [4, 420_000],
      [5, 900_000],
    ]);
  });

  it('does not call a millisecond early', async () => {
    const { sender, calls, clock } = createScene([503, 200]);
    const sending = sender.send(text);
    await clock.advance(59_999);
    expect(calls).toHaveLength(1);
    await clock.advance(1);
    expect(calls).toHaveLength(2);
    expect((await sending).verdict).toBe('acknowledged');
  });

  it('has made its first call when send returns', () => {
    const { sender, calls } = createScene([200]);
    const sending = sender.send(text);
    expect(calls).toHaveLength(1);
    return sending;
  });

  it.each([200, 201, 204, 299])('stops at %d', async (status) => {
    const { sender, calls, finish } = createScene([503, status]);
    const delivery = await finish(sender.send(text));
    expect(storyOf(delivery)).toEqual([
      [0, 503],
      [60_000, status],
    ]);
    expect(delivery.verdict).toBe('acknowledged');
    expect(calls).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 406])('never tries again after %d', async (status) => {
    const { sender, calls, finish } = createScene([status, 200]);
    expect(await finish(sender.send(text))).toMatchObject({
      verdict: 'ended',
      attempts: [{ outcome: status }],
    });
    expect(calls).toHaveLength(1);
  });

  it.each([100, 199, 300, 302, 307, 402, 405, 407, 409, 410, 413, 415, 422, 429, 500, 503])(
    'tries again after %d',
    async (status) => {
      const { sender, finish } = createScene([status, 200]);
      expect(storyOf(await finish(sender.send(text)))).toEqual([
        [0, status],
        [60_000, 200],
      ]);
    },
  );

  it('takes 20 s of silence for a failure, and goes on as planned', async () => {
    const { sender, clock, finish } = createScene([silence, 200]);
    const sending = sender.send(text);
    await clock.advance(19_999);
    expect(sender.report()).toMatchObject({ attempts: 0, underWay: 1 });
    await clock.advance(1);
    expect(sender.report().byOutcome).toEqual({ silent: 1 });
    const { attempts } = await finish(sending);
    expect(attempts).toMatchObject([
      { afterMs: 0, outcome: 'silent', tookMs: 20_000 },
      { afterMs: 60_000, outcome: 200, tookMs: 0 },
    ]);
  });

  it.each([
    [19_999, 200],
    [20_000, 'silent'],
  ])('hears an answer after %d ms as %p', async (delayMs, outcome) => {
    const clock = createManualClock();
    const handle = () =>
      new Promise<Answer>((resolve) => {
        clock.schedule(() => resolve({ status: 200, headers: {}, body: '' }), delayMs);
      });
    const sender = createSender({ target: { handle }, secret: SECRET, clock, scheduleMs: [0] });
    const sending = sender.send(text);
    await clock.advance(20_000);
    expect((await sending).attempts).toMatchObject([{ outcome, tookMs: delayMs }]);
  });

  it('sends the same bytes and headers at each attempt, with the secret and the type', async () => {
    const { sender, calls, finish } = createScene([503]);
    const payload = fixture(text);
    const sending = sender.send(payload);
    // what happens to the payload afterwards is nothing to a delivery under way
    payload.messages.length = 0;
    await finish(sending);
    const body = JSON.stringify(fixture(text));
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-api-key': SECRET,
    };
    expect(calls.map(({ atMs: _, ...call }) => call)).toEqual(
      Array.from({ length: 5 }, () => ({ method: 'POST', headers, body })),
    );
  });

  it('sends bytes as they are', async () => {
    const { sender, calls } = createScene([400]);
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    await sender.send(bytes);
    expect(calls[0]?.body).toBe(bytes);
  });

  it('follows a schedule, a limit and a header of your own', async () => {
    const { sender, calls, clock, finish } = createScene([silence, 503], {
      scheduleMs: [0, 10, 10],
      timeoutMs: 25,
      header: 'X-Hook-Secret',
    });
    const sending = sender.send(text);
    await clock.advance(25);
    // what was due while the first call was silent is made up for
    expect(storyOf(await finish(sending))).toEqual([
      [0, 'silent'],
      [25, 503],
      [25, 503],
    ]);
    expect(calls[0]?.headers).toMatchObject({ 'X-Hook-Secret': SECRET });
  });

  it('takes a target that rejects for a broken connection, and keeps the reason', async () => {
    const error = new TypeError('a bug of the host');
    const { sender, finish } = createScene([], { target: { handle: () => Promise.reject(error) } });
    const { attempts } = await finish(sender.send(text));
    expect(attempts[0]).toMatchObject({ outcome: 'reset', error });
  });

  it('sends several at the same time, and tells of them in the order of the list', async () => {
    const { sender, calls, clock } = createScene([503, 200, 401, 200]);
    const sending = sender.sendAll([text, 'v1/message.appUser/text', { trigger: 'new' }]);
    expect(calls.map(({ body }) => JSON.parse(String(body)).trigger)).toEqual([
      'message:appUser',
      'message:appUser',
      'new',
    ]);
    await clock.advance(WINDOW_MS);
    expect((await sending).map(({ name, verdict }) => [name, verdict])).toEqual([
      [text, 'acknowledged'],
      ['v1/message.appUser/text', 'acknowledged'],
      [undefined, 'ended'],
    ]);
  });

  it('leaves nothing scheduled when a delivery has ended', async () => {
    const { sender, clock } = createScene([200]);
    await sender.send(text);
    expect(clock.pending()).toBe(0);
  });
});

describe('the report of a sender', () => {
  it('is empty before anything was sent', () => {
    const { sender } = createScene([200]);
    expect(sender.report()).toEqual({
      deliveries: 0,
      underWay: 0,
      acknowledged: 0,
      ended: 0,
      exhausted: 0,
      attempts: 0,
      duplicates: 0,
      byOutcome: {},
      sent: [],
      lost: [],
    });
  });

  it('says what the service believes of each delivery and what it would have lost, and why', async () => {
    const { sender, finish } = createScene([503, 401, 200, 500]);
    const ended = await finish(sender.send({ id: 1 }));
    const acknowledged = await finish(sender.send({ id: 2 }));
    const exhausted = await finish(sender.send({ id: 3 }));
    expect(sender.report()).toEqual({
      deliveries: 3,
      underWay: 0,
      acknowledged: 1,
      ended: 1,
      exhausted: 1,
      attempts: 8,
      duplicates: 0,
      byOutcome: { 200: 1, 401: 1, 500: 5, 503: 1 },
      sent: [ended, acknowledged, exhausted],
      lost: [
        { delivery: ended, why: 'ended by 401 at attempt 2', reachedTarget: false },
        {
          delivery: exhausted,
          why: 'exhausted after 5 attempts: 500, 500, 500, 500, 500',
          reachedTarget: false,
        },
      ],
    });
  });

  it('tells a loss in the eyes of the service from one of the target', async () => {
    const { sender, finish } = createScene([200]);
    await finish(sender.send(text, { faults: Array(5).fill('loseResponse') }));
    expect(sender.report()).toMatchObject({
      acknowledged: 0,
      exhausted: 1,
      lost: [{ why: 'exhausted after 5 attempts: reset, reset, reset, reset, reset', reachedTarget: true }],
    });
  });

  it('counts a delivery under way with the attempts that it has behind it', async () => {
    const { sender, clock, finish } = createScene([503, 200]);
    const sending = sender.send(text);
    await clock.advance(0);
    expect(sender.report()).toMatchObject({ deliveries: 1, underWay: 1, attempts: 1, sent: [], lost: [] });
    await finish(sending);
    expect(sender.report()).toMatchObject({ deliveries: 1, underWay: 0, attempts: 2, acknowledged: 1 });
  });
});
