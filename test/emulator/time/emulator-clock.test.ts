import { createEmulatorClock } from '../../../src/emulator/time/index.ts';
import { OptionsError } from '../../../src/errors/index.ts';
import { createManualClock } from '../../../src/testing/manual-clock.ts';

const HOUR_MS = 3_600_000;

describe('the clock of the emulator', () => {
  it('is the time of the system unless it is told otherwise', () => {
    const clock = createEmulatorClock('real');
    expect(clock.mode).toBe('real');
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(100);
  });

  it('runs as many times faster as it is told to', async () => {
    const clock = createEmulatorClock('3600x');
    const [startMs, realMs] = [clock.now(), Date.now()];
    await new Promise<void>((resolve) => {
      clock.schedule(resolve, 100_000);
    });
    const tookMs = Date.now() - realMs;
    expect(clock.mode).toBe('scaled');
    expect(clock.now() - startMs).toBeGreaterThanOrEqual(100_000);
    expect(tookMs).toBeLessThan(1_000); // 28 ms and what a busy machine adds
  });

  it('runs what is scheduled in the order of the times, and not what is cancelled', async () => {
    const clock = createEmulatorClock('1000x');
    const ran: string[] = [];
    await new Promise<void>((resolve) => {
      clock.schedule(resolve, 30_000);
      clock.schedule(() => ran.push('second'), 20_000);
      clock.schedule(() => ran.push('first'), 10_000);
      clock.schedule(() => ran.push('never'), 15_000)();
    });
    expect(ran).toEqual(['first', 'second']);
  });

  it.each(['real', '60x'] as const)('jumps when it is turned on while it runs: %s', async (setting) => {
    const clock = createEmulatorClock(setting);
    const startMs = clock.now();
    const ran: [string, number][] = [];
    const note = (name: string) => ran.push([name, Math.floor((clock.now() - startMs) / HOUR_MS)]);
    clock.schedule(() => note('third'), 3 * HOUR_MS);
    clock.schedule(() => {
      note('first');
      void Promise.resolve().then(() => clock.schedule(() => note('second'), HOUR_MS));
    }, HOUR_MS);
    const never = clock.schedule(() => note('never'), 5 * HOUR_MS);
    await clock.advance('4h');
    never();
    expect(ran).toEqual([
      ['first', 1],
      ['second', 2],
      ['third', 3],
    ]);
    expect(Math.floor((clock.now() - startMs) / HOUR_MS)).toBe(4);
  });

  it('waits for work while it jumps, until that is ended', async () => {
    const clock = createEmulatorClock('real');
    const ran: string[] = [];
    const stop = clock.settleWith(async () => void ran.push('wait'));
    clock.schedule(() => ran.push('due'), HOUR_MS);
    await clock.advance('2h');
    expect(ran).toEqual(['wait', 'due', 'wait']);
    stop();
    await clock.advance('2h');
    expect(ran).toHaveLength(3);
  });

  it('wakes in time for what was due only after a jump', async () => {
    const clock = createEmulatorClock('real');
    const due = new Promise<void>((resolve) => {
      clock.schedule(resolve, HOUR_MS);
    });
    await clock.advance(HOUR_MS - 20);
    await due;
  });

  it('stands still when it is manual', async () => {
    const clock = createEmulatorClock('manual');
    expect([clock.mode, clock.now()]).toEqual(['manual', 1_700_000_000_000]);
    await clock.advance('15m');
    expect(clock.now()).toBe(1_700_000_900_000);
  });

  it('is turned together with a manual clock that was given', async () => {
    const given = createManualClock(5_000);
    const clock = createEmulatorClock(given);
    const ran: number[] = [];
    clock.schedule(() => ran.push(clock.now()), 10);
    await given.advance(9);
    await clock.advance(1);
    expect([clock.mode, ran]).toEqual(['manual', [5_010]]);
  });

  it('cannot turn a clock that has no way to', async () => {
    const given = createManualClock();
    const clock = createEmulatorClock({ now: given.now, schedule: given.schedule });
    const ran: string[] = [];
    clock.schedule(() => ran.push('due'), 10);
    await expect(clock.advance(10)).rejects.toThrow(OptionsError);
    await given.advance(10);
    expect(ran).toEqual(['due']);
  });

  it.each(['real', 'manual'] as const)('refuses a time that is none: %s', async (setting) => {
    await expect(createEmulatorClock(setting).advance(-1)).rejects.toThrow(OptionsError);
    expect(() => createEmulatorClock(setting).schedule(() => {}, Number.NaN)).toThrow(OptionsError);
  });

  it('cancels all that is due when it is closed, and takes no more', async () => {
    const given = createManualClock();
    const clock = createEmulatorClock(given);
    const ran: string[] = [];
    clock.schedule(() => ran.push('before'), 1);
    given.schedule(() => ran.push('foreign'), 1);
    clock.close();
    const cancel = clock.schedule(() => ran.push('after'), 1);
    await given.advance(2);
    cancel();
    expect(ran).toEqual(['foreign']);
    expect(given.pending()).toBe(0);
  });
});
