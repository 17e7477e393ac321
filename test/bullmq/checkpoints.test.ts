import type { Redis } from 'ioredis';
import { Checkpoints } from '../../src/bullmq/checkpoints.ts';
import { createMemoryLogger } from '../support/memory-logger.ts';

describe('Checkpoints', () => {
  it('keeps in this process what redis does not take, until the delivery has ended', async () => {
    const logger = createMemoryLogger();
    const redis = {
      eval: async () => {
        throw new Error('Connection is closed.');
      },
      hscan: async () => ['0', ['checkpoint:done:a', 'true']],
    };
    const checkpoints = new Checkpoints(redis as unknown as Redis, (id) => id, logger);
    await checkpoints.write('1', 'done:b', 'true');
    expect(Object.fromEntries(await checkpoints.read('1'))).toEqual({ 'done:a': 'true', 'done:b': 'true' });
    expect(logger.lines).toHaveLength(1);
    checkpoints.forget('1');
    expect(Object.fromEntries(await checkpoints.read('1'))).toEqual({ 'done:a': 'true' });
  });

  it('reads on until redis has given everything', async () => {
    const pages: Record<string, [string, string[]]> = {
      '0': ['7', ['checkpoint:a', '1']],
      '7': ['0', ['checkpoint:b', '2']],
    };
    const redis = { hscan: async (_key: string, cursor: string) => pages[cursor] };
    const checkpoints = new Checkpoints(redis as unknown as Redis, (id) => id, createMemoryLogger());
    expect(Object.fromEntries(await checkpoints.read('1'))).toEqual({ a: '1', b: '2' });
  });
});
