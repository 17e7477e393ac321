import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FoundRedis, freePort, startRedis } from '../tools/redis.ts';
import { Child } from './child.ts';
import type { ChildSettings } from './child-settings.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import { type StagedRedis, stageRedis } from './staged-redis.ts';

/**
 * When Redis brings its append-only file to the disk. With `everysec` a killed server can lose what it has answered: while a flush to the disk is
 * under way it puts off writing the file for up to 2 s, and answers all the same. Seen after SIGSTOP, SIGCONT and SIGKILL in a row:
 * four completions that workers had been told of were gone. With `always` nothing is answered before it is on the disk.
 */
export type AppendFsync = 'always' | 'everysec';

const SECRET = 'fault-run-Rk2x9vQ7tHnB4wLc0Ze';

/** All that a run sets up: Redis, a proxy for each side, the receiver and two workers. */
export interface Stage {
  readonly dir: string;
  readonly journal: string;
  readonly url: string;
  readonly secret: string;
  readonly redis: StagedRedis;
  /** Through these the receiver and the workers reach Redis. */
  readonly receiverProxy: TcpProxy;
  readonly workersProxy: TcpProxy;
  readonly receiver: Child;
  readonly workers: readonly [Child, Child];
  /** Ends every process that was started. `keep` leaves the folder with the journal and the logs. */
  close(options?: { readonly keep?: boolean }): Promise<void>;
}

/** Sets a stage up. What was started is ended again when that fails. */
export async function openStage(found: FoundRedis, appendFsync: AppendFsync): Promise<Stage> {
  const dir = mkdtempSync(join(tmpdir(), 'switchhook-faults-'));
  const place = { dir: join(dir, 'redis') };
  mkdirSync(place.dir);
  const args = ['--appendonly', 'yes', '--appendfsync', appendFsync];
  const redis = await stageRedis((again) => startRedis(found, { ...place, ...again, args }));
  const receiverProxy = await startProxy(redis.port);
  const workersProxy = await startProxy(redis.port);
  const port = await freePort();
  const journal = join(dir, 'journal.txt');
  const child = (name: string, proxy: TcpProxy) => {
    const redisUrl = `redis://127.0.0.1:${proxy.port}`;
    const settings: ChildSettings = { name, redisUrl, secret: SECRET, port, journal };
    const script = name === 'receiver' ? 'receiver-child.ts' : 'worker-child.ts';
    return new Child(script, settings, join(dir, `${name}.log`));
  };
  const receiver = child('receiver', receiverProxy);
  const workers = [child('worker-1', workersProxy), child('worker-2', workersProxy)] as const;
  const children = [receiver, ...workers];
  const close: Stage['close'] = async ({ keep = false } = {}) => {
    await Promise.all(children.map((each) => each.kill()));
    await Promise.all([receiverProxy.close(), workersProxy.close()]);
    await redis.kill();
    if (!keep) rmSync(dir, { recursive: true, force: true });
  };
  try {
    await Promise.all(children.map((each) => each.start()));
  } catch (error) {
    await close({ keep: true });
    throw error;
  }
  const url = `http://127.0.0.1:${port}/webhooks/messaging`;
  return { dir, journal, url, secret: SECRET, redis, receiverProxy, workersProxy, receiver, workers, close };
}
