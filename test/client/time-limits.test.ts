import { DeadlineError, TimeoutError } from '../../src/client/index.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { createPatientClock, failureOf, makeClient, send } from './support/client.ts';
import { startServer } from './support/server.ts';
import { type Service, services } from './support/services/index.ts';

describe.each(services)('the time of a call of $service', ({ start }) => {
  let server: Service;
  beforeEach(async () => {
    server = await start();
  });
  afterEach(() => server.close());

  /** Leaves calls without an answer, and turns the clock on by these times, one for each of them and the last for all after. */
  function hangFor(clock: ReturnType<typeof createManualClock>, ...delaysMs: readonly number[]): void {
    const left = [...delaysMs];
    server.sufferAlways({ type: 'timeout' });
    server.listen({ onSilence: () => void clock.advance((left.length > 1 ? left.shift() : left[0]) ?? 0) });
  }

  it('is 30 seconds for an attempt, and each attempt has its own', async () => {
    const clock = createPatientClock();
    hangFor(clock, 30_000, 29_999);
    const call = send(makeClient(server.baseUrl, { clock, maxRetries: 1 }), 'GET');
    let ended = false;
    call
      .catch(() => {})
      .finally(() => {
        ended = true;
      });
    while (server.calls.length < 2) await new Promise(setImmediate);
    await clock.advance(0);
    expect(ended).toBe(false);
    while (clock.now() < 1_700_000_059_999) await new Promise(setImmediate);
    expect(ended).toBe(false);
    await clock.advance(1);
    const error = await failureOf(call);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ code: 'attempt_timeout', attempts: 2, retryable: true });
  });

  it('ends a call whose fetch does not heed its signal', async () => {
    const clock = createPatientClock();
    const deaf = () => {
      setImmediate(() => void clock.advance(30_000));
      return new Promise<Response>(() => {});
    };
    const error = await failureOf(send(makeClient(server.baseUrl, { clock, fetch: deaf }), 'POST'));
    expect(error).toBeInstanceOf(TimeoutError);
  });

  it('is bounded by the deadline with all attempts', async () => {
    const clock = createPatientClock();
    hangFor(clock, 30_000);
    const error = await failureOf(
      send(makeClient(server.baseUrl, { clock, deadlineMs: 70_000 }), 'GET').finally(() => {}),
    );
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error).toMatchObject({ code: 'deadline_exceeded', attempts: 3 });
    expect(clock.pending()).toBe(0);
  });

  it('is the caller’s to end: before, during an attempt and during a wait', async () => {
    const reason = new Error('the user left');
    const before = makeClient(server.baseUrl).request(
      'GET',
      '/menu',
      {},
      { signal: AbortSignal.abort(reason) },
    );
    expect(await failureOf(before)).toBe(reason);
    expect(server.calls).toEqual([]);

    const during = new AbortController();
    server.sufferAlways({ type: 'timeout' });
    server.listen({ onSilence: () => during.abort(reason) });
    const client = makeClient(server.baseUrl, { signal: during.signal });
    expect(await failureOf(send(client, 'GET'))).toBe(reason);

    const waiting = new AbortController();
    server.sufferAlways({ type: 'status', status: 500 });
    const onRetry = () => setImmediate(() => waiting.abort(reason));
    const options = { hooks: { onRetry }, clock: createManualClock(), random: () => 0.9 };
    const call = makeClient(server.baseUrl, options).request('GET', '/menu', {}, { signal: waiting.signal });
    expect(await failureOf(call)).toBe(reason);
    expect(options.clock.pending()).toBe(0);
  });

  it('leaves no timer and no listener behind', async () => {
    const clock = createManualClock();
    const { signal } = new AbortController();
    const add = jest.spyOn(signal, 'addEventListener');
    const remove = jest.spyOn(signal, 'removeEventListener');
    await send(makeClient(server.baseUrl, { clock, signal }), 'GET');
    expect(clock.pending()).toBe(0);
    expect(add).toHaveBeenCalledTimes(1);
    expect(remove).toHaveBeenCalledTimes(1);
  });
});

describe('an answer that stops in its middle', () => {
  it('is in the time of its attempt', async () => {
    const server = await startServer();
    const clock = createPatientClock();
    server.script((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{', () => void clock.advance(30_000));
    });
    const error = await failureOf(send(makeClient(server.baseUrl, { clock }), 'POST'));
    expect(error).toMatchObject({ code: 'attempt_timeout', attempts: 1, retryable: false });
    await server.close();
  });
});
