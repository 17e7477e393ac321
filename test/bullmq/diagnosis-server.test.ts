import { Redis } from 'ioredis';
import { judgeServer } from '../../src/bullmq/diagnosis/judge-server.ts';
import { describeWithServer, startTestRedis } from '../support/redis.ts';
import type { RunningRedis } from '../tools/redis.ts';
import { diagnose } from './diagnosis-support.ts';

describeWithServer('diagnoseQueue, the server', () => {
  const servers: RunningRedis[] = [];
  const start = async (...args: string[]) => {
    const server = await startTestRedis({ args });
    servers.push(server);
    return server;
  };

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('finds nothing wrong with a server that is set up well', async () => {
    const { url } = await start('--appendonly', 'yes', '--appendfsync', 'always');
    expect(await diagnose({ connection: url })).toMatchObject({
      'Redis answers': { verdict: 'good', found: expect.stringMatching(/^version \d.*, in \d+ ms$/) },
      role: { verdict: 'good', found: 'master with 0 replicas' },
      'maxmemory-policy': { verdict: 'good', found: 'noeviction' },
      memory: { verdict: 'good', found: expect.stringContaining('no limit set') },
      'append-only file': { verdict: 'good', found: 'on, appendfsync always' },
      scripts: { verdict: 'good', found: 'allowed' },
    });
  });

  it('finds a server that forgets, is nearly full and hides its clients', async () => {
    const settings = ['--maxmemory-policy', 'allkeys-lru', '--maxmemory', '1000kb'];
    const { url } = await start(
      ...settings,
      '--rename-command',
      'CLIENT',
      '',
      '--rename-command',
      'CONFIG',
      '',
    );
    expect(await diagnose({ connection: url })).toMatchObject({
      'maxmemory-policy': { verdict: 'bad', found: 'allkeys-lru' },
      memory: { verdict: 'doubtful', found: expect.stringMatching(/^1 MB of 1 MB$/) },
      'append-only file': { verdict: 'bad', found: 'off' },
      workers: { verdict: 'good', found: 'this server does not let its clients be listed' },
    });
  });

  it('tells a replica from its master', async () => {
    const master = await start();
    const replica = await start('--replicaof', '127.0.0.1', String(master.port));
    expect((await diagnose({ connection: replica.url }))['role']).toMatchObject({
      verdict: 'bad',
      found: 'replica',
      advice: expect.stringContaining('Connect to the master'),
    });
  });

  it('finds what the user may not do', async () => {
    const { url, port } = await start('--requirepass', 's3cr3t');
    const admin = new Redis(url.replace('//', '//:s3cr3t@'));
    await admin.call('ACL', 'SETUSER', 'mute', 'on', '>pw', '~*', '+@all', '-eval', '-evalsha');
    await admin.call('ACL', 'SETUSER', 'blind', 'on', '>pw', '~other:*', '+@all');
    admin.disconnect();
    const as = (user: string) => diagnose({ connection: `redis://${user}@127.0.0.1:${port}` });
    const refused = {
      'Redis answers': { verdict: 'bad', advice: expect.stringContaining('user and password') },
    };
    expect(await diagnose({ connection: url })).toMatchObject(refused);
    const wrong = await as('me:wr0ng');
    expect(wrong).toMatchObject(refused);
    expect(JSON.stringify(wrong)).not.toContain('wr0ng');
    expect((await as('mute:pw'))['scripts']).toMatchObject({ verdict: 'bad', found: 'refused' });
    expect(await as('blind:pw')).toMatchObject({
      'Redis answers': { verdict: 'good' },
      'the queue can be read': { verdict: 'bad', found: expect.stringContaining('NOPERM') },
    });
  });

  it('finds that nobody is there', async () => {
    expect(await diagnose({ connection: 'redis://me:s3cr3t@127.0.0.1:1' })).toEqual({
      'Redis answers': {
        check: 'Redis answers',
        verdict: 'bad',
        found: expect.stringContaining('ECONNREFUSED 127.0.0.1:1'),
        advice: 'Start Redis, and check its address, user and password, and what lies between.',
      },
    });
  });
});

describe('judgeServer', () => {
  /** A server that answers INFO with these fields beside those of a good one. */
  const judge = async (fields: Record<string, string>) => {
    const good = { redis_version: '7.2.4', role: 'master', maxmemory_policy: 'noeviction', aof_enabled: '1' };
    const info = Object.entries({ ...good, ...fields }).map(([field, value]) => `${field}:${value}\r\n`);
    const findings = await judgeServer({
      info: async () => info.join(''),
      config: async () => ['appendfsync', 'everysec'],
      evalsha: async () => {
        throw new Error('NOSCRIPT No matching script.');
      },
    } as unknown as Redis);
    return Object.fromEntries(findings.map((finding) => [finding.check, finding]));
  };

  it.each([
    ['6.0.16', 'bad'],
    ['6.2.0', 'good'],
    ['7.2.4', 'good'],
  ])('finds version %s %s', async (version, verdict) => {
    expect((await judge({ redis_version: version }))['Redis answers']).toMatchObject({ verdict });
  });

  it.each([
    ['79', 'good'],
    ['80', 'doubtful'],
  ])('finds memory that is full to %s percent %s', async (used, verdict) => {
    const { memory } = await judge({ used_memory: `${used}000000`, maxmemory: '100000000' });
    expect(memory).toMatchObject({ verdict, found: expect.stringMatching(/^\d+ MB of 95 MB$/) });
  });

  it('tells an append-only file that cannot be written from one that is off', async () => {
    expect((await judge({ aof_last_write_status: 'err' }))['append-only file']).toMatchObject({
      verdict: 'bad',
      found: 'on, and it cannot be written',
    });
    expect((await judge({ aof_enabled: '0' }))['append-only file']).toMatchObject({
      verdict: 'bad',
      found: 'off',
    });
    expect((await judge({}))['append-only file']).toMatchObject({
      verdict: 'good',
      found: 'on, appendfsync everysec',
    });
  });
});
