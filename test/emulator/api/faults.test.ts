import { once } from 'node:events';
import { connect } from 'node:net';
import { apiErrorStatuses } from '../../../src/emulator/world/index.ts';
import { closeAll } from '../support/listen.ts';
import { errorOf, startApi, type TestApi, toBasic } from './support.ts';

afterEach(closeAll);

/** Resolves when `count` calls are in the log. */
async function logged(api: TestApi, count: number): Promise<void> {
  while (api.log.list().length < count)
    await new Promise<void>((resolve) => {
      const stop = api.log.onCall(() => resolve(stop()));
    });
}

/** Begins a GET by hand, and gives the socket. */
async function begin(api: TestApi): Promise<ReturnType<typeof connect>> {
  const { hostname, port } = new URL(api.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`GET /v1.1/shown/u HTTP/1.1\r\nhost: x\r\nauthorization: ${toBasic(api.appKey)}\r\n\r\n`);
  return socket;
}

describe('the faults of the emulated API', () => {
  it.each([
    [429, 'too_many_requests'],
    [423, 'locked'],
    [409, 'conflict'],
    [402, 'payment_required'],
    [503, 'service_unavailable'],
  ])('answer %i, and do nothing else', async (status, code) => {
    const api = await startApi();
    api.faults.add({ on: 'api', action: { type: 'status', status }, times: 1 });
    const answer = await api.call('POST', '/v1.1/webhooks', {
      json: { target: 'http://a.test/', triggers: ['*'] },
    });
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: errorOf(code) });
    expect(answer.headers.has('retry-after')).toBe(false);
    expect(api.world.app.webhooks).toEqual([]);
    expect((await api.call('GET', '/v1.1/webhooks')).status).toBe(200);
  });

  it.each(Object.entries(apiErrorStatuses))('can answer with the code %s', async (code, status) => {
    const api = await startApi();
    api.faults.add({ on: 'api', action: { type: 'status', status, code } });
    const answer = await api.call('GET', '/v1.1/webhooks');
    expect({ status: answer.status, body: answer.body }).toEqual({
      status,
      body: errorOf(code),
    });
  });

  it.each([7, 'Wed, 21 Oct 2026 07:28:00 GMT'])('carry the header Retry-After: %s', async (retryAfter) => {
    const api = await startApi();
    api.faults.add({ on: 'api', action: { type: 'status', status: 429, retryAfter } });
    expect((await api.call('GET', '/v1.1/webhooks')).headers.get('retry-after')).toBe(String(retryAfter));
  });

  it('answer with HTML', async () => {
    const api = await startApi();
    api.faults.add({ on: 'api', action: { type: 'html', status: 500 } });
    const { status, headers, text } = await api.call('GET', '/v1.1/webhooks');
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 500,
      type: 'text/html; charset=utf-8',
    });
    expect(text).toContain('<h1>500</h1>');
  });

  it('strike before the credentials are looked at, and by method and path', async () => {
    const api = await startApi();
    api.faults.add({
      on: 'api',
      method: 'GET',
      path: '/v1.1/shown/*',
      action: { type: 'status', status: 429 },
    });
    expect((await api.call('GET', '/v1.1/shown/u', { auth: null })).status).toBe(429);
    expect((await api.call('GET', '/v1.1/webhooks', { auth: null })).status).toBe(401);
    expect((await api.call('POST', '/v1.1/shown')).status).toBe(201);
  });

  it('are not spent on the preflight of a browser', async () => {
    const api = await startApi();
    api.faults.add({ on: 'api', action: { type: 'status', status: 503 }, times: 1 });
    const headers = { origin: 'http://page.test' };
    expect((await api.call('OPTIONS', '/v1.1/shown', { headers })).status).toBe(204);
    expect((await api.call('OPTIONS', '/v1.1/shown')).status).toBe(404);
    expect((await api.call('GET', '/v1.1/shown/u')).status).toBe(503);
  });

  it('delay a call by the clock, in which it counts as waiting', async () => {
    const api = await startApi();
    api.faults.add({ on: 'api', action: { type: 'latency', ms: 2_000 }, times: 1 });
    let over = false;
    const call = api.call('GET', '/v1.1/shown/u').finally(() => {
      over = true;
    });
    while (api.world.clock.pending() === 0) await new Promise(setImmediate);
    await api.idle();
    await api.world.clock.advance(1_999);
    expect({ pending: api.pending(), over, logged: api.log.list() }).toEqual({
      pending: 0,
      over: false,
      logged: [],
    });
    await api.world.clock.advance(1);
    expect((await call).status).toBe(200);
    expect(api.log.list()).toMatchObject([{ status: 200, fault: 'latency' }]);
    expect(api.pending()).toBe(0);
  });

  it('leave a delayed call in progress once its time has come', async () => {
    let answer = () => {};
    let reached = () => {};
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const atWork = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const api = await startApi({
      routes: [
        {
          method: 'GET',
          path: '/apps/:appId/slow',
          scope: 'app',
          async handle() {
            reached();
            await slow;
            return { status: 200 };
          },
        },
      ],
    });
    api.faults.add({ on: 'api', action: { type: 'latency', ms: 10 } });
    const call = api.call('GET', '/v1.1/slow');
    while (api.world.clock.pending() === 0) await new Promise(setImmediate);
    expect(api.pending()).toBe(0);
    await api.world.clock.advance(10);
    await atWork;
    expect(api.pending()).toBe(1);
    let idle = false;
    const settled = api.idle().then(() => {
      idle = true;
    });
    await new Promise(setImmediate);
    expect(idle).toBe(false);
    answer();
    await settled;
    expect([(await call).status, api.pending()]).toEqual([200, 0]);
  });

  it('forget a delayed call whose caller is gone', async () => {
    const api = await startApi();
    api.faults.add({ on: 'api', action: { type: 'latency', ms: 2_000 } });
    const socket = await begin(api);
    while (api.world.clock.pending() === 0) await new Promise(setImmediate);
    socket.destroy();
    await logged(api, 1);
    expect(api.world.clock.pending()).toBe(0);
    expect(api.pending()).toBe(0);
  });

  it('never answer, until the caller is gone', async () => {
    const api = await startApi();
    api.faults.add({ on: 'api', path: '/v1.1/*', action: 'timeout' });
    const socket = await begin(api);
    let answered = false;
    socket.on('data', () => {
      answered = true;
    });
    // Another call is answered meanwhile, so that this one would have been.
    expect((await api.call('GET', '/media/none')).status).toBe(404);
    await api.world.clock.advance('1h');
    expect({ answered, pending: api.pending() }).toEqual({ answered: false, pending: 0 });
    socket.destroy();
    await logged(api, 2);
    const [call] = api.log.list().filter(({ path }) => path === '/v1.1/shown/u');
    expect(call).toMatchObject({ fault: 'timeout' });
    expect(call).not.toHaveProperty('status');
    expect(api.pending()).toBe(0);
  });

  it.each(['reset', 'dropAfterCommit'] as const)('break the connection: %s', async (action) => {
    const api = await startApi();
    api.faults.add({ on: 'api', action, times: 1 });
    const json = { target: 'http://a.test/', triggers: ['*'] };
    await expect(api.call('POST', '/v1.1/webhooks', { json })).rejects.toThrow('fetch failed');
    // The one does nothing, the other all but answer.
    expect(api.world.app.webhooks).toHaveLength(action === 'reset' ? 0 : 1);
    expect(api.log.list()).toMatchObject([{ fault: action, method: 'POST' }]);
    expect(api.log.list()[0]).not.toHaveProperty('status');
    expect(api.pending()).toBe(0);
    expect((await api.call('POST', '/v1.1/webhooks', { json })).status).toBe(201);
  });

  it('drop a refusal too', async () => {
    const api = await startApi();
    api.faults.add({ on: 'api', action: 'dropAfterCommit' });
    await expect(api.call('GET', '/v1.1/refused/forbidden')).rejects.toThrow('fetch failed');
  });
});
