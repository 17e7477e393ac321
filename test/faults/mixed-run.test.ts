import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describeWithServer } from '../support/redis.ts';
import type { RunSummary } from './report.ts';

/** The whole run, its start and the wait for an empty queue included, in milliseconds. */
const RUN_MS = 100_000;

const children: ChildProcess[] = [];

afterEach(() => {
  // SIGTERM: the run then ends its own processes.
  for (const child of children.splice(0)) child.kill('SIGTERM');
});

/** Runs `test/faults/run.ts` and gives its exit code, its figures and all that it printed. */
async function run(...args: string[]): Promise<{ code: unknown; summary: RunSummary; output: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/faults/run.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as unknown[];
  const line = output.split('\n').findLast((each) => each.startsWith('{'));
  if (line === undefined) throw new Error(`The run gave no figures:\n${output}`);
  return { code, summary: JSON.parse(line) as RunSummary, output };
}

describeWithServer.each([
  ['kit', 2_000, 30],
  ['emulator', 1_000, 15],
])('deliveries of the %s, %i of them through %i faults', (sender, count, faultCount) => {
  it('are all handled if they were acknowledged, never begun again after their end, and answered in time', async () => {
    const counts = ['--deliveries', String(count), '--faults', String(faultCount)];
    const { code, summary, output } = await run(
      '--seed',
      '1',
      '--minutes',
      '2.3',
      '--sender',
      sender,
      ...counts,
    );
    const { deliveries, faults, acknowledged, violations } = summary;
    expect(violations).toEqual([]);
    expect(summary).toMatchObject({ ok: true, acknowledgedUnhandled: 0, startedAfterCompletion: 0 });
    expect(summary.repeatsFlagged).toBe(summary.repeats);
    expect(summary.handledTwiceFlagged).toBe(summary.handledTwice);
    expect(deliveries).toBeGreaterThanOrEqual(count);
    expect(Object.values(faults).reduce((sum, each) => sum + each, 0)).toBe(faultCount);
    // A run in which little got through would prove little.
    expect(acknowledged).toBeGreaterThan(deliveries / 2);
    expect(summary.tookMs).toBeLessThan(RUN_MS);
    expect(output).toMatch(new RegExp(`fault +${faultCount} {2}[a-z-]+ on [a-z0-9-]+`));
    expect(code).toBe(0);
  }, 150_000);
});
