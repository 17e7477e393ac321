import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describeWithServer } from '../support/redis.ts';
import { formatHttp, type HttpResult } from './http.ts';
import { readBenchOptions } from './options.ts';

const root = resolve(__dirname, '../..');
const ARGS = ['http', '--rounds', '1', '--seconds', '0.3', '--only', 'ours-express,hand-written', '--json'];

describeWithServer('npm run bench', () => {
  let result: HttpResult;

  // It ends with an error, and this fails, when a contender does not answer a call with 200.
  beforeAll(async () => {
    const args = ['--import', 'tsx', 'test/bench/run.ts', ...ARGS];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 110_000 });
    result = (JSON.parse(stdout) as { readonly http: HttpResult }).http;
  }, 120_000);

  it('runs the contenders that are asked for', () => {
    expect(result.rows.map(({ name }) => name)).toEqual(['hand-written', 'ours-express']);
  });

  it('finds every new event in Redis exactly once', () => {
    expect(result.rows.map(({ verification }) => verification)).toEqual([
      expect.objectContaining({ sent: 400, storedOnce: 400 }),
      expect.objectContaining({ sent: 400, storedOnce: 400 }),
    ]);
  });

  it('finds the same duplicates dropped by both: all but the taps, which have no id', () => {
    const taps = 400 / 8;
    expect(result.rows.map(({ verification }) => verification?.storedAfterRepeat)).toEqual([
      400 + taps,
      400 + taps,
    ]);
  });

  it('measures rate, CPU in Node and in Redis, latency and memory of each', () => {
    for (const row of result.rows) {
      const { perSecond, nodeUs, redisUs, peakMb } = row;
      for (const value of [perSecond.median, nodeUs.median, redisUs.median, peakMb])
        expect(value).toBeGreaterThan(0);
      expect(row.latency.map(({ connections }) => connections)).toEqual([10, 50, 200]);
      for (const { p50Ms, p99Ms } of row.latency) expect(p99Ms.median).toBeGreaterThanOrEqual(p50Ms.median);
    }
  });

  it('takes the ratios to the hand-written receiver in the same round', () => {
    const [handWritten, ours] = result.rows;
    expect(handWritten?.ratios.perSecond.median).toBe(1);
    expect(handWritten?.ratios.cpu.median).toBe(1);
    expect(ours?.ratios.perSecond.median).toBeCloseTo(
      Number(ours?.perSecond.median) / Number(handWritten?.perSecond.median),
    );
  });

  it('prints a row for each, the ratios first', () => {
    const lines = formatHttp(result).split('\n');
    const head = lines.find((line) => line.startsWith('contender'))?.split(/ {2,}/);
    expect(head?.slice(0, 8)).toEqual([
      ...['contender', 'rate', 'CPU', 'p99@10', 'p99@50', 'p99@200', 'per s', 'spread'],
    ]);
    expect(head?.slice(8)).toEqual([
      ...['Node us', 'Redis us', 'p50/p99 ms @10', 'p50/p99 ms @50', 'p50/p99 ms @200', 'peak MB'],
    ]);
    expect(lines.find((line) => line.startsWith('hand-written'))?.split(/ {2,}/)).toHaveLength(14);
    expect(lines.find((line) => line.startsWith('ours-express'))?.split(/ {2,}/)).toHaveLength(14);
  });
});

describe('the command line of the bench', () => {
  it('measures http and the worker unless told otherwise', () => {
    expect(readBenchOptions([])).toMatchObject({ sections: ['http', 'worker'], rounds: 5, connections: 50 });
  });

  it.each([
    [['htp'], 'There is no section htp.'],
    [['--only', 'ours'], 'There is no contender ours.'],
    [['--rounds', '1.5'], '--rounds'],
    [['--seconds', '0'], '--seconds'],
    [['--connections', 'many'], '--connections'],
  ])('refuses %j', (args, message) => {
    expect(() => readBenchOptions(args)).toThrow(message);
  });
});
