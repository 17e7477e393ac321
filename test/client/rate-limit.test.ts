import { type ClientOptions, type Method, RateLimitError, type RetryEvent } from '../../src/client/index.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { failureOf, makeClient, send } from './support/client.ts';
import { startServer } from './support/server.ts';
import { type Service, services, type Trouble } from './support/services/index.ts';

const limited = (retryAfter: string): Trouble => ({ type: 'status', status: 429, retryAfter });
const busy: Trouble = { type: 'status', status: 503, retryAfter: '10' };

/** How long a client waits for the second attempt of its first call. */
async function delayOf(
  baseUrl: string,
  options: Partial<ClientOptions> = {},
  method: Method = 'POST',
): Promise<number> {
  const clock = createManualClock();
  let delay = -1;
  const onRetry = ({ delayMs }: RetryEvent) => {
    delay = delayMs;
    setImmediate(() => void clock.advance(delayMs));
  };
  await send(makeClient(baseUrl, { clock, hooks: { onRetry }, ...options }), method);
  return delay;
}

describe.each(services)('a limit of $service', ({ start }) => {
  let server: Service;
  beforeEach(async () => {
    server = await start();
  });
  afterEach(() => server.close());

  async function delayAfter(
    trouble: Trouble,
    options: Partial<ClientOptions> = {},
    method: Method = 'POST',
  ): Promise<number> {
    server.suffer(trouble);
    return await delayOf(server.baseUrl, options, method);
  }

  it.each([
    ['0', 0],
    ['7', 7_000],
    ['60', 60_000],
    ['1.5', 1_500],
    [' 2 ', 2_000],
    ['soon', 0],
    ['apples 12', 0],
  ])('with Retry-After %j is waited for %i ms', async (value, delayMs) => {
    expect(await delayAfter(limited(value))).toBe(delayMs);
  });

  it('of more than 60 seconds is not waited for, and told', async () => {
    server.sufferAlways(limited('61'));
    const error = await failureOf(send(makeClient(server.baseUrl), 'GET'));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterMs: 61_000, attempts: 1, retryable: true });
  });

  it('is waited for within the deadline, and not until it', async () => {
    expect(await delayAfter(limited('10'), { deadlineMs: 10_001 })).toBe(10_000);
    server.sufferAlways(limited('10'));
    const options = { deadlineMs: 10_000, clock: createManualClock() };
    const error = await failureOf(send(makeClient(server.baseUrl, options), 'GET'));
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfterMs: 10_000, attempts: 1 });
  });

  it('told with a 503 is kept by a GET too, within the deadline', async () => {
    expect(await delayAfter(busy, { deadlineMs: 10_001 }, 'GET')).toBe(10_000);
    server.sufferAlways(busy);
    const options = { deadlineMs: 10_000, clock: createManualClock() };
    const error = await failureOf(send(makeClient(server.baseUrl, options), 'GET'));
    expect(error).toMatchObject({ name: 'ServerError', status: 503, attempts: 1 });
  });

  it('holds back the other calls of the same credentials, and those of no other', async () => {
    const clock = createManualClock();
    let closed = () => {};
    const limit = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const client = makeClient(server.baseUrl, { clock, hooks: { onRetry: () => setImmediate(closed) } });
    server.suffer(limited('5'));
    const first = send(client, 'GET');
    await limit;
    const others = [
      send(client, 'POST'),
      client
        .forApp('a')
        .request('GET', '/menu')
        .catch(() => {}),
      client.withOptions({ maxRetries: 1 }).request('GET', '/menu'),
    ];
    await send(makeClient(server.baseUrl, { clock }), 'GET');
    expect(server.calls).toHaveLength(2);
    await clock.advance(4_999);
    expect(server.calls).toHaveLength(2);
    await clock.advance(1);
    await Promise.all([first, ...others]);
    expect(server.calls).toHaveLength(6);
  });

  it('lets a call that has no time to wait fail without being sent', async () => {
    const clock = createManualClock();
    server.suffer(limited('30'));
    const client = makeClient(server.baseUrl, { clock, maxRetries: 0 });
    await failureOf(send(client, 'GET'));
    const error = await failureOf(client.request('GET', '/menu', {}, { deadlineMs: 30_000 }));
    expect(error).toMatchObject({
      name: 'RateLimitError',
      retryAfterMs: 30_000,
      attempts: 0,
      status: undefined,
    });
    expect(server.calls).toHaveLength(1);
  });
});

describe('a limit that is told in other ways', () => {
  it.each([
    ['no text', { 'retry-after': '' }, 0],
    [
      'a date to come',
      { date: 'Tue, 14 Nov 2023 22:13:20 GMT', 'retry-after': 'Tue, 14 Nov 2023 22:13:29 GMT' },
      9_000,
    ],
    [
      'a date gone by',
      { date: 'Tue, 14 Nov 2023 22:13:20 GMT', 'retry-after': 'Tue, 14 Nov 2023 22:13:10 GMT' },
      0,
    ],
  ])('with %s is waited for by the clock of the service', async (_, headers, delayMs) => {
    const server = await startServer();
    server.script({ status: 429, headers }, { status: 200 });
    expect(await delayOf(server.baseUrl)).toBe(delayMs);
    await server.close();
  });
});
