import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { closeAll } from '../support/listen.ts';
import { errorOf, startApi, type TestApi, toBasic } from './support.ts';

afterEach(closeAll);

const express4 = require('express4') as typeof express;
const frameworks = Object.entries({ 'express 5': express, 'express 4': express4 });
const json = { 'content-type': 'application/json' };

/** A JSON object of exactly so many bytes. */
const jsonOf = (bytes: number) => `{"text":"${'x'.repeat(bytes - 11)}"}`;

function formOf(bytes: number, role?: string): FormData {
  const form = new FormData();
  form.set('source', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
  if (role !== undefined) form.set('role', role);
  return form;
}

describe.each(frameworks)('the bodies that the emulated API reads on %s', (_, framework) => {
  it.each([
    ['an object', '{"a":{"b":[1]}}', { a: { b: [1] } }],
    ['an empty object', '{}', {}],
    ['a key that is special to JavaScript', '{"constructor":1}', { constructor: 1 }],
    ['nothing', '', null],
    ['no body', undefined, null],
  ])('takes %s', async (_name, body, seen) => {
    const api = await startApi({ express: framework });
    const answer = await api.call('POST', '/v1.1/shown', {
      headers: json,
      ...(body !== undefined && { body }),
    });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 201, body: { body: seen } });
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;x="a"'])(
    'takes the content type %s',
    async (contentType) => {
      const api = await startApi({ express: framework });
      const { status } = await api.call('POST', '/v1.1/shown', {
        headers: { 'content-type': contentType },
        body: '{"a":1}',
      });
      expect(status).toBe(201);
    },
  );

  it('takes a body that is compressed', async () => {
    const api = await startApi({ express: framework });
    const headers = { ...json, 'content-encoding': 'gzip' };
    const { body } = await api.call('POST', '/v1.1/shown', { headers, body: gzipSync('{"a":1}') });
    expect(body).toEqual({ body: { a: 1 } });
  });

  it.each([
    ['what is no JSON', '{"a":', json],
    ['JSON with something after it', '{} {}', json],
    ['a list', '[{"a":1}]', json],
    ['a text', '"a"', json],
    ['null', 'null', json],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), json],
    ['a body of another type', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a body without a type', new Uint8Array([0x7b, 0x7d]), {}],
    ['an unknown encoding', '{}', { ...json, 'content-encoding': 'rot13' }],
    ['an encoding that is not so', '{}', { ...json, 'content-encoding': 'gzip' }],
  ])('answers 400 for %s', async (_name, body, headers) => {
    const api = await startApi({ express: framework });
    const answer = await api.call('POST', '/v1.1/shown', { body, headers });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: errorOf('bad_request'),
    });
  });

  it('takes JSON up to the limit and answers 413 above it', async () => {
    const api = await startApi({ express: framework });
    const full = await api.call('POST', '/v1.1/shown', { headers: json, body: jsonOf(102_400) });
    expect(full.status).toBe(201);
    const above = await api.call('POST', '/v1.1/shown', { headers: json, body: jsonOf(102_401) });
    expect({ status: above.status, body: above.body }).toEqual({
      status: 413,
      body: errorOf('request_entity_too_large'),
    });
  });

  it('counts the bytes after they were inflated', async () => {
    const api = await startApi({ express: framework });
    const headers = { ...json, 'content-encoding': 'gzip' };
    const { status } = await api.call('POST', '/v1.1/shown', { headers, body: gzipSync(jsonOf(102_401)) });
    expect(status).toBe(413);
  });

  it('takes a file up to the limit, whatever stands around it, and answers 413 above it', async () => {
    const api = await startApi({ express: framework, options: { limits: { uploadBytes: 1_000 } } });
    const full = await api.call('POST', '/v1.1/uploads', { body: formOf(1_000, 'appMaker') });
    expect({ status: full.status, body: full.body }).toEqual({
      status: 201,
      body: { size: 1_000, role: 'appMaker' },
    });
    for (const size of [1_001, 100_000]) {
      const { status, body } = await api.call('POST', '/v1.1/uploads', { body: formOf(size) });
      expect({ status, body }).toEqual({ status: 413, body: errorOf('request_entity_too_large') });
    }
  });

  it.each([
    ['JSON', '{}', json],
    ['nothing', undefined, {}],
    ['multipart without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
    ['broken multipart', '--b\r\nx', { 'content-type': 'multipart/form-data; boundary=b' }],
  ])('answers 400 for %s where a form is wanted', async (_name, body, headers) => {
    const api = await startApi({ express: framework });
    const answer = await api.call('POST', '/v1.1/uploads', { headers, ...(body !== undefined && { body }) });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: errorOf('bad_request'),
    });
  });

  it('takes what a host has parsed before', async () => {
    const api = await startApi({
      express: framework,
      mount: (app) => framework().use(framework.json()).use(app),
    });
    const { body } = await api.call('POST', '/v1.1/shown', { json: { a: 1 } });
    expect(body).toEqual({ body: { a: 1 } });
    const list = await api.call('POST', '/v1.1/shown', { json: [1] });
    expect({ status: list.status, body: list.body }).toEqual({ status: 400, body: errorOf('bad_request') });
    const empty = await api.call('POST', '/v1.1/shown', { headers: json });
    expect(empty.body).toEqual({ body: null });
  });

  it('reads no body of calls that have none', async () => {
    const api = await startApi({ express: framework });
    const { status } = await requestWithBody(api, 'GET', '/v1.1/shown/u', 'no JSON');
    expect(status).toBe(200);
  });
});

describe('the order of the checks', () => {
  it('looks at credentials before the body', async () => {
    const api = await startApi();
    const { status } = await api.call('POST', '/v1.1/shown', { auth: null, headers: json, body: '{' });
    expect(status).toBe(401);
  });

  it('is not shaken by a caller that leaves in the middle of a body', async () => {
    const api = await startApi();
    const { hostname, port } = new URL(api.origin);
    const gone = new Promise<void>((resolve) => {
      const stop = api.log.onCall(() => resolve(stop()));
    });
    const half = request({
      hostname,
      port,
      method: 'POST',
      path: '/v1.1/shown',
      headers: { ...json, 'content-length': 100, authorization: toBasic(api.appKey) },
    });
    half.on('error', () => {});
    half.write('{"a":', () => half.destroy());
    await gone;
    await api.idle();
    expect((await api.call('POST', '/v1.1/shown', { json: {} })).status).toBe(201);
  });
});

/** A call with a body where `fetch` allows none. */
function requestWithBody(
  api: TestApi,
  method: string,
  path: string,
  body: string,
): Promise<{ status: number }> {
  const { hostname, port } = new URL(api.origin);
  const headers = { authorization: toBasic(api.appKey), 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0 }));
    });
    sent.on('error', reject).end(body);
  });
}
