import { Redis } from 'ioredis';
import type { RunningRedis } from '../tools/redis.ts';

/** A private server that is treated badly. */
export interface StagedRedis extends RunningRedis {
  /** Starts it again with its port and folder. */
  start(): Promise<void>;
  /** Sends one command past the proxies, on a connection of its own. */
  command(name: string, ...args: readonly (string | number)[]): Promise<unknown>;
}

/** Starts a server with `start`, which gets the port and the folder when it is to be the same one again. */
export async function stageRedis(
  start: (place?: Pick<RunningRedis, 'port' | 'dir'>) => Promise<RunningRedis>,
): Promise<StagedRedis> {
  let running = await start();
  const { port, url, dir } = running;
  return {
    port,
    url,
    dir,
    kill: () => running.kill(),
    stop: () => running.stop(),
    signal: (name) => running.signal(name),
    async start() {
      running = await start({ port, dir });
    },
    command: (name, ...args) => command(port, name, ...args),
  };
}

/** Sends one command to the server at `port`, on a connection of its own. */
export async function command(
  port: number,
  name: string,
  ...args: readonly (string | number)[]
): Promise<unknown> {
  const redis = new Redis(port, '127.0.0.1', {
    retryStrategy: () => null,
    lazyConnect: true,
    enableReadyCheck: false,
  });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return await redis.call(name, ...args);
  } finally {
    redis.disconnect();
  }
}
