import { DEAF_AFTER_MS, WATCH_INTERVAL_MS, Watchdog } from '../../src/bullmq/watchdog.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';

function watch(waiting: () => Promise<number>) {
  const clock = createManualClock();
  const onDeaf = jest.fn();
  return { clock, onDeaf, watchdog: new Watchdog({ waiting, onDeaf, clock }) };
}

describe('Watchdog', () => {
  it('calls a worker deaf when deliveries wait for a minute and none is fetched', async () => {
    const { clock, onDeaf, watchdog } = watch(async () => 3);
    await clock.advance(WATCH_INTERVAL_MS + DEAF_AFTER_MS - 1);
    expect(onDeaf).not.toHaveBeenCalled();
    expect(watchdog.deafForMs()).toBeUndefined();
    await clock.advance(1);
    expect(onDeaf).toHaveBeenCalledWith(DEAF_AFTER_MS);
    expect(watchdog.deafForMs()).toBe(DEAF_AFTER_MS);
  });

  it('starts anew with each delivery that is fetched', async () => {
    const { clock, onDeaf, watchdog } = watch(async () => 3);
    for (let i = 0; i < 10; i++) {
      await clock.advance(DEAF_AFTER_MS - WATCH_INTERVAL_MS);
      watchdog.fetched();
    }
    expect(onDeaf).not.toHaveBeenCalled();
  });

  it('has nothing against a worker when nothing waits for it', async () => {
    const { clock, onDeaf } = watch(async () => 0);
    await clock.advance(10 * DEAF_AFTER_MS);
    expect(onDeaf).not.toHaveBeenCalled();
  });

  it('leaves an outage of Redis to others', async () => {
    const { clock, onDeaf } = watch(async () => {
      throw new Error('Connection is closed.');
    });
    await clock.advance(10 * DEAF_AFTER_MS);
    expect(onDeaf).not.toHaveBeenCalled();
  });

  it('leaves no scheduled call behind when it is stopped', async () => {
    const { clock, watchdog } = watch(async () => 0);
    await clock.advance(WATCH_INTERVAL_MS);
    watchdog.stop();
    expect(clock.pending()).toBe(0);
  });
});
