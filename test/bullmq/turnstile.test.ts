import { setImmediate } from 'node:timers/promises';
import { LAG_LIMIT_MS, LoopLag } from '../../src/bullmq/loop-lag.ts';
import { Turnstile } from '../../src/bullmq/turnstile.ts';

describe('Turnstile', () => {
  it('lets runs through together, and one that must be alone when they have left', async () => {
    const turnstile = new Turnstile();
    const seen: string[] = [];
    const enter = async (name: string, alone: boolean) => {
      await turnstile.enter(alone);
      seen.push(name);
    };
    const first = enter('a', false);
    const second = enter('b', false);
    const suspect = enter('suspect', true);
    const late = enter('late', false);
    await Promise.all([first, second]);
    turnstile.leave(false);
    await setImmediate();
    expect(seen).toEqual(['a', 'b']);
    turnstile.leave(false);
    await setImmediate();
    // The late one does not overtake: a suspect must have its turn.
    expect(seen).toEqual(['a', 'b', 'suspect']);
    await suspect;
    turnstile.leave(true);
    await late;
    expect(seen).toEqual(['a', 'b', 'suspect', 'late']);
  });

  it('lets suspects through one after the other', async () => {
    const turnstile = new Turnstile();
    expect(turnstile.enter(true)).toBeUndefined();
    let second = false;
    const entering = turnstile.enter(true)?.then(() => {
      second = true;
    });
    await setImmediate();
    expect(second).toBe(false);
    turnstile.leave(true);
    await entering;
    expect(second).toBe(true);
  });

  it('makes nobody wait where nobody must be alone, and no longer than that', () => {
    const turnstile = new Turnstile();
    expect([turnstile.enter(false), turnstile.enter(false)]).toEqual([undefined, undefined]);
    const suspect = turnstile.enter(true);
    expect([suspect, turnstile.enter(false)]).toEqual([expect.any(Promise), expect.any(Promise)]);
    for (const alone of [false, false, true, false]) turnstile.leave(alone);
    expect(turnstile.enter(true)).toBeUndefined();
  });
});

describe('LoopLag', () => {
  it('tells of a loop that stood still for longer than the limit, and of no other', () => {
    let nowMs = 0;
    let due: (() => void) | undefined;
    const cancel = jest.fn();
    const clock = {
      now: () => nowMs,
      schedule: (run: () => void) => {
        due = run;
        return cancel;
      },
    };
    const onLag = jest.fn();
    const lag = new LoopLag(clock, onLag);
    nowMs += 1_000 + LAG_LIMIT_MS;
    due?.();
    expect(onLag).not.toHaveBeenCalled();
    nowMs += 1_000 + LAG_LIMIT_MS + 1;
    due?.();
    expect(onLag).toHaveBeenCalledWith(LAG_LIMIT_MS + 1);
    lag.stop();
    expect(cancel).toHaveBeenCalled();
  });
});
