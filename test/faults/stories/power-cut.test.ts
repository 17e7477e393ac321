import { readFileSync, truncateSync } from 'node:fs';
import type { Durability } from '../../../src/bullmq/index.ts';
import { atEnd, cleanUp, serve, settled } from '../../integration/support/stage.ts';
import { describeWithServer, startTestRedis } from '../../support/redis.ts';
import { measured, openHouse, openQueue, send } from './support/stage.ts';
import { canTrace, type FileTrace, traceFlushes } from './support/trace.ts';

/** STORY_FULL=1 tells the stories with the figures of the goals. */
const full = process.env['STORY_FULL'] !== undefined;

/** How long `everysec` may leave what it acknowledged to a power cut, in milliseconds. */
const EXPOSED_MS = 2_000;

afterEach(cleanUp);

/** The ids that were answered 200, each with the time of the answer: the end of that millisecond of `Date.now()`. */
type Acknowledged = ReadonlyMap<string, number>;

/** Has many senders call at once, sees each flush of Redis, and kills it amid the calls once `isEnough`. */
async function cutPower(
  appendfsync: 'always' | 'everysec',
  durability: Durability,
  isEnough: (acknowledged: Acknowledged) => boolean,
) {
  // A rewrite would begin another file.
  const args = ['--appendonly', 'yes', '--appendfsync', appendfsync, '--auto-aof-rewrite-percentage', '0'];
  const redis = await startTestRedis({ args });
  atEnd(() => redis.stop());
  const tracing = await traceFlushes(redis.dir);
  const { url } = await serve({ queue: await openQueue(redis.port, { durability }) });
  const acknowledged = new Map<string, number>();
  let killed: Promise<void> | undefined;
  let sent = 0;
  const sender = async () => {
    while (killed === undefined) {
      const id = `power-${sent++}`;
      if ((await send(url, id)).status === 200) acknowledged.set(id, Date.now() + 1);
      if (isEnough(acknowledged)) killed ??= redis.kill();
    }
  };
  await Promise.all(Array.from({ length: 40 }, sender));
  await killed;
  const trace = await tracing.end();
  return {
    acknowledged,
    trace,
    /** The ids that are handled after a start with what the power cut left. */
    async handledFrom(bytes: number): Promise<ReadonlySet<string>> {
      truncateSync(trace.file, bytes);
      const again = await startTestRedis({ port: redis.port, dir: redis.dir, args });
      atEnd(() => again.stop());
      const { queue, handled } = await openHouse(redis.port);
      expect(await settled(queue)).toMatchObject({ dead: 0 });
      return new Set(handled);
    },
  };
}

/**
 * How long after its answer each delivery was on the disk, in milliseconds; below zero where that was before, as it must be when no power cut
 * at all may cost it. What never came there is left out.
 */
function readExposures(
  { file, flushes }: FileTrace,
  acknowledged: Acknowledged,
): ReadonlyMap<string, number> {
  const text = readFileSync(file, 'latin1');
  const exposures = new Map<string, number>();
  let next = 0;
  // In the order of the file, with the end of the transaction that has added each.
  for (const { 1: id = '', index } of text.matchAll(/"_id":"(power-\d+)"/g)) {
    const end = text.indexOf('\r\nEXEC\r\n', index) + '\r\nEXEC\r\n'.length;
    while (next < flushes.length && Number(flushes[next]?.bytes) < end) next += 1;
    const flushedMs = flushes[next]?.atMs;
    const answeredMs = acknowledged.get(id);
    if (flushedMs !== undefined && answeredMs !== undefined && !exposures.has(id))
      exposures.set(id, flushedMs - answeredMs);
  }
  return exposures;
}

const itWithTrace = canTrace ? it : it.skip;

describeWithServer('a power cut', () => {
  itWithTrace(
    'row 18: a power cut loses nothing that was acknowledged at durability fsync',
    async () => {
      const enough = full ? 20_000 : 500;
      const { acknowledged, trace, handledFrom } = await cutPower(
        'always',
        'fsync',
        ({ size }) => size >= enough,
      );
      const exposures = readExposures(trace, acknowledged);
      const flushedBytes = trace.flushes.at(-1)?.bytes ?? 0;
      measured('row 18', 'fsync: acknowledged', acknowledged.size, '');
      measured('row 18', 'fsync: flushes', trace.flushes.length, '');
      measured('row 18', 'fsync: bytes written and not flushed', trace.writtenBytes - flushedBytes, '');
      measured(
        'row 18',
        'fsync: on the disk after the answer, at the latest',
        Math.max(...exposures.values()),
      );
      const handled = await handledFrom(flushedBytes);
      expect([...acknowledged.keys()].filter((id) => !handled.has(id))).toEqual([]);
      // Nor would a cut at any other moment have lost one: each was on the disk before it was answered.
      expect(exposures.size).toBe(acknowledged.size);
      expect([...exposures].filter(([, exposedMs]) => exposedMs > 0)).toEqual([]);
    },
    full ? 200_000 : 30_000,
  );

  itWithTrace(
    'row 18: a power cut loses at most what was acknowledged in the last two seconds at durability everysec',
    async () => {
      const trafficMs = full ? 20_000 : 4_000;
      const sinceMs = Date.now();
      const { acknowledged, trace, handledFrom } = await cutPower(
        'everysec',
        'everysec',
        () => Date.now() - sinceMs > trafficMs,
      );
      const exposures = readExposures(trace, acknowledged);
      // The worst moment: just before the last flush was done.
      const [before, last] = trace.flushes.slice(-2);
      const cutMs = last?.atMs ?? 0;
      const handled = await handledFrom(before?.bytes ?? 0);
      const answered = [...acknowledged].filter(([, answeredMs]) => answeredMs < cutMs);
      const lost = answered.filter(([id]) => !handled.has(id)).map(([, answeredMs]) => cutMs - answeredMs);
      measured('row 18', 'everysec: acknowledged', answered.length, '');
      measured('row 18', 'everysec: lost', lost.length, '');
      measured('row 18', 'everysec: answered before the cut, at the earliest', Math.max(...lost));
      measured(
        'row 18',
        'everysec: on the disk after the answer, at the latest',
        Math.max(...exposures.values()),
      );
      // So that is what the level costs, and no more.
      expect(lost.length).toBeGreaterThan(0);
      expect(lost.filter((agoMs) => agoMs > EXPOSED_MS)).toEqual([]);
      expect([...exposures].filter(([, exposedMs]) => exposedMs > EXPOSED_MS)).toEqual([]);
    },
    full ? 100_000 : 30_000,
  );
});
