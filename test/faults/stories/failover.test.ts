import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd, cleanUp, eventually, serve, settled } from '../../integration/support/stage.ts';
import { describeWithServer } from '../../support/redis.ts';
import { type FoundRedis, freePort } from '../../tools/redis.ts';
import { command, type StagedRedis } from '../staged-redis.ts';
import {
  durable,
  measured,
  names,
  openHouse,
  openProxy,
  openQueue,
  openRedis,
  send,
  sendUntilTaken,
} from './support/stage.ts';

afterEach(cleanUp);

/** STORY_FULL=1 tells row 19 with the figures of the goals. */
const full = process.env['STORY_FULL'] !== undefined;

/** How far the replica of row 19 is behind, in milliseconds: time for calls to be under way when its link breaks. */
const LAG_MS = 30;

const master = [...durable, '--repl-diskless-sync-delay', '0'];

/** A server and a replica of it, which reaches it at `port`. */
async function openPair(redis: StagedRedis, port: number): Promise<StagedRedis> {
  const replica = await openRedis([...master, '--replicaof', '127.0.0.1', String(port)]);
  await eventually(async () => String(await redis.command('INFO', 'replication')).includes('state=online'));
  return replica;
}

describeWithServer('a failover', () => {
  it('row 11: a demotion behind a fixed address is noticed, and the answer is 200 again within a second', async () => {
    const old = await openRedis(master);
    const next = await openPair(old, old.port);
    const proxy = await openProxy(old.port);
    const { url, seen, handled, queue } = await openHouse(proxy.port);
    await send(url, 'before');
    await seen.until('handled');
    // Open connections stay at the old server, which is a replica from now on.
    await next.command('REPLICAOF', 'NO', 'ONE');
    await old.command('REPLICAOF', '127.0.0.1', next.port);
    proxy.target = next.port;
    const { tookMs, refusals } = await sendUntilTaken(url, 'after');
    measured('row 11', `${refusals} refusals, 2xx after`, tookMs);
    expect(tookMs).toBeLessThan(1_000);
    const sinceMs = performance.now();
    await seen.until('handled', 2);
    measured('row 11', 'handled after', performance.now() - sinceMs);
    expect(performance.now() - sinceMs).toBeLessThan(3_000);
    expect(handled).toEqual(['before', 'after']);
    await settled(queue);
  }, 30_000);

  it(
    'row 19: a replica that lags when it is promoted has all that was acknowledged at durability replicated',
    async () => {
      const enough = full ? 2_000 : 200;
      const breaks = full ? 5 : 2;
      const old = await openRedis(master);
      const link = await openProxy(old.port);
      const next = await openPair(old, link.port);
      link.delayMs = LAG_MS;
      const proxy = await openProxy(old.port);
      const queue = await openQueue(proxy.port, { durability: 'replicated' });
      const { url } = await serve({ queue });
      const acknowledged: string[] = [];
      const underWay = new Set<string>();
      let refusals = 0;
      let sent = 0;
      const over = new AbortController();
      const sender = async () => {
        let id = '';
        let status = 200;
        while (!over.signal.aborted) {
          // As the service does: the same again until it is taken.
          if (status === 200) id = `lag-${sent++}`;
          underWay.add(id);
          ({ status } = await send(url, id));
          underWay.delete(id);
          if (status === 200) acknowledged.push(id);
          else refusals += 1;
        }
      };
      const senders = Array.from({ length: 20 }, sender);
      let amid = 0;
      /** Breaks the link amid the calls, until a call of each sender was refused. Only those under way may still be taken. */
      const breakLink = async () => {
        const calling = new Set(underWay);
        const taken = acknowledged.length;
        const refused = refusals;
        link.setMode('dropReplies'); // what is on its way arrives, and is confirmed
        await eventually(() => refusals >= refused + senders.length);
        const late = acknowledged.slice(taken);
        expect(late.filter((id) => !calling.has(id))).toEqual([]);
        amid += late.length;
      };
      for (let round = 1; round <= breaks; round += 1) {
        await eventually(() => acknowledged.length >= (enough * round) / breaks);
        await breakLink();
        if (round < breaks) link.setMode('pass');
        if (round < breaks) link.cut();
      }
      over.abort();
      await Promise.all(senders);
      await old.kill();
      await next.command('REPLICAOF', 'NO', 'ONE');
      proxy.target = next.port;
      proxy.cut();
      const { handled, queue: promoted } = await openHouse(next.port);
      expect(await settled(promoted)).toMatchObject({ dead: 0 });
      measured('row 19', 'acknowledged', acknowledged.length, '');
      measured('row 19', 'of them while the link broke', amid, '');
      measured('row 19', 'refused', refusals, '');
      const kept = new Set(handled);
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      expect(amid).toBeGreaterThan(0);
      expect(await promoted.health()).toMatchObject({ ready: true });
      // It knows so once it has looked at the new server.
      await eventually(async () => !(await queue.health()).ready);
    },
    full ? 120_000 : 30_000,
  );

  it('row 37: a Sentinel failover loses nothing that was acknowledged, and is over without help', async () => {
    const old = await openRedis(master);
    const next = await openPair(old, old.port);
    const sentinelPort = await startSentinel(old.port);
    const connection = { sentinels: [{ host: '127.0.0.1', port: sentinelPort }], name: 'wh', role: 'master' };
    await eventually(async () =>
      String(await command(sentinelPort, 'SENTINEL', 'REPLICAS', 'wh')).includes(String(next.port)),
    );
    const { url, seen, handled } = await openHouse(old.port, { queueOptions: { connection } });
    for (const id of names('before', 5)) expect(await send(url, id)).toMatchObject({ status: 200 });
    await seen.until('handled', 5);
    await old.kill();
    const { tookMs } = await sendUntilTaken(url, 'after');
    measured('row 37', 'Sentinel: 2xx after', tookMs);
    await seen.until('handled', 6);
    expect(handled).toEqual([...names('before', 5), 'after']);
  }, 30_000);
});

/** Starts a Sentinel of its own for the master at `port`, from the same binary. */
async function startSentinel(port: number): Promise<number> {
  const { bin, env } = JSON.parse(process.env['TEST_REDIS_SERVER'] ?? '') as FoundRedis;
  const own = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'switchhook-sentinel-'));
  const file = join(dir, 'sentinel.conf');
  writeFileSync(
    file,
    `port ${own}
bind 127.0.0.1
dir ${dir}
sentinel monitor wh 127.0.0.1 ${port} 1
sentinel down-after-milliseconds wh 1000
sentinel failover-timeout wh 5000
`,
  );
  const child = spawn(bin, [file, '--sentinel'], { env: { ...process.env, ...env }, stdio: 'ignore' });
  atEnd(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    rmSync(dir, { recursive: true, force: true });
  });
  await eventually(async () => (await command(own, 'PING').catch(() => '')) === 'PONG');
  return own;
}
