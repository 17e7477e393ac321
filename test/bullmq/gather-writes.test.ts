import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { createGatherer } from '../../src/bullmq/gather-writes.ts';

function createStream() {
  const calls: string[] = [];
  return { calls, destroyed: false, cork: () => calls.push('cork'), uncork: () => calls.push('uncork') };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('createGatherer', () => {
  it('corks the socket once for all commands of a turn of the event loop, and for those of the next anew', async () => {
    const stream = createStream();
    const gather = createGatherer({ stream } as unknown as Redis);
    gather();
    gather();
    expect(stream.calls).toEqual(['cork']);
    await turn();
    expect(stream.calls).toEqual(['cork', 'uncork']);
    gather();
    await turn();
    expect(stream.calls).toEqual(['cork', 'uncork', 'cork', 'uncork']);
  });

  it('writes after so many commands, and what is left at the end of the turn', async () => {
    const stream = createStream();
    const gather = createGatherer({ stream } as unknown as Redis, 2);
    gather();
    gather();
    expect(stream.calls).toEqual(['cork']);
    gather();
    expect(stream.calls).toEqual(['cork', 'uncork', 'cork']);
    await turn();
    expect(stream.calls).toEqual(['cork', 'uncork', 'cork', 'uncork']);
  });

  it('uncorks the socket that it corked, though the connection has another one by then', async () => {
    const [first, second] = [createStream(), createStream()];
    const redis = { stream: first };
    const gather = createGatherer(redis as unknown as Redis);
    gather();
    redis.stream = second;
    await turn();
    expect(first.calls).toEqual(['cork', 'uncork']);
    expect(second.calls).toEqual([]);
  });

  it('leaves a connection alone that has no socket', async () => {
    const destroyed = { ...createStream(), destroyed: true };
    createGatherer({ stream: destroyed } as unknown as Redis)();
    createGatherer(new EventEmitter() as unknown as Redis)();
    await turn();
    expect(destroyed.calls).toEqual([]);
  });
});
