import { createApp } from '../../../src/emulator/api/create-app.ts';
import { closeAll } from '../support/listen.ts';
import { errorOf, startApi } from './support.ts';

afterEach(closeAll);

describe('the rate limiter of the emulated API', () => {
  it('answers 429 with the seconds to wait, until the span is over', async () => {
    const api = await startApi({ options: { rateLimit: { calls: 2, perMs: 10_000 } } });
    const call = () => api.call('GET', '/v1.1/shown/u');
    expect([(await call()).status, (await call()).status]).toEqual([200, 200]);
    const refused = await call();
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 429,
      body: errorOf('too_many_requests'),
    });
    expect(refused.headers.get('retry-after')).toBe('10');
    await api.world.clock.advance(8_500);
    expect((await call()).headers.get('retry-after')).toBe('2');
    await api.world.clock.advance(1_499);
    expect((await call()).headers.get('retry-after')).toBe('1');
    await api.world.clock.advance(1);
    expect([(await call()).status, (await call()).status, (await call()).status]).toEqual([200, 200, 429]);
  });

  it('counts each app for itself, and calls about no app for the account', async () => {
    const api = await startApi({ options: { rateLimit: { calls: 1, perMs: 1_000 } } });
    const other = createApp(api.world, { name: 'Other' });
    const auth = api.accountKey;
    const paths = [`${api.full}/shown/u`, `/apps/${other._id}/shown/u`, '/apps'];
    for (const path of paths) expect((await api.call('GET', `/v1.1${path}`, { auth })).status).toBe(200);
    for (const path of paths) expect((await api.call('GET', `/v1.1${path}`, { auth })).status).toBe(429);
  });

  it('counts no call that was not let in', async () => {
    const api = await startApi({ options: { rateLimit: { calls: 1, perMs: 1_000 } } });
    expect((await api.call('GET', '/v1.1/shown/u', { auth: null })).status).toBe(401);
    expect((await api.call('GET', '/v1.1/shown/u')).status).toBe(200);
  });

  it('lets every call through when none is asked for', async () => {
    const api = await startApi();
    for (let count = 0; count < 50; count++)
      expect((await api.call('GET', '/v1.1/shown/u')).status).toBe(200);
  });
});
