import { setTimeout as wait } from 'node:timers/promises';
import type { Span } from './child.ts';
import { type HoldUpKind, heldUpFor, watchHoldUps } from './hold-ups.ts';

/** Holds this process up for `ms`, computing all the while, and gives what was told of it. */
async function compute(kind: HoldUpKind, ms: number): Promise<Span[]> {
  const spans: Span[] = [];
  const stop = watchHoldUps(kind, (span) => spans.push(span));
  await wait(50);
  const fromMs = Date.now();
  while (Date.now() - fromMs < ms);
  await wait(50);
  stop();
  return spans;
}

/** As `compute`, but without using the processor. */
async function sleep(kind: HoldUpKind, ms: number): Promise<Span[]> {
  const spans: Span[] = [];
  const stop = watchHoldUps(kind, (span) => spans.push(span));
  await wait(50);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  await wait(50);
  stop();
  return spans;
}

const longest = (spans: readonly Span[]) => Math.max(0, ...spans.map((span) => span.untilMs - span.fromMs));

describe('the watch for hold-ups', () => {
  it('notes any time in which the process could not get on', async () => {
    expect(longest(await compute('any', 300))).toBeGreaterThan(200);
  });

  it('calls a process starved that had no processor, and not one that computed', async () => {
    expect(longest(await sleep('starved', 900))).toBeGreaterThan(200);
    expect(longest(await compute('starved', 300))).toBeLessThan(200);
  });
});

describe('the time held up', () => {
  const spans = [
    { fromMs: 300, untilMs: 400 },
    { fromMs: 100, untilMs: 200 },
    { fromMs: 150, untilMs: 250 },
  ];

  it('is what lies in the spans, each moment once', () => {
    expect(heldUpFor(spans, 0, 1_000)).toBe(250);
    expect(heldUpFor(spans, 180, 320)).toBe(90);
    expect(heldUpFor(spans, 400, 500)).toBe(0);
  });
});
