import fc from 'fast-check';
import { createRouter, type HandlerResult } from '../../src/router/index.ts';
import { settle } from '../../src/worker/settle.ts';
import { makeKnown } from '../router/support.ts';
import { makeDelivery } from '../support/deliveries.ts';
import { makeFailure, makeLease } from './support.ts';

const options = { attempts: 5, backoff: (attempt: number) => attempt * 100, nowMs: 1_700_000_000_000 };

function makeResult(
  name: string,
  outcome: 'done' | 'unwanted' | 'cut' | 'failed' | 'permanent',
  attempts?: number,
): HandlerResult {
  const router = createRouter().onAny({ name, ...(attempts !== undefined && { attempts }) }, () => {});
  const [handler] = router.match(makeKnown('postback'));
  if (!handler) throw new Error('nothing registered');
  if (outcome !== 'failed' && outcome !== 'permanent') return { handler, outcome };
  return {
    handler,
    outcome: 'failed',
    error: new Error(`${name} failed`),
    permanent: outcome === 'permanent',
  };
}

test('is handled when all handlers are done or did not want it', () => {
  const results = [makeResult('a', 'done'), makeResult('b', 'unwanted')];
  expect(settle(results, makeLease(), options)).toEqual({ outcome: 'handled' });
});

test('hands back what was cut short, whatever else happened', () => {
  const results = [makeResult('a', 'permanent'), makeResult('b', 'cut'), makeResult('c', 'done')];
  expect(settle(results, makeLease(), options)).toEqual({ outcome: 'handBack' });
});

test('is retried after the backoff of its attempt while a failure is not final', () => {
  const results = [makeResult('a', 'failed'), makeResult('b', 'permanent'), makeResult('c', 'done')];
  expect(settle(results, makeLease({ attempt: 3 }), options)).toMatchObject({
    outcome: 'retry',
    delayMs: 300,
    failures: [
      { handler: 'a', attempts: 1, final: false, error: { message: 'a failed' } },
      { handler: 'b', attempts: 1, final: true, error: { message: 'b failed' } },
    ],
  });
});

test.each([
  ['retry', 4, undefined],
  ['dead', 5, undefined],
  ['dead', 6, undefined],
  ['retry', 1, 2],
  ['dead', 2, 2],
  ['retry', 5, 6],
  ['dead', 1, 1],
])('is %s when the handler fails in its run %d and has %p attempts of its own', (outcome, run, own) => {
  // The delivery ran more often: in some runs the handler was not started.
  const lease = makeLease({ attempt: run + 3, failures: run > 1 ? [makeFailure('a', run - 1)] : [] });
  const settlement = settle([makeResult('a', 'failed', own)], lease, options);
  expect(settlement.outcome).toBe(outcome);
});

test('is dead at once when all that failed failed for good', () => {
  const results = [makeResult('a', 'permanent'), makeResult('b', 'done')];
  expect(settle(results, makeLease(), options)).toMatchObject({
    outcome: 'dead',
    reason: 'handler_failed',
    failures: [{ handler: 'a', attempts: 1, final: true }],
    issues: [],
  });
});

test('counts on from the earlier runs of a handler', () => {
  const lease = makeLease({ attempt: 3, failures: [makeFailure('a', 2)] });
  expect(settle([makeResult('a', 'failed')], lease, options)).toMatchObject({
    failures: [{ handler: 'a', attempts: 3, final: false, error: { message: 'a failed' } }],
  });
});

test('keeps a final failure through the retries of others and ends dead for it', () => {
  const lease = makeLease({ attempt: 2, failures: [makeFailure('a', 1, true), makeFailure('b')] });
  expect(settle([makeResult('b', 'failed')], lease, options)).toMatchObject({
    outcome: 'retry',
    failures: [makeFailure('a', 1, true), { handler: 'b', attempts: 2 }],
  });
  expect(settle([makeResult('b', 'done')], lease, options)).toMatchObject({
    outcome: 'dead',
    failures: [makeFailure('a', 1, true)],
  });
});

test('forgets the failure of a handler that returned or no longer wants the event', () => {
  const lease = makeLease({ attempt: 2, failures: [makeFailure('a'), makeFailure('b')] });
  const results = [makeResult('a', 'done'), makeResult('b', 'unwanted')];
  expect(settle(results, lease, options)).toEqual({ outcome: 'handled' });
});

test('waits a day for a handler that is not registered here, however often that is', () => {
  const failures = [makeFailure('elsewhere')];
  const delivery = makeDelivery({ receivedAtMs: options.nowMs - 86_400_000 });
  const lease = makeLease({ attempt: 40, failures, delivery });
  expect(settle([], lease, options)).toEqual({ outcome: 'retry', delayMs: 4_000, failures });
  expect(settle([], lease, { ...options, nowMs: options.nowMs + 1 })).toMatchObject({
    outcome: 'dead',
    reason: 'handler_failed',
    failures: [{ handler: 'elsewhere', attempts: 1, final: true }],
  });
});

test('always ends within the largest number of attempts, with every failed handler named', () => {
  const outcomes = fc.constantFrom('done' as const, 'failed' as const, 'permanent' as const);
  const runs = fc.array(fc.array(outcomes, { minLength: 3, maxLength: 3 }), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(runs, (plan) => {
      let failures = makeLease().failures;
      const open = new Set(['0', '1', '2']);
      const failed = new Set<string>();
      for (const [index, row] of plan.entries()) {
        const results = [...open].map((name) => makeResult(name, row[Number(name)] ?? 'done'));
        const settlement = settle(results, makeLease({ attempt: index + 1, failures }), options);
        for (const { handler, outcome } of results) {
          if (outcome === 'done') open.delete(handler.name);
        }
        if (settlement.outcome === 'handled') return failed.size === 0 && open.size === 0;
        if (settlement.outcome === 'handBack') return false;
        failures = settlement.failures;
        for (const { handler, final } of failures) {
          if (final) failed.add(handler);
          if (final) open.delete(handler);
        }
        if (settlement.outcome === 'dead') return failures.length === failed.size && open.size === 0;
      }
      return false;
    }),
  );
});

test('describes an error without the values of the payload, and one that is none at all', () => {
  const thrown = [
    new Error('no place for hello'),
    'hello',
    Object.assign(new Error(), { message: { hello: 1 } }),
  ];
  const results = thrown.map(
    (error, index) => ({ ...makeResult(String(index), 'failed'), error }) as HandlerResult,
  );
  const settlement = settle(results, makeLease(), options);
  expect(JSON.stringify(settlement)).not.toContain('hello');
  expect(settlement).toMatchObject({
    failures: [
      { error: { type: 'Error', message: 'no place for [masked]' } },
      { error: { type: 'string' } },
      { error: { message: 'an error that cannot be described' } },
    ],
  });
});
