import type { Queue } from 'bullmq';
import { systemClock } from '../../clock.ts';
import { describeError } from '../../logger.ts';
import { WaitingAges } from '../waiting-ages.ts';
import { findDamaged } from './find-damaged.ts';
import type { Finding } from './finding.ts';
import { judgeDamage, judgeDeadLetters, judgeWaiting } from './judge-queue.ts';
import { judgeServer } from './judge-server.ts';
import { type DiagnoseOptions, type QueueView, viewQueue } from './queue-view.ts';

/** As many dead letters are counted by their reason. */
const MAX_LETTERS = 1_000;

/**
 * Looks at a queue and its Redis without changing anything: version, role, eviction, persistence and rights of the server; what waits, since when and for
 * which workers; dead letters and damaged jobs. Reads at most 1,000 jobs of each state. Resolves also while Redis is away: that is then the one
 * finding. Throws an `OptionsError` for options that cannot work.
 */
export async function diagnoseQueue(options: DiagnoseOptions): Promise<readonly Finding[]> {
  const view = viewQueue(options, 'diagnoseQueue');
  try {
    return await diagnose(view);
  } catch (error) {
    const advice = 'Start Redis, and check its address, user and password, and what lies between.';
    return [{ check: 'Redis answers', verdict: 'bad', found: describeError(error).message, advice }];
  } finally {
    await view.close();
  }
}

async function diagnose(view: QueueView): Promise<Finding[]> {
  const { link } = view;
  const server = await link.ask(() => judgeServer(link.redis));
  if (server.some(({ check, verdict }) => check === 'scripts' && verdict === 'bad')) return server;
  try {
    return [...server, ...(await link.ask(() => judgeJobs(view)))];
  } catch (error) {
    const advice = 'Check what the Redis user may do (ACL): all commands on the keys of the queue.';
    const found = describeError(error).message;
    return [...server, { check: 'the queue can be read', verdict: 'bad', found, advice }];
  }
}

async function judgeJobs({ link, queue, deadLetters, wasUsed }: QueueView): Promise<Finding[]> {
  const toKey = (suffix: string) => queue.toKey(suffix);
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
  const of = (state: string) => counts[state] ?? 0;
  const waiting = judgeWaiting({
    waiting: of('waiting'),
    active: of('active'),
    delayed: of('delayed'),
    oldestMs: await new WaitingAges(link.redis, toKey, systemClock).oldestMs(),
    used: await wasUsed(),
    paused: await queue.isPaused(),
    workers: await countWorkers(queue),
  });
  const letters = await deadLetters.list({ limit: MAX_LETTERS });
  const damage = judgeDamage(await findDamaged(link.redis, toKey));
  return [...waiting, judgeDeadLetters(of('failed'), letters), damage];
}

/** How many workers of this queue are connected, or `undefined` where the server does not let its clients be listed. */
async function countWorkers(queue: Queue): Promise<number | undefined> {
  try {
    const workers = await queue.getWorkers();
    // BullMQ's answer for a server without CLIENT LIST is one client of this name.
    return workers.some(({ name }) => String(name).startsWith('GCP ')) ? undefined : workers.length;
  } catch {
    return undefined;
  }
}
