import { setImmediate } from 'node:timers/promises';
import { OptionsError } from '../../src/errors/index.ts';
import { createManualClock, type Duration } from '../../src/testing/index.ts';

describe('createManualClock', () => {
  it('stands still until it is turned, and then runs what is due in order, each at its own time', async () => {
    const clock = createManualClock(1_000);
    const seen: [string, number][] = [];
    const note = (name: string) => () => seen.push([name, clock.now()]);
    clock.schedule(note('second'), 20);
    clock.schedule(note('first'), 10);
    clock.schedule(note('as late as second'), 20);
    clock.schedule(note('too late'), 31);
    await setImmediate();
    expect(seen).toEqual([]);
    await clock.advance(30);
    expect(seen).toEqual([
      ['first', 1_010],
      ['second', 1_020],
      ['as late as second', 1_020],
    ]);
    expect(clock.now()).toBe(1_030);
    expect([clock.pending(), clock.nextAt()]).toEqual([1, 1_031]);
    await clock.advance(1);
    expect(seen).toHaveLength(4);
    expect(clock.nextAt()).toBeUndefined();
  });

  it('does not run what was cancelled, and runs at once what is due in the past', async () => {
    const clock = createManualClock();
    const seen: string[] = [];
    clock.schedule(() => seen.push('cancelled'), 1)();
    clock.schedule(() => seen.push('past'), -5);
    await clock.advance(0);
    await clock.advance(5);
    expect(seen).toEqual(['past']);
  });

  it('takes no call at a time that is none, which would keep all others from their turn', async () => {
    const clock = createManualClock();
    const seen: string[] = [];
    expect(() => clock.schedule(() => seen.push('never'), Number.NaN)).toThrow(OptionsError);
    clock.schedule(() => seen.push('at last'), Number.POSITIVE_INFINITY);
    clock.schedule(() => seen.push('soon'), 1);
    await clock.advance(1);
    expect(seen).toEqual(['soon']);
  });

  it('lets a chain of promises that hops over turns of the event loop settle before the next call', async () => {
    const clock = createManualClock();
    const seen: string[] = [];
    const hop = async () => {
      for (let hops = 0; hops < 4; hops++) await setImmediate();
      seen.push('hopped');
      clock.schedule(() => seen.push('begun by it'), 1);
    };
    clock.schedule(() => void hop(), 10);
    clock.schedule(() => seen.push('next'), 12);
    await clock.advance(20);
    expect(seen).toEqual(['hopped', 'begun by it', 'next']);
  });

  it.each([
    ['250ms', 250],
    ['90s', 90_000],
    ['1.5m', 90_000],
    ['15m', 900_000],
    ['1h', 3_600_000],
    ['14d', 1_209_600_000],
    [0, 0],
    [0.5, 0.5],
  ] as [number | Duration, number][])('is turned by %p', async (time, ms) => {
    const clock = createManualClock(0);
    await clock.advance(time);
    expect(clock.now()).toBe(ms);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '15', '15 m', 'm', '-1s', '', null, undefined, 3n])(
    'refuses to be turned by %p',
    async (time) => {
      const clock = createManualClock(5);
      await expect(clock.advance(time as number)).rejects.toThrow(OptionsError);
      await expect(clock.advance(time as number)).rejects.toThrow(/milliseconds from 0 up/);
      expect(clock.now()).toBe(5);
    },
  );

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '1'])('refuses to begin at %p', (startMs) => {
    expect(() => createManualClock(startMs as number)).toThrow(OptionsError);
  });

  it('never goes back when it is turned in two places at once', async () => {
    const clock = createManualClock(0);
    const seen: number[] = [];
    for (const ms of [5, 10, 50]) clock.schedule(() => seen.push(clock.now()), ms);
    await Promise.all([clock.advance(100), clock.advance(10)]);
    expect(seen).toEqual([5, 10, 50]);
    expect(clock.now()).toBe(100);
    let finish = () => {};
    const end = clock.settleWith(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const shorter = clock.advance(10);
    end();
    await clock.advance(100);
    finish();
    await shorter;
    expect(clock.now()).toBe(200);
  });

  it('waits, wherever work may settle, for whoever asked for it, until they end it', async () => {
    const clock = createManualClock(0);
    const seen: string[] = [];
    const end = clock.settleWith(async () => {
      await setImmediate();
      seen.push(`waited at ${clock.now()}`);
    });
    clock.schedule(() => seen.push('due'), 10);
    await clock.advance(20);
    expect(seen).toEqual(['waited at 0', 'due', 'waited at 10', 'waited at 20']);
    end();
    await clock.advance(10);
    expect(seen).toHaveLength(4);
  });

  it('rejects with what a due call throws', async () => {
    const clock = createManualClock();
    clock.schedule(() => {
      throw new Error('the call broke');
    }, 1);
    await expect(clock.advance(1)).rejects.toThrow('the call broke');
  });
});
