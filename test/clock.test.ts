import { systemClock, wakefulClock } from '../src/clock.ts';

describe('systemClock', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('calls back after the delay, unless it is cancelled', () => {
    const run = jest.fn();
    systemClock.schedule(run, 1_000);
    const cancel = systemClock.schedule(run, 1_000);
    cancel();
    jest.advanceTimersByTime(999);
    expect(run).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('does not call back at once for a delay that is longer than a timer can be', () => {
    const run = jest.fn();
    systemClock.schedule(run, 2 ** 40);
    jest.advanceTimersByTime(60_000);
    expect(run).not.toHaveBeenCalled();
  });

  it('tells the time in milliseconds', () => {
    jest.setSystemTime(1_700_000_000_000);
    expect(systemClock.now()).toBe(1_700_000_000_000);
  });
});

describe('wakefulClock', () => {
  it('keeps the process alive until what was scheduled has run, which the system clock does not', () => {
    const [timer, cancel] = [jest.spyOn(globalThis, 'setTimeout'), wakefulClock.schedule(() => {}, 1_000)];
    expect(timer.mock.results[0]?.value.hasRef()).toBe(true);
    cancel();
    systemClock.schedule(() => {}, 1_000)();
    expect(timer.mock.results[1]?.value.hasRef()).toBe(false);
    timer.mockRestore();
  });
});
