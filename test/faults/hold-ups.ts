import type { Span } from './child.ts';

/** A timer this late says that the process was held up, in milliseconds. */
const LATE_MS = 5;

const EVERY_MS = 20;

/** What counts. `any`: the process could not get on. `starved`: it wanted to, and the machine gave it no processor. */
export type HoldUpKind = 'any' | 'starved';

/**
 * Watches this process, and tells of each time in which it was held up. On a busy machine these times belong to the machine, and not to
 * the code whose answers are measured: a receiver that computes for long is not `starved`. Gives a function that ends the watch.
 */
export function watchHoldUps(kind: HoldUpKind, onHoldUp: (span: Span) => void): () => void {
  let dueMs = Date.now() + EVERY_MS;
  let usage = process.cpuUsage();
  const timer = setInterval(() => {
    const nowMs = Date.now();
    const used = process.cpuUsage(usage);
    usage = process.cpuUsage();
    const ownMs = kind === 'starved' ? (used.user + used.system) / 1_000 : 0;
    const heldMs = Math.round(nowMs - dueMs - ownMs);
    if (heldMs > LATE_MS) onHoldUp({ fromMs: nowMs - heldMs, untilMs: nowMs });
    dueMs = nowMs + EVERY_MS;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** How much of the time between `fromMs` and `untilMs` lies in `spans`, in milliseconds. Where they overlap it counts once. */
export function heldUpFor(spans: readonly Span[], fromMs: number, untilMs: number): number {
  let heldMs = 0;
  let reachedMs = fromMs;
  for (const span of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
    const beginMs = Math.max(reachedMs, span.fromMs);
    const endMs = Math.min(untilMs, span.untilMs);
    if (endMs <= beginMs) continue;
    heldMs += endMs - beginMs;
    reachedMs = endMs;
  }
  return heldMs;
}
