import fc from 'fast-check';
import { ConnectionError, type Method, type RetryEvent } from '../../src/client/index.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { createFailingFetch, failureOf, makeClient, send } from './support/client.ts';
import { type Service, services, type Trouble } from './support/services/index.ts';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const status = (code: number): Trouble => ({ type: 'status', status: code });

/** Which failures are made good by another attempt, as the table of the service's document has it. */
const table: Record<string, { readonly trouble: Trouble | 'unsent'; readonly methods: readonly Method[] }> = {
  '429': { trouble: status(429), methods },
  'no connection': { trouble: 'unsent', methods },
  '500': { trouble: status(500), methods: ['GET', 'PUT', 'DELETE'] },
  '502 in HTML': { trouble: { type: 'html', status: 502 }, methods: ['GET', 'PUT', 'DELETE'] },
  '503': { trouble: status(503), methods: ['GET', 'PUT', 'DELETE'] },
  'a broken connection': { trouble: { type: 'reset' }, methods: ['GET', 'PUT', 'DELETE'] },
  'a lost answer': { trouble: { type: 'dropAfterCommit' }, methods: ['GET', 'PUT', 'DELETE'] },
  '409': { trouble: status(409), methods: ['PUT', 'DELETE'] },
  '423': { trouble: status(423), methods: [] },
  '400': { trouble: status(400), methods: [] },
  '401': { trouble: status(401), methods: [] },
  '404': { trouble: status(404), methods: [] },
  '301': { trouble: status(301), methods: [] },
  'cut JSON': { trouble: { type: 'cut' }, methods: [] },
};

/** What happens to the attempts of a call, in the test that no POST is executed twice. */
const fates = {
  '429': status(429),
  'no connection': undefined,
  '500': status(500),
  'committed 500': { type: 'statusAfterCommit', status: 500 },
  lost: { type: 'reset' },
  'committed and lost': { type: 'dropAfterCommit' },
  cut: { type: 'cutAfterCommit' },
} satisfies Record<string, Trouble | undefined>;
type Fate = keyof typeof fates;

describe.each(services)('with $service', ({ start, knows }) => {
  let server: Service;
  beforeEach(async () => {
    server = await start();
  });
  afterEach(() => server.close());

  describe('a call that fails once', () => {
    const rows = Object.entries(table)
      .filter(([, { trouble }]) => trouble === 'unsent' || knows(trouble))
      .flatMap(([name, row]) => methods.map((method) => ({ name, method, row })));

    it.each(rows)('by $name with $method is tried again as the table says', async ({ method, row }) => {
      const { trouble, methods: repeated } = row;
      if (trouble !== 'unsent') server.suffer(trouble);
      const options = trouble === 'unsent' ? { fetch: createFailingFetch('ECONNREFUSED') } : {};
      const call = send(makeClient(server.baseUrl, options), method).withResponse();
      if (repeated.includes(method))
        expect(await call).toMatchObject({ data: expect.anything(), attempts: 2 });
      else expect(await failureOf(call)).toMatchObject({ attempts: 1, retryable: false });
    });

    it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
      'by %s was not sent, so a POST is tried again',
      async (code) => {
        await expect(
          send(makeClient(server.baseUrl, { fetch: createFailingFetch(code) }), 'POST'),
        ).resolves.toBeDefined();
      },
    );

    it.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT', 'lower'])(
      'by %s may have been sent, so a POST is not',
      async (code) => {
        const error = await failureOf(
          send(makeClient(server.baseUrl, { fetch: createFailingFetch(code) }), 'POST'),
        );
        expect(error).toBeInstanceOf(ConnectionError);
        expect(error).toMatchObject({
          code: 'connection_failed',
          reason: code === 'lower' ? 'unknown' : code,
        });
        expect(server.calls).toEqual([]);
      },
    );

    it('by a connection that was not made in time was not sent, by one of two that may have been it may', async () => {
      const make = (...causes: object[]): typeof fetch => {
        let failed = false;
        return async (...input) => {
          if (failed) return await fetch(...input);
          failed = true;
          throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED', errors: causes } });
        };
      };
      const connect = { code: 'ETIMEDOUT', syscall: 'connect' };
      const read = { code: 'ECONNRESET', syscall: 'read' };
      await expect(
        send(makeClient(server.baseUrl, { fetch: make(connect, connect) }), 'POST'),
      ).resolves.toBeDefined();
      const error = await failureOf(send(makeClient(server.baseUrl, { fetch: make(connect, read) }), 'POST'));
      expect(error).toMatchObject({ reason: 'ECONNRESET', retryable: false });
    });

    it('by a port that nobody listens on is a ConnectionError that can be tried again', async () => {
      await server.close();
      const error = await failureOf(send(makeClient(server.baseUrl, { maxRetries: 2 }), 'POST'));
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({
        reason: 'ECONNREFUSED',
        attempts: 3,
        retryable: true,
        status: undefined,
      });
    });
  });

  describe('a call that keeps failing', () => {
    it('is tried four times again by default, and as often as it is told', async () => {
      server.sufferAlways(status(500));
      expect(await failureOf(send(makeClient(server.baseUrl), 'GET'))).toMatchObject({
        attempts: 5,
        status: 500,
      });
      expect(await failureOf(send(makeClient(server.baseUrl, { maxRetries: 0 }), 'GET'))).toMatchObject({
        attempts: 1,
      });
      const call = makeClient(server.baseUrl).request('GET', '/menu', {}, { maxRetries: 1 });
      expect(await failureOf(call)).toMatchObject({ attempts: 2, retryable: true });
    });

    it('waits for up to 0.5, 1, 2, 4 and then 8 seconds between the attempts', async () => {
      server.sufferAlways(status(500));
      const delays: number[] = [];
      const clock = createManualClock();
      const onRetry = ({ delayMs }: RetryEvent) => {
        delays.push(delayMs);
        setImmediate(() => void clock.advance(delayMs));
      };
      const options = { random: () => 0.999999, clock, hooks: { onRetry }, maxRetries: 6 };
      await failureOf(send(makeClient(server.baseUrl, options), 'GET'));
      expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
    });

    it('never executes a POST twice, whatever happens to its attempts', async () => {
      const possible = (Object.keys(fates) as Fate[]).filter((fate) => knows(fates[fate]));
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...methods),
          fc.array(fc.constantFrom(...possible), { maxLength: 6 }),
          async (method, plan) => {
            const before = server.carriedOut();
            let step = 0;
            const local: typeof fetch = async (...input) => {
              if (plan[step++] !== 'no connection') return await fetch(...input);
              throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
            };
            server.suffer(...plan.filter((fate) => fate !== 'no connection').map((fate) => fates[fate]));
            const outcome = await send(makeClient(server.baseUrl, { fetch: local }), method).then(
              () => 'done',
              (error: { attempts: number }) => error.attempts,
            );
            const executed = server.carriedOut() - before;
            if (method === 'POST') expect(executed).toBeLessThanOrEqual(1);
            if (outcome === 'done') expect(executed).toBeGreaterThan(0);
            else expect(outcome).toBe(step);
            // Another attempt is made exactly while the table allows it.
            const safe =
              method === 'POST' ? ['429', 'no connection'] : possible.filter((fate) => fate !== 'cut');
            const fatal = plan.findIndex((fate) => !(safe as readonly Fate[]).includes(fate));
            expect(step).toBe(Math.min(5, (fatal === -1 ? plan.length : fatal) + 1));
          },
        ),
        { numRuns: 150 },
      );
    }, 30_000);
  });
});
