import type { RequestListener } from 'node:http';
import express from 'express';
import { closeAll } from '../support/listen.ts';
import { errorOf, startApi } from './support.ts';

afterEach(closeAll);

// Express 4 has no types here; what is used of it has the shape of 5.
const express4 = require('express4') as typeof express;
const frameworks = { 'express 5': express, 'express 4': express4 };

describe.each(Object.entries(frameworks))('the paths of the emulated API on %s', (_, framework) => {
  it.each(['v1', 'v1.1'])('answers full and short paths of %s', async (version) => {
    const api = await startApi({ express: framework });
    for (const path of [
      `/${version}${api.full}/shown/u?a=1&a=2&b=%26`,
      `/${version}/shown/u?a=1&a=2&b=%26`,
    ]) {
      const { status, body } = await api.call('GET', path);
      expect(status).toBe(200);
      expect(body).toEqual({
        version,
        app: api.world.app._id,
        params: expect.objectContaining({ user: 'u' }),
        query: [
          ['a', '1'],
          ['a', '2'],
          ['b', '&'],
        ],
        baseUrl: `${api.origin}/${version}`,
        body: null,
      });
    }
  });

  it('takes paths in any case and with a slash at their end', async () => {
    const api = await startApi({ express: framework });
    for (const path of ['/v1.1/Shown/u', '/V1.1/SHOWN/u', '/v1.1/shown/u/'])
      expect((await api.call('GET', path)).status).toBe(200);
  });

  it.each([
    ['a%2Fb%3Fc%23d', 'a/b?c#d'],
    ['a%252Fb', 'a%2Fb'],
    ['%24%26', '$&'],
    ['%C3%9Cnal', 'Ünal'],
    ['__proto__', '__proto__'],
    ['a+b%20c', 'a+b c'],
  ])('decodes %s once', async (encoded, user) => {
    const api = await startApi({ express: framework });
    const { body } = await api.call('GET', `/v1.1/shown/${encoded}`);
    expect(body).toMatchObject({ params: { user } });
  });

  it.each(['/v1.1/shown/%', '/v1.1/shown/%zz', '/v1.1/shown/%E0%A4%A', '/v1.1/apps/%/shown/u'])(
    'answers 400 for %s, which cannot be decoded',
    async (path) => {
      const api = await startApi({ express: framework });
      const { status, body } = await api.call('GET', path);
      expect({ status, body }).toEqual({ status: 400, body: errorOf('bad_request') });
    },
  );

  it.each([
    ['GET', '/'],
    ['GET', '/v1.1'],
    ['GET', '/v2/shown/u'],
    ['GET', '/shown/u'],
    ['GET', '/v1.1/unknown'],
    ['GET', '/v1.1/shown/u/v'],
    ['GET', '/v1.1/shown'],
    ['PATCH', '/v1.1/shown'],
    ['POST', '/v1.1/shown/u'],
    ['PUT', '/v1.1/shown'],
    ['GET', '/v1.1/old'],
    ['OPTIONS', '/v1.1/shown'],
    ['GET', '/%'],
  ])('answers %s %s with route_not_found', async (method, path) => {
    const api = await startApi({ express: framework });
    const { status, body } = await api.call(method, path);
    expect({ status, body }).toEqual({ status: 404, body: errorOf('route_not_found') });
  });

  it('keeps a route to the versions that have it', async () => {
    const api = await startApi({ express: framework });
    expect((await api.call('GET', '/v1/old')).status).toBe(200);
    expect((await api.call('GET', '/v1.1/old')).status).toBe(404);
  });

  it.each(Object.entries(frameworks))('works below a path of a host on %s', async (_name, host) => {
    const mount = (app: RequestListener) =>
      host().use('/deep/emulator', host.Router().use('/api', app)) as unknown as RequestListener;
    const api = await startApi({ express: framework, mount });
    const { body } = await api.call('GET', '/deep/emulator/api/v1.1/shown/u?x=1');
    expect(body).toMatchObject({ query: [['x', '1']], baseUrl: `${api.origin}/deep/emulator/api/v1.1` });
    expect((await api.call('GET', '/deep/emulator/api/v1.1/none')).body).toEqual(errorOf('route_not_found'));
    expect(api.log.list().map(({ path }) => path)).toEqual(['/v1.1/shown/u?x=1', '/v1.1/none']);
  });

  it('answers with JSON and with nothing', async () => {
    const api = await startApi({ express: framework });
    const json = await api.call('POST', '/v1.1/shown', { json: { a: 1 } });
    expect({ status: json.status, body: json.body }).toEqual({ status: 201, body: { body: { a: 1 } } });
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(json.headers.get('x-powered-by')).toBe('Express');
    expect(json.headers.get('cache-control')).toContain('no-store');
    expect(json.headers.get('x-smooch-app-id')).toBe(api.world.app._id);
    const empty = await api.call('DELETE', '/v1.1/shown');
    expect({ status: empty.status, text: empty.text }).toEqual({ status: 200, text: '' });
    expect(empty.headers.get('content-length')).toBe('0');
  });
});

describe('the base URL of a call', () => {
  it('is the public URL where one is set', async () => {
    const api = await startApi({ options: { publicUrl: 'https://public.test/emu/' } });
    const { body } = await api.call('GET', '/v1/shown/u');
    expect(body).toMatchObject({ baseUrl: 'https://public.test/emu/v1' });
  });

  it('names the host that was called', async () => {
    const api = await startApi();
    const named = api.origin.replace('127.0.0.1', 'localhost');
    const response = await fetch(`${named}/v1.1/shown/u`, {
      headers: { authorization: `Basic ${btoa(`${api.appKey._id}:${api.appKey.secret}`)}` },
    });
    expect(await response.json()).toMatchObject({ baseUrl: `${named}/v1.1` });
  });
});
