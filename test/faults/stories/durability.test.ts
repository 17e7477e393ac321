import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd, cleanUp, eventually, settled, tally } from '../../integration/support/stage.ts';
import { describeWithServer, startTestRedis } from '../../support/redis.ts';
import { type FoundRedis, startRedis } from '../../tools/redis.ts';
import {
  durable,
  measured,
  names,
  openHouse,
  openQueue,
  openRedis,
  send,
  sendUntilTaken,
} from './support/stage.ts';
import { pidOf } from './support/trace.ts';

afterEach(cleanUp);

/** A redis-server whose files can grow to 400 KB, as on a disk that is full. */
function onSmallDisk(): FoundRedis {
  const { bin, env } = JSON.parse(process.env['TEST_REDIS_SERVER'] ?? '') as FoundRedis;
  const dir = mkdtempSync(join(tmpdir(), 'switchhook-disk-'));
  const script = join(dir, 'redis-server');
  writeFileSync(script, `#!/bin/bash\ntrap '' XFSZ\nulimit -S -f 400\nexec '${bin}' "$@"\n`);
  chmodSync(script, 0o755);
  atEnd(async () => rmSync(dir, { recursive: true, force: true }));
  return { bin: script, env };
}

describeWithServer('what is kept', () => {
  it('row 13: a full disk makes the answer 503, and what was answered 200 is handled', async () => {
    const redis = await startRedis(onSmallDisk(), { args: durable });
    atEnd(() => redis.stop());
    const { url, handled, queue } = await openHouse(redis.port, { options: { concurrency: 1 } });
    const acknowledged: string[] = [];
    for (let i = 0; i < 2_000; i += 1) {
      const { status } = await send(url, `disk-${i}`);
      if (status === 503) break;
      acknowledged.push(`disk-${i}`);
    }
    measured('row 13', 'acknowledged before the disk was full', acknowledged.length, '');
    expect(await send(url, 'full')).toMatchObject({ status: 503 });
    // Somebody makes room; Redis notices at its next try, within a second.
    expect(spawnSync('prlimit', ['--pid', pidOf(redis.dir), '--fsize=unlimited']).status).toBe(0);
    const { tookMs } = await sendUntilTaken(url, 'after');
    measured('row 13', '2xx after', tookMs);
    expect(tookMs).toBeLessThan(3_000);
    await eventually(() => [...acknowledged, 'after'].every((id) => handled.includes(id)));
    expect(await settled(queue)).toMatchObject({ dead: 0 });
    expect(handled).toHaveLength(new Set(handled).size);
  }, 30_000);

  it('row 13: a full disk under appendfsync always ends the server, and what was answered 200 is handled after its return', async () => {
    const args = ['--appendonly', 'yes', '--appendfsync', 'always'];
    const redis = await startRedis(onSmallDisk(), { args });
    atEnd(() => redis.stop());
    const queueOptions = { durability: 'fsync' } as const;
    const { url, handled, queue } = await openHouse(redis.port, {
      queueOptions,
      options: { concurrency: 1 },
    });
    const acknowledged: string[] = [];
    for (let i = 0; i < 2_000; i += 1) {
      const { status } = await send(url, `disk-${i}`);
      if (status === 503) break;
      acknowledged.push(`disk-${i}`);
    }
    await redis.kill();
    const again = await startTestRedis({ port: redis.port, dir: redis.dir, args });
    atEnd(() => again.stop());
    await sendUntilTaken(url, 'after');
    await eventually(() => [...acknowledged, 'after'].every((id) => handled.includes(id)));
    expect(await settled(queue)).toMatchObject({ dead: 0 });
  }, 30_000);

  it('row 14: a Redis that loads its data makes the answer 503 until it is loaded, and nothing is lost', async () => {
    const redis = await openRedis();
    const queue = await openQueue(redis.port);
    await queue.pause();
    const { url, seen, handled } = await openHouse(redis.port);
    const ids = names('kept', 20);
    for (const id of ids) await send(url, id);
    for (let i = 0; i < 40; i += 1) {
      const script = 'for i = 1, 1000 do redis.call("SET", "filler:" .. ARGV[1] .. ":" .. i, "x") end';
      await redis.command('EVAL', script, 0, i);
    }
    await redis.kill();
    // So slow that it takes about 2 s, as 200 MB would.
    const args = [...durable, '--enable-debug-command', 'yes', '--key-load-delay', '50'];
    const starting = startTestRedis({ port: redis.port, dir: redis.dir, args });
    const loading = () => redis.command('PING').then(String, (error: Error) => error.message);
    await eventually(async () => (await loading()).startsWith('LOADING'));
    expect(await send(url, 'while loading')).toMatchObject({ status: 503 });
    expect(await queue.health()).toMatchObject({ ready: false });
    const again = await starting;
    atEnd(() => again.stop());
    const { tookMs } = await sendUntilTaken(url, 'while loading');
    measured('row 14', '2xx after', tookMs);
    expect(tookMs).toBeLessThan(1_000);
    await queue.resume();
    await seen.until('handled', ids.length + 1);
    expect(tally(handled)).toEqual(Object.fromEntries([...ids, 'while loading'].map((id) => [id, 1])));
  }, 30_000);
});
