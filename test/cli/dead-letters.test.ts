import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Redis } from 'ioredis';
import type { DeliveryQueue, HandlerFailure, Settlement } from '../../src/queue/index.ts';
import { makeDelivery } from '../support/deliveries.ts';
import { describeWithRedis, openTestQueue, requireRedisUrl } from '../support/redis.ts';
import { run } from './support.ts';

const failed = (handler: string, message = 'no'): HandlerFailure => ({
  handler,
  attempts: 1,
  final: true,
  error: { type: 'Error', message },
});
const dead = (failures: readonly HandlerFailure[]): Settlement => ({
  outcome: 'dead',
  reason: 'handler_failed',
  failures,
  issues: [],
});

/** Makes a dead letter of each trigger with its settlement, in this order, and gives their ids. */
async function bury(queue: DeliveryQueue, letters: readonly (readonly [string, Settlement])[]) {
  for (const [trigger, settlement] of letters) {
    await queue.enqueue(makeDelivery({ trigger }));
    await new Promise<void>((resolve) => {
      const consumption = queue.consume(async () => settlement, {
        concurrency: 1,
        onSettled: () => void consumption.close({ graceMs: 0 }).then(() => resolve()),
      });
    });
  }
  return (await queue.deadLetters.list()).toReversed().map(({ id }) => id);
}

describeWithRedis('switchhook dead-letters', () => {
  let queue: DeliveryQueue;
  let prefix: string;
  let cleanUp: () => Promise<void>;
  /** Of the dead letters, the oldest first: crm failed a postback, crm and mail a message, and a schema refused a message. */
  let ids: string[];

  const call = (args: readonly string[], options: Parameters<typeof run>[1] = {}) =>
    run(['dead-letters', ...args, '--redis', requireRedisUrl(), '--prefix', prefix], options);
  const left = async () => (await queue.deadLetters.list()).map(({ id }) => id).toReversed();

  beforeEach(async () => {
    ({ queue, prefix, cleanUp } = openTestQueue());
    const issues = [{ path: 'messages', message: 'expected a list', code: 'invalid_type' }];
    ids = await bury(queue, [
      ['postback', dead([failed('crm')])],
      ['message:appUser', dead([failed('crm'), failed('mail', 'first\n\u001b[31msecond')])],
      ['message:appUser', { outcome: 'dead', reason: 'refused', failures: [], issues }],
    ]);
  });

  afterEach(async () => {
    await queue.close();
    await cleanUp();
  });

  it('lists them, the newest first, each in one line whatever its handler threw', async () => {
    const { code, stdout } = await call([]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(ids.toReversed());
    expect(lines[0]).toMatch(/ {2}message:appUser {2}refused +messages expected a list$/);
    expect(lines[1]).toMatch(/ {2}handler_failed {2}crm: no; mail: first \[31msecond$/);
  });

  it('says when there may be more than it shows', async () => {
    expect((await call(['--limit', '3'])).stdout).toMatch(
      /\nThese are the newest 3: --limit shows more\.\n$/,
    );
    expect((await call(['--limit', '4'])).stdout).not.toContain('These are the newest');
  });

  it.each([
    ['trigger', ['--trigger', 'postback'], [0]],
    ['handler', ['--handler', 'crm'], [1, 0]],
    ['handler and trigger', ['--handler', 'crm', '--trigger', 'message:appUser'], [1]],
    ['reason', ['--reason', 'refused'], [2]],
    ['number', ['--limit', '2'], [2, 1]],
    ['an age that all are below', ['--since', '1h'], [2, 1, 0]],
    ['an age that none is above', ['--until', '1h'], []],
    ['a date to come', ['--since', '2999-01-01'], []],
  ])('filters by %s', async (_, filter, places) => {
    const listed = (await call(['list', ...filter, '--json'])).json<{ id: string }[]>();
    expect(listed.map(({ id }) => id)).toEqual(places.map((place) => ids[place]));
  });

  it('finds one by the key that log lines name', async () => {
    const [, wanted] = await queue.deadLetters.list();
    const listed = await call(['list', '--key', String(wanted?.delivery.key), '--json']);
    expect(listed.json<{ id: string }[]>().map(({ id }) => id)).toEqual([ids[1]]);
    expect((await call(['list', '--key', 'w1-none'])).stdout).toBe('There are no such dead letters.\n');
  });

  it('tells what was given up before a time from what was given up after', async () => {
    const redis = new Redis(requireRedisUrl());
    const [oldest = ''] = ids;
    await redis.hset(`${prefix}:deliveries:${oldest}`, 'finishedOn', String(Date.now() - 3_600_000));
    redis.disconnect();
    const listed = async (...filter: string[]) =>
      (await call(['list', ...filter, '--json'])).json<{ id: string }[]>().map(({ id }) => id);
    expect(await listed('--until', '30m')).toEqual([oldest]);
    expect(await listed('--since', '30m')).toEqual([ids[2], ids[1]]);
  });

  it('lets no text of a payload steer the terminal', async () => {
    await bury(queue, [['\u001b[2J\u009b1mpostback', dead([])]]);
    const { stdout } = await call([]);
    expect(stdout).toContain('  [2J 1mpostback  handler_failed\n');
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it('hints at the trigger that was meant, where it finds none', async () => {
    const hint = "No trigger 'postbak' is known here; the nearest is 'postback'.\n";
    for (const action of ['list', 'purge'])
      expect(await call([action, '--trigger', 'postbak'])).toMatchObject({ code: 0, stderr: hint });
    expect((await call(['--trigger', 'link:match'])).stderr).toBe('');
    await bury(queue, [['postbak', dead([])]]);
    expect((await call(['--trigger', 'postbak'])).stderr).toBe('');
  });

  it.each([['list'], ['show', 'x'], ['replay', 'x', '--dry-run'], ['purge', '--yes']])(
    'writes nothing to a queue that was never used, and says so: %s',
    async (...args) => {
      const { code, stdout, stderr } = await call([...args, '--queue', 'brandnew']);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(
        'switchhook: The queue brandnew has never been used: check --queue, --prefix and --redis.\n',
      );
      const redis = new Redis(requireRedisUrl());
      expect(await redis.keys(`${prefix}:brandnew:*`)).toEqual([]);
      redis.disconnect();
    },
  );

  it('tells how many it took before one failed', async () => {
    const redis = new Redis(requireRedisUrl());
    const key = `${prefix}:deliveries:${ids[1]}`;
    await redis.rename(key, `${key}-moved`);
    await redis.set(key, 'no hash');
    redis.disconnect();
    const args = ['replay', ...ids.toReversed(), '--json'];
    const { code, stderr, json } = await call(args);
    expect({ code, result: json() }).toEqual({ code: 1, result: { replayed: 1, missing: [], left: 2 } });
    expect(stderr).toMatch(/^switchhook: Redis refuses: WRONGTYPE/);
  });

  it('stops at Ctrl+C, and tells how many it took', async () => {
    const signals = new EventEmitter();
    const asking = jest.spyOn(signals, 'once').mockImplementation((_name, stop) => {
      stop();
      return signals;
    });
    const { code, stdout } = await call(['purge', '--yes'], { signals });
    expect(asking).toHaveBeenCalledWith('SIGINT', expect.any(Function));
    expect({ code, stdout }).toEqual({ code: 130, stdout: '0 purged, 3 left as they were.\n' });
    expect(await left()).toEqual(ids);
  });

  it('shows one with its delivery', async () => {
    const { code, json } = await call(['show', String(ids[0])]);
    expect(code).toBe(0);
    expect(json()).toMatchObject({ id: ids[0], delivery: { trigger: 'postback' }, reason: 'handler_failed' });
  });

  it('replays those of a handler when told not to ask', async () => {
    const { code, stdout, stderr } = await call(['replay', '--handler', 'crm', '--yes']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '2 replayed.\n', stderr: '' });
    expect(await left()).toEqual([ids[2]]);
    expect(await queue.counts()).toMatchObject({ waiting: 2 });
  });

  it('purges those of a trigger', async () => {
    const { code, json } = await call(['purge', '--trigger', 'message:appUser', '--yes', '--json']);
    expect({ code, result: json() }).toEqual({ code: 0, result: { purged: 2, missing: [], left: 0 } });
    expect(await left()).toEqual([ids[0]]);
    expect(await queue.counts()).toMatchObject({ waiting: 0 });
  });

  it('takes single ones without a question, and says which do not exist', async () => {
    const { code, stdout, stderr } = await call(['replay', String(ids[0]), 'nobody']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '1 replayed.\n' });
    expect(stderr).toBe("There is no dead letter 'nobody'.\n");
    expect(await left()).toEqual([ids[1], ids[2]]);
  });

  it.each(['replay', 'purge'])('changes nothing in a dry run of %s', async (action) => {
    const bulk = await call([action, '--handler', 'crm', '--dry-run']);
    expect(bulk.code).toBe(0);
    expect(bulk.stdout).toMatch(new RegExp(`^${ids[1]}\n${ids[0]}\n2 would be (replayed|purged)\\.\n$`));
    const single = await call([action, String(ids[0]), 'nobody', '--dry-run', '--json']);
    expect(single.code).toBe(1);
    expect(single.json()).toMatchObject({ would: [ids[0]], missing: ['nobody'] });
    expect(await left()).toEqual(ids);
  });

  it('asks a person before it takes many', async () => {
    const no = await call(['purge', '--handler', 'crm'], { tty: true, stdin: 'n\n' });
    expect(no).toMatchObject({ code: 1, stdout: 'Nothing was done.\n' });
    expect(no.stderr).toContain('2 dead letters will be purged. Go on? [y/N] ');
    expect(await left()).toEqual(ids);
    const yes = await call(['purge', '--handler', 'crm'], { tty: true, stdin: 'y\n' });
    expect(yes).toMatchObject({ code: 0, stdout: '2 purged.\n' });
    expect(await left()).toEqual([ids[2]]);
  });

  it.each([
    ['no terminal', {}, []],
    ['--json at a terminal', { tty: true, stdin: 'y\n' }, ['--json']],
  ])('does nothing with %s unless it is told --yes', async (_, options, args) => {
    const { code, stdout, stderr } = await call(['purge', ...args], options);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('switchhook: 3 dead letters would be purged: say --yes.\n');
    expect(await left()).toEqual(ids);
  });

  it('has nothing to ask for when there are none', async () => {
    const { code, stdout } = await call(['replay', '--trigger', 'none']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '0 replayed.\n' });
    expect((await call(['--trigger', 'none'])).stdout).toBe('There are no such dead letters.\n');
  });

  it.each([
    ['a misspelt action', ['relpay'], "dead-letters has no 'relpay'; did you mean 'replay'?"],
    ['an action that every object has', ['toString'], "dead-letters has no 'toString'"],
    ['IDs and a filter', ['purge', 'x', '--trigger', 'postback'], 'Give IDs or filters such as --trigger'],
    ['list with an ID', ['list', 'x'], 'list takes filters and no ID'],
    ['show without an ID', ['show'], 'Say switchhook dead-letters show ID.'],
    ['a reason that does not exist', ['list', '--reason', 'x'], '--reason must be one of refused, '],
    ['a time that is none', ['purge', '--since', 'monday', '--yes'], '--since must be a date'],
    ['a name that no queue has', ['list', '--queue', 'a:b'], "name must not be empty nor hold ':'"],
  ])('refuses %s', async (_, args, message) => {
    const { code, stdout, stderr } = await call(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(await left()).toEqual(ids);
  });

  it('fails for one that does not exist', async () => {
    const { code, stderr } = await call(['show', 'nobody']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "switchhook: There is no dead letter 'nobody'.\n" });
  });
});

/** A server that takes connections and says nothing. */
async function openSilentServer() {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

describe('switchhook dead-letters without a queue', () => {
  it('needs to know where Redis is', async () => {
    const { code, stderr } = await run(['dead-letters', 'list']);
    expect(code).toBe(2);
    expect(stderr).toBe('switchhook: --redis is missing: give it, or set REDIS_URL.\n');
  });

  it('says in plain words that nothing was heard of Redis', async () => {
    const { server, port } = await openSilentServer();
    const { code, stderr } = await run(['dead-letters', 'list', '--redis', `redis://127.0.0.1:${port}`]);
    server.close();
    expect(code).toBe(1);
    expect(stderr).toBe('switchhook: Redis does not answer: nothing was heard of it within 1000 ms\n');
  });

  it.each([
    ['is no URL', 'localhost/s3cr3t', 2],
    ['cannot be read', 'redis://me:s3cr3t@host:port', 2],
    ['leads nowhere', 'redis://me:s3cr3t@127.0.0.1:1', 1],
  ])('fails without the password when its address %s', async (_, url, expected) => {
    const { code, stdout, stderr } = await run(['dead-letters', 'list'], { env: { REDIS_URL: url } });
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr).toMatch(/^switchhook: [^\n]+\n$/);
    expect(stderr).not.toContain('s3cr3t');
  });
});
