import { closeAll } from '../support/listen.ts';
import { errorOf, startApi } from './support.ts';

afterEach(closeAll);

const origin = 'https://page.test';

describe('the CORS headers of the emulated API', () => {
  it.each([
    ['an answer', '/v1.1/shown/u', 200],
    ['a refusal', '/v1.1/refused/forbidden', 403],
    ['an unknown path', '/nothing', 404],
  ])('let a page read %s', async (_, path, status) => {
    const api = await startApi();
    const answer = await api.call('GET', path, { headers: { origin } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect(answer.headers.get('access-control-expose-headers')).toBe('Retry-After');
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  it('answer a preflight without credentials, and keep it out of the log', async () => {
    const api = await startApi();
    const headers = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type,x-own',
    };
    const answer = await api.call('OPTIONS', '/v1.1/shown', { auth: null, headers });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,DELETE');
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization,content-type,x-own');
    expect(api.log.list()).toEqual([]);
  });

  it('are not there without an origin', async () => {
    const api = await startApi();
    const { headers } = await api.call('GET', '/v1.1/shown/u');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('are not there when they are switched off', async () => {
    const api = await startApi({ options: { cors: false } });
    const { headers } = await api.call('GET', '/v1.1/shown/u', { headers: { origin } });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    const preflight = await api.call('OPTIONS', '/v1.1/shown', { headers: { origin } });
    expect({ status: preflight.status, body: preflight.body }).toEqual({
      status: 404,
      body: errorOf('route_not_found'),
    });
  });
});
