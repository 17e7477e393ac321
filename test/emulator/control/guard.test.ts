import { request } from 'node:http';
import express from 'express';
import { createEmulator } from '../../../src/emulator/index.ts';
import { closeAll, listen } from '../support/listen.ts';
import { startControl } from './support.ts';

afterEach(closeAll);

/** A GET with a header `Host` of one's own, which `fetch` does not let through. Gives the status. */
function getAs(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host }, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });
}

describe('the control', () => {
  it.each([
    ['localhost', 200],
    ['localhost:4010', 200],
    ['127.0.0.1:1', 200],
    ['[::1]:4010', 200],
    ['emulator.test', 200],
    ['evil.test', 403],
    ['localhost.evil.test', 403],
    ['127.0.0.1.evil.test', 403],
    ['192.168.0.7', 403],
    ['a b', 403],
  ])('answers a call to the host %s with %d', async (host, status) => {
    const { emulator } = await startControl({ publicUrl: 'https://emulator.test' });
    const origin = await listen(emulator.app);
    expect(await getAs(`${origin}/_emulator/api/state`, host)).toBe(status);
    expect(await getAs(`${origin}/_emulator/`, host)).toBe(status);
  });

  it('takes JSON alone, so that browsers ask before another page may send it', async () => {
    const { url, call } = await startControl();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a'])
      expect((await call('POST', 'reset', {}, { 'content-type': type })).status).toBe(415);
    const bare = await fetch(`${url}/_emulator/api/reset`, { method: 'POST' });
    expect(bare.status).toBe(415);
    const typed = await call('POST', 'reset', {}, { 'content-type': 'Application/JSON; charset=utf-8' });
    expect(typed.status).toBe(204);
  });

  it('sends no CORS headers, and answers no preflight', async () => {
    const { url, call } = await startControl();
    const origin = { origin: 'https://evil.test' };
    const read = await call('GET', 'state', undefined, origin);
    const asked = await fetch(`${url}/_emulator/api/reset`, {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'POST' },
    });
    expect(asked.status).toBe(405);
    for (const { headers } of [read, asked])
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('lets nothing run on the page but its own files', async () => {
    const { url } = await startControl();
    const { headers } = await fetch(`${url}/_emulator/`);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['[1]', 400],
    ['"text"', 400],
    ['{', 400],
    [`{"text":"${'a'.repeat(41 * 1024 * 1024)}"}`, 413],
  ])('refuses the body %.10s with %d', async (body, status) => {
    const { url } = await startControl();
    const response = await fetch(`${url}/_emulator/api/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: { description: expect.any(String) } });
  });

  it('serves the files of the page and nothing beside them', async () => {
    const { url } = await startControl();
    const page = await fetch(`${url}/_emulator/`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const files = [...(await page.text()).matchAll(/(?:href|src)="([\w-]+\.\w+)"/g)].map(([, name]) => name);
    expect(files.length).toBeGreaterThan(5);
    for (const name of files) expect((await fetch(`${url}/_emulator/${name}`)).status).toBe(200);
    for (const name of ['nothing.js', '..%2fsnapshot.ts', '%2e%2e%2findex.ts', 'page.html%00.js', '.js'])
      expect([name, (await fetch(`${url}/_emulator/${name}`)).status]).toEqual([name, 404]);
  });

  it.each(['', '/below'])(
    "leads from its address without a slash to the page, mounted at '%s'",
    async (path) => {
      const emulator = createEmulator();
      const origin = await listen(path === '' ? emulator.app : express().use(path, emulator.app));
      const response = await fetch(`${origin}${path}/_emulator`);
      expect([response.status, response.url]).toEqual([200, `${origin}${path}/_emulator/`]);
      await emulator.close();
    },
  );

  it('answers 404 to a call that there is not', async () => {
    const { call } = await startControl();
    expect((await call('GET', 'nothing')).status).toBe(404);
  });
});
