import fc from 'fast-check';
import { createBackoff, guardBackoff } from '../../src/worker/backoff.ts';

const attempts = fc.integer({ min: 1, max: 5_000 });
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('waits a whole number of milliseconds from 0 up to the cap', () => {
  const spans = fc.integer({ min: 1, max: 10 ** 7 });
  fc.assert(
    fc.property(attempts, randoms, spans, spans, (attempt, random, baseMs, capMs) => {
      const waitMs = createBackoff({ baseMs, capMs }, () => random)(attempt);
      return (
        Number.isInteger(waitMs) && waitMs >= 0 && waitMs <= Math.min(capMs, baseMs * 2 ** (attempt - 1))
      );
    }),
  );
});

test('never waits less for a later attempt at the same random number', () => {
  fc.assert(
    fc.property(attempts, randoms, (attempt, random) => {
      const backoff = createBackoff({}, () => random);
      return backoff(attempt + 1) >= backoff(attempt);
    }),
  );
});

test('doubles the longest wait from one second up to five minutes by default', () => {
  const longest = createBackoff({}, () => 1 - Number.EPSILON);
  expect([1, 2, 3, 9, 10, 2_000].map(longest)).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
});

test('may wait not at all', () => {
  expect(createBackoff({}, () => 0)(5)).toBe(0);
});

test('goes by a function of the user, rounded', () => {
  const guarded = guardBackoff((attempt) => attempt * 10.4, fail, Math.random);
  expect([guarded(1), guarded(2)]).toEqual([10, 21]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('mine');
    },
  ],
  ['gives NaN', () => Number.NaN],
  ['gives an endless wait', () => Number.POSITIVE_INFINITY],
  ['gives less than nothing', () => -1],
  ['gives a text', () => '5' as unknown as number],
])('takes the default where a function of the user %s, and says so', (_, backoff) => {
  const errors: unknown[] = [];
  const guarded = guardBackoff(
    backoff,
    (error) => errors.push(error),
    () => 1 - Number.EPSILON,
  );
  expect(guarded(2)).toBe(2_000);
  expect(errors).toEqual([expect.any(Error)]);
});

function fail(error: unknown): never {
  throw error;
}
