import type { Answer, HandleInput } from '../../src/index.ts';
import {
  createManualClock,
  createSender,
  type SenderOptions,
  type SentDelivery,
} from '../../src/testing/index.ts';
import { SECRET } from '../receiver/support.ts';

/** The whole window of the service's policy, in milliseconds. */
export const WINDOW_MS = 900_000;

/** A target in process that answers with these statuses in turn, the last one for ever; `undefined` is silence. It keeps its calls. */
export function createScript(...statuses: (number | undefined)[]) {
  const calls: (HandleInput & { atMs: number })[] = [];
  const clock = createManualClock();
  const handle = (call: HandleInput): Promise<Answer> => {
    calls.push({ ...call, atMs: clock.now() });
    const status = statuses[Math.min(calls.length, statuses.length) - 1];
    if (status === undefined) return new Promise(() => {});
    return Promise.resolve({ status, headers: {}, body: '' });
  };
  return { clock, calls, handle };
}

/** A script with its sender. */
export function createScene(statuses: (number | undefined)[], options: Partial<SenderOptions> = {}) {
  const script = createScript(...statuses);
  const target = { handle: script.handle };
  const sender = createSender({ target, secret: SECRET, clock: script.clock, ...options });
  /** Turns the clock through the window and gives what became of the delivery. */
  const finish = async (sending: Promise<SentDelivery>) => {
    await script.clock.advance(WINDOW_MS + 20_000);
    return sending;
  };
  return { ...script, sender, finish };
}

/** When each attempt was made, after the first, and how it ended. */
export function storyOf({ attempts }: SentDelivery) {
  return attempts.map(({ afterMs, outcome }) => [afterMs, outcome]);
}
