import { Redis } from 'ioredis';
import { findRedis, type RunningRedis, startRedis } from '../tools/redis.ts';
import { idPattern } from './requests.ts';

/** The Redis of a run: private, on 127.0.0.1, and it keeps nothing. */
export class BenchRedis {
  readonly version: string;
  readonly #server: RunningRedis;
  readonly #admin: Redis;
  #databases = 0;

  private constructor(version: string, server: RunningRedis, admin: Redis) {
    this.version = version;
    this.#server = server;
    this.#admin = admin;
  }

  /** Throws when there is no redis-server and none can be fetched. */
  static async start(): Promise<BenchRedis> {
    const found = findRedis((message) => console.error(message));
    if (!found) throw new Error('There is no redis-server, and none could be fetched.');
    const server = await startRedis(found, { args: ['--appendonly', 'no', '--databases', '64'] });
    const admin = new Redis(server.url);
    const version = /redis_version:(\S+)/.exec(await admin.info('server'))?.[1] ?? 'unknown';
    return new BenchRedis(version, server, admin);
  }

  /** A database that nobody has used yet. `keyBase` is what BullMQ puts before the keys of its queue. */
  open(keyBase: string): BenchDatabase {
    const url = `${this.#server.url}/${this.#databases}`;
    this.#databases += 1;
    return new BenchDatabase(url, keyBase);
  }

  /** User and system time of the server so far, in microseconds. */
  async cpuUs(): Promise<number> {
    const info = await this.#admin.info('cpu');
    const read = (field: string) => Number(new RegExp(`${field}:(\\S+)`).exec(info)?.[1]);
    return Math.round((read('used_cpu_user') + read('used_cpu_sys')) * 1e6);
  }

  /** What the server has allocated for all databases, in bytes. */
  async memoryBytes(): Promise<number> {
    return Number(/used_memory:(\d+)/.exec(await this.#admin.info('memory'))?.[1]);
  }

  /** Deletes everything, in all databases. */
  async flush(): Promise<void> {
    await this.#admin.flushall();
  }

  async stop(): Promise<void> {
    this.#admin.disconnect();
    await this.#server.stop();
  }
}

/** The database of one contender. */
export class BenchDatabase {
  readonly url: string;
  readonly keyBase: string;
  readonly #redis: Redis;

  constructor(url: string, keyBase: string) {
    this.url = url;
    this.keyBase = keyBase;
    this.#redis = new Redis(url);
  }

  /** Deletes all but the queue's settings and its counter, whose fall would rightly be taken for a loss. */
  async reset(): Promise<void> {
    const kept = [`${this.keyBase}:meta`, `${this.keyBase}:id`];
    const dumps = await Promise.all(kept.map((key) => this.#redis.dumpBuffer(key)));
    const all = this.#redis.multi().flushdb();
    kept.forEach((key, index) => {
      const dump = dumps[index];
      if (dump) all.restore(key, 0, dump);
    });
    await all.exec();
  }

  /** How many jobs wait. */
  countWaiting(): Promise<number> {
    return this.#redis.llen(`${this.keyBase}:wait`);
  }

  /** How many keys there are. */
  countKeys(): Promise<number> {
    return this.#redis.dbsize();
  }

  /** The ids in the data of each waiting job, without repeats. */
  async readWaitingIds(): Promise<string[][]> {
    const jobs = await this.#redis.lrange(`${this.keyBase}:wait`, 0, -1);
    const data = await Promise.all(jobs.map((id) => this.#redis.hget(`${this.keyBase}:${id}`, 'data')));
    return data.map((text) => [...new Set(text?.match(idPattern))]);
  }

  close(): void {
    this.#redis.disconnect();
  }
}
