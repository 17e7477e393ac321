import { inspect } from 'node:util';
import type { Hooks } from '../../src/client/index.ts';
import { createPatientClock, failureOf, makeClient, secret } from './support/client.ts';
import { type Service, services } from './support/services/index.ts';

const path = ['appusers', 'jane@example.com', 'messages'];
const request = { json: { text: 'private words' } };

describe.each(services)('with $service', ({ start }) => {
  let server: Service;
  beforeEach(async () => {
    server = await start();
  });
  afterEach(() => server.close());

  describe('the hooks', () => {
    it('are told of requests, answers, retries and the error, with durations', async () => {
      const clock = createPatientClock();
      server.suffer({ type: 'status', status: 429 }, { type: 'status', status: 500 });
      server.listen({ onCall: () => clock.advance(250) });
      const seen: [string, object][] = [];
      const note = (name: string) => (event: object) => void seen.push([name, event]);
      const hooks: Hooks = {
        onRequest: note('request'),
        onResponse: note('response'),
        onRetry: note('retry'),
        onError: note('error'),
      };
      const client = makeClient(server.baseUrl, { clock, hooks });
      const error = await failureOf(client.request('POST', path, request));
      const call = { method: 'POST', path: '/v1.1/appusers/{id}/messages' };
      expect(seen).toEqual([
        ['request', { ...call, attempt: 1 }],
        ['response', { ...call, attempt: 1, status: 429, durationMs: 250 }],
        ['retry', { ...call, attempt: 1, delayMs: 0, error: expect.objectContaining({ status: 429 }) }],
        ['request', { ...call, attempt: 2 }],
        ['response', { ...call, attempt: 2, status: 500, durationMs: 250 }],
        ['error', { ...call, attempt: 2, durationMs: 500, error }],
      ]);
    });

    it('break no call, whether they throw, reject or hang', async () => {
      const unheard = jest.fn();
      process.on('unhandledRejection', unheard);
      const hooks: Hooks = {
        onRequest: () => {
          throw new Error('hook');
        },
        onResponse: () => Promise.reject(new Error('hook')),
        onRetry: () => new Promise(() => {}),
      };
      const logger = {
        debug() {
          throw new Error('logger');
        },
        info() {},
        warn() {},
        error() {},
      };
      server.suffer({ type: 'status', status: 500 });
      const call = makeClient(server.baseUrl, { hooks, logger }).request('GET', '/menu').withResponse();
      expect(await call).toMatchObject({ status: 200, attempts: 2 });
      await new Promise(setImmediate);
      process.off('unhandledRejection', unheard);
      expect(unheard).not.toHaveBeenCalled();
    });
  });

  describe('the logger', () => {
    it('gets a line for each step at level debug, with nothing private in it', async () => {
      const lines: [object, string][] = [];
      const other = jest.fn();
      const logger = {
        debug: (...line: [object, string]) => void lines.push(line),
        info: other,
        warn: other,
        error: other,
      };
      const error = { code: 'user_not_found', description: 'jane' };
      const service = await start(() => ({ status: 404, body: { error } }));
      service.suffer({ type: 'status', status: 429 });
      await failureOf(makeClient(service.baseUrl, { logger }).request('POST', path, request));
      await service.close();
      expect(lines.map(([, message]) => message)).toEqual([
        'the API is called',
        'the API answered',
        'the call of the API is tried again',
        'the API is called',
        'the API answered',
        'the call of the API failed',
      ]);
      expect(lines[5]?.[0]).toMatchObject({ error: 'NotFoundError', code: 'user_not_found', attempt: 2 });
      for (const hidden of ['jane', 'private words', secret, btoa(secret).slice(0, 12), 'Basic']) {
        expect(inspect(lines, { depth: 10 })).not.toContain(hidden);
      }
      expect(other).not.toHaveBeenCalled();
    });
  });
});
