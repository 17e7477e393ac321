import { createRandom } from '../../src/testing/index.ts';
import { type FaultName, faultKinds, faultNames } from './faults.ts';
import { durationOf, injectFaults, planFaults } from './injector.ts';
import type { Stage } from './stage.ts';

describe('a plan of faults', () => {
  it('is the same for the same seed and another for another', () => {
    expect(planFaults(30, createRandom(1))).toEqual(planFaults(30, createRandom(1)));
    expect(planFaults(30, createRandom(1))).not.toEqual(planFaults(30, createRandom(2)));
  });

  it('has every kind before a kind comes again', () => {
    const names = planFaults(faultNames.length * 2, createRandom(3)).map(({ name }) => name);
    expect(new Set(names.slice(0, faultNames.length))).toEqual(new Set(faultNames));
    expect(new Set(names.slice(faultNames.length))).toEqual(new Set(faultNames));
  });

  it('leaves 0.7 to 1.6 s between two faults', () => {
    const plan = planFaults(300, createRandom(4));
    for (const { gapMs } of plan) {
      expect(gapMs).toBeGreaterThanOrEqual(700);
      expect(gapMs).toBeLessThan(1_600);
    }
    expect(durationOf(plan)).toBeGreaterThan(300 * 1_000);
  });

  it('does a fault only to what it can be done to', () => {
    for (const { name, target } of planFaults(200, createRandom(5)))
      expect(faultKinds[name].targets).toContain(target);
  });
});

describe('the injector', () => {
  /** A stage on which every command to Redis takes 40 ms, with what is done to it. */
  function fakeStage(fail = false) {
    const commands: { text: string; atMs: number }[] = [];
    const command = async (...words: readonly (string | number)[]) => {
      commands.push({ text: words.join(' '), atMs: Date.now() });
      await new Promise((resolve) => setTimeout(resolve, 40));
      if (fail) throw new Error('no Redis here');
    };
    return { stage: { redis: { command } } as unknown as Stage, commands };
  }

  const planned = (name: FaultName, number: number) => ({ number, name, target: 'redis', gapMs: 0 }) as const;

  it('does one fault at a time to a target', async () => {
    const { stage, commands } = fakeStage();
    const plan = [planned('script-flush', 1), planned('client-kill', 2)];
    const done = await injectFaults(plan, stage, { onFault() {}, onFailure() {} });
    expect(commands.map(({ text }) => text)).toEqual(['SCRIPT FLUSH', 'CLIENT KILL TYPE normal']);
    expect(done[1]?.fromMs).toBeGreaterThanOrEqual(done[0]?.untilMs ?? Number.NaN);
  });

  it('tells of a fault that it could not do, which then does not count as done', async () => {
    const { stage } = fakeStage(true);
    const failures: unknown[] = [];
    const events = { onFault() {}, onFailure: (...failure: unknown[]) => failures.push(failure) };
    expect(await injectFaults([planned('script-flush', 1)], stage, events)).toEqual([]);
    expect(failures).toEqual([[planned('script-flush', 1), new Error('no Redis here')]]);
  });

  it('begins no fault after it was told to end', async () => {
    const { stage, commands } = fakeStage();
    const plan = [planned('script-flush', 1)];
    await injectFaults(plan, stage, { onFault() {}, onFailure() {} }, AbortSignal.abort());
    expect(commands).toEqual([]);
  });
});
