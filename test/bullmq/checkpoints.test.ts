import { Checkpoints } from '../../src/bullmq/checkpoints.ts';
import type { RedisLink } from '../../src/bullmq/connections.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';

const closedError = new Error('Connection is closed.');

/** A connection whose Redis takes checkpoints while `up` is true. */
function openCheckpoints() {
  const stored: [string, string, string][] = [];
  const redis = {
    up: false as boolean,
    eval: async (_script: string, _keys: number, key: string, field: string, value: string) => {
      if (!redis.up) throw closedError;
      stored.push([key, field, value]);
      return 1;
    },
    hscan: async () => ['0', ['checkpoint:done:a', 'true']],
  };
  const clock = createManualClock();
  const logger = createMemoryLogger();
  let closed = false;
  const link = { redis, close: () => (closed = true) } as unknown as RedisLink;
  const checkpoints = new Checkpoints(link, (id) => `job:${id}`, logger, clock);
  return { checkpoints, redis, stored, clock, logger, isClosed: () => closed };
}

describe('Checkpoints', () => {
  it('keeps in this process what redis does not take, until the delivery has ended', async () => {
    const { checkpoints, logger } = openCheckpoints();
    await checkpoints.write('1', 'done:b', 'true');
    expect(Object.fromEntries(await checkpoints.read('1'))).toEqual({ 'done:a': 'true', 'done:b': 'true' });
    expect(logger.lines).toHaveLength(1);
    checkpoints.forget('1');
    expect(Object.fromEntries(await checkpoints.read('1'))).toEqual({ 'done:a': 'true' });
  });

  it('offers what it keeps to redis each half second until it is taken, and no more after that', async () => {
    const { checkpoints, redis, stored, clock } = openCheckpoints();
    await checkpoints.write('1', 'done:b', 'true');
    await checkpoints.write('2', 'done:c', 'true');
    await clock.advance(5_000);
    expect(stored).toEqual([]);
    redis.up = true;
    await clock.advance(499);
    expect(stored).toEqual([]);
    await clock.advance(1);
    expect(stored).toEqual([
      ['job:1', 'checkpoint:done:b', 'true'],
      ['job:2', 'checkpoint:done:c', 'true'],
    ]);
    expect(clock.pending()).toBe(0);
    expect(Object.fromEntries(await checkpoints.read('1'))).toEqual({ 'done:a': 'true' });
  });

  it('writes a note only when its delivery has not ended soon, and no other note with it', async () => {
    const { checkpoints, redis, stored, clock } = openCheckpoints();
    redis.up = true;
    checkpoints.note('1', 'done:b', 'true');
    checkpoints.note('2', 'done:b', 'true');
    expect(Object.fromEntries(await checkpoints.read('1'))).toEqual({ 'done:a': 'true', 'done:b': 'true' });
    checkpoints.forget('1');
    await clock.advance(99);
    checkpoints.note('3', 'done:b', 'true');
    expect(stored).toEqual([]);
    await clock.advance(1);
    expect(stored).toEqual([['job:2', 'checkpoint:done:b', 'true']]);
    await clock.advance(100);
    expect(stored).toHaveLength(2);
    expect(clock.pending()).toBe(0);
  });

  it('offers nothing of a delivery that has ended', async () => {
    const { checkpoints, redis, stored, clock } = openCheckpoints();
    await checkpoints.write('1', 'done:b', 'true');
    checkpoints.forget('1');
    redis.up = true;
    await clock.advance(500);
    expect(stored).toEqual([]);
  });

  it('offers what it keeps once more when it is closed, and then no more', async () => {
    const { checkpoints, redis, stored, clock, isClosed } = openCheckpoints();
    await checkpoints.write('1', 'done:b', 'true');
    redis.up = true;
    await checkpoints.close();
    expect(stored).toEqual([['job:1', 'checkpoint:done:b', 'true']]);
    expect(isClosed()).toBe(true);

    const away = openCheckpoints();
    await away.checkpoints.write('1', 'done:b', 'true');
    await away.checkpoints.close();
    expect(away.isClosed()).toBe(true);
    expect(away.clock.pending()).toBe(0);
    expect(clock.pending()).toBe(0);
  });

  it('does not begin anew for what comes after it was closed', async () => {
    const { checkpoints, clock } = openCheckpoints();
    await checkpoints.close();
    await checkpoints.write('1', 'done:b', 'true');
    checkpoints.note('2', 'done:b', 'true');
    expect(clock.pending()).toBe(0);
  });

  it('reads on until redis has given everything', async () => {
    const { checkpoints, redis } = openCheckpoints();
    const pages: Record<string, [string, string[]]> = {
      '0': ['7', ['checkpoint:a', '1']],
      '7': ['0', ['checkpoint:b', '2']],
    };
    Object.assign(redis, { hscan: async (_key: string, cursor: string) => pages[cursor] });
    expect(Object.fromEntries(await checkpoints.read('1'))).toEqual({ a: '1', b: '2' });
  });
});
