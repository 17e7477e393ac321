import { closeServers } from '../../receiver/support.ts';
import { createScene, createTarget, SECRET, storyOf } from './support.ts';

afterEach(closeServers);

const WINDOW_MS = 900_000;

describe('a delivery by the policy of the service', () => {
  it('is attempted at 0, 60, 180, 420 and 900 seconds', async () => {
    const { sendAndAdvance, clock } = await createScene([503]);
    const startedMs = clock.now();
    const delivery = await sendAndAdvance(WINDOW_MS);
    expect(storyOf(delivery)).toEqual([0, 60_000, 180_000, 420_000, 900_000].map((ms) => [ms, 503]));
    expect(delivery.attempts.map(({ atMs }) => atMs - startedMs)).toEqual([
      0, 60_000, 180_000, 420_000, 900_000,
    ]);
    expect(delivery.state).toBe('exhausted');
  });

  it('has its last attempt at the end of the window and not a millisecond earlier', async () => {
    const { sendAndAdvance, deliveries, clock } = await createScene([503]);
    const { id, attempts, state, nextAtMs } = await sendAndAdvance(WINDOW_MS - 1);
    expect([attempts.length, state, nextAtMs]).toEqual([4, 'pending', clock.now() + 1]);
    await clock.advance(1);
    expect(deliveries.get(id)).toMatchObject({ state: 'exhausted' });
    expect(deliveries.get(id)).not.toHaveProperty('nextAtMs');
  });

  it('goes by a schedule of its own where one is set', async () => {
    const { sendAndAdvance } = await createScene([503], { scheduleMs: [0, 10, 500] });
    expect(storyOf(await sendAndAdvance(500))).toEqual([
      [0, 503],
      [10, 503],
      [500, 503],
    ]);
  });

  it.each([400, 401, 403, 404, 406])('ends at once at %i', async (status) => {
    const { sendAndAdvance } = await createScene([status]);
    const delivery = await sendAndAdvance(WINDOW_MS);
    expect(delivery).toMatchObject({
      state: 'ended',
      attempts: [{ outcome: status, decision: `not tried again: ${status} is final` }],
    });
  });

  it.each([301, 402, 405, 407, 409, 410, 413, 415, 422, 429, 500, 502])(
    'is tried again after %i',
    async (status) => {
      const { sendAndAdvance } = await createScene([status, 200]);
      const delivery = await sendAndAdvance(WINDOW_MS);
      expect(delivery.state).toBe('acknowledged');
      expect(storyOf(delivery)).toEqual([
        [0, status],
        [60_000, 200],
      ]);
      expect(delivery.attempts.map(({ decision }) => decision)).toEqual([
        `tried again 60 s after the first attempt: ${status} is neither a success nor final`,
        'acknowledged: 200 is a success',
      ]);
    },
  );

  it.each([200, 201, 204, 299])('is acknowledged by %i', async (status) => {
    const { sendAndAdvance } = await createScene([status]);
    expect(await sendAndAdvance(0)).toMatchObject({ state: 'acknowledged', attempts: [{ outcome: status }] });
  });

  it('is hung up on after 20 seconds of silence, and tried again', async () => {
    const { machine, app, webhook, makeEvent, clock, deliveries, target } = await createScene([
      undefined,
      200,
    ]);
    const { id } = machine.send(app, webhook, makeEvent());
    await clock.advance(19_999);
    expect(deliveries.get(id)?.attempts).toEqual([]);
    await clock.advance(1);
    await target.hungUp[0];
    expect(deliveries.get(id)?.attempts).toMatchObject([
      { outcome: 'silent', tookMs: 20_000, decision: expect.stringContaining('no answer within 20 s') },
    ]);
    await clock.advance(40_000);
    expect(deliveries.get(id)).toMatchObject({ state: 'acknowledged', attempts: [{}, { afterMs: 60_000 }] });
  }, 10_000);

  it('is tried again when the receiver hangs up or is not there', async () => {
    const { sendAndAdvance } = await createScene([(response) => response.destroy(), 200]);
    expect(storyOf(await sendAndAdvance(WINDOW_MS))).toEqual([
      [0, 'reset'],
      [60_000, 200],
    ]);
    await closeServers();
    const { attempts, state } = await sendAndAdvance(WINDOW_MS);
    expect(attempts.map(({ outcome, error }) => [outcome, error])).toEqual(
      Array(5).fill(['refused', 'ECONNREFUSED']),
    );
    expect(state).toBe('exhausted');
  });

  it('is tried again when the target is no URL', async () => {
    const { sendAndAdvance, webhook } = await createScene();
    webhook.target = 'localhost';
    const { attempts, state } = await sendAndAdvance(WINDOW_MS);
    expect(attempts).toMatchObject(Array(5).fill({ outcome: 'refused', error: 'ERR_INVALID_URL' }));
    expect(state).toBe('exhausted');
  });

  it('sends the same bytes each time, with the secret under the name the service spells', async () => {
    const { target, sendAndAdvance, makeEvent } = await createScene([503, 503, 200]);
    const body: { trigger: string; text: string } = { trigger: 'message:appUser', text: 'Grüße 👋' };
    const event = { ...makeEvent(), body };
    const sending = sendAndAdvance(WINDOW_MS, event);
    body.text = 'changed after it has happened';
    const delivery = await sending;
    const text = '{"trigger":"message:appUser","text":"Grüße 👋"}';
    expect(target.calls.map((call) => call.body)).toEqual([text, text, text]);
    for (const { headers, rawHeaders } of target.calls) {
      expect(rawHeaders).toEqual(expect.arrayContaining(['X-API-Key', SECRET]));
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      });
    }
    expect(delivery.body).toEqual(JSON.parse(text));
  });

  it('goes on to the target and the secret of its time when the webhook is changed or deleted', async () => {
    const { app, clock, webhook, target, machine, makeEvent } = await createScene([503, 503, 200]);
    const other = await createTarget(200);
    machine.send(app, webhook, makeEvent());
    webhook.target = other.url;
    await clock.advance(60_000);
    app.webhooks = [];
    await clock.advance(WINDOW_MS);
    expect([target.calls.length, other.calls.length]).toEqual([3, 0]);
  });

  it('keeps what was sent and what was answered', async () => {
    const { sendAndAdvance, target } = await createScene([
      (response) => response.writeHead(200, { 'x-test': 'yes' }).end('y'.repeat(10_001)),
    ]);
    const { attempts } = await sendAndAdvance(0);
    expect(attempts).toMatchObject([
      {
        number: 1,
        duplicate: false,
        faults: [],
        request: { headers: { 'X-API-Key': SECRET } },
        response: { status: 200, headers: { 'x-test': 'yes' }, body: 'y'.repeat(10_000) },
      },
    ]);
    expect(attempts[0]?.request).not.toHaveProperty('body');
    expect(target.calls).toHaveLength(1);
  });
});
