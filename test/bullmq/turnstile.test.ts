import { setImmediate } from 'node:timers/promises';
import { LAG_LIMIT_MS, LoopLag } from '../../src/bullmq/loop-lag.ts';
import { Turnstile } from '../../src/bullmq/turnstile.ts';

describe('Turnstile', () => {
  it('lets runs through together, and one that must be alone when they have left', async () => {
    const turnstile = new Turnstile();
    const seen: string[] = [];
    const enter = async (name: string, alone: boolean) => {
      const leave = await turnstile.enter(alone);
      seen.push(name);
      return leave;
    };
    const first = await enter('a', false);
    const second = await enter('b', false);
    const suspect = enter('suspect', true);
    const late = enter('late', false);
    first();
    await setImmediate();
    expect(seen).toEqual(['a', 'b']);
    second();
    await setImmediate();
    // The late one does not overtake: a suspect must have its turn.
    expect(seen).toEqual(['a', 'b', 'suspect']);
    (await suspect)();
    (await late)();
    expect(seen).toEqual(['a', 'b', 'suspect', 'late']);
  });

  it('lets suspects through one after the other', async () => {
    const turnstile = new Turnstile();
    const leave = await turnstile.enter(true);
    let second = false;
    const entering = turnstile.enter(true).then((leaveSecond) => {
      second = true;
      return leaveSecond;
    });
    await setImmediate();
    expect(second).toBe(false);
    leave();
    (await entering)();
    (await turnstile.enter(false))();
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
