import { createMemoryQueue, createReceiver } from '../../src/index.ts';
import { createMemoryLogger } from '../../src/testing/index.ts';
import { cleanUp, start } from '../server/support.ts';
import {
  describeWithRedis,
  describeWithServer,
  openTestQueue,
  requireRedisUrl,
  startTestRedis,
} from '../support/redis.ts';
import { run } from './support.ts';

const secret = 'kT3vQ9xLm2Rz';

async function mount(): Promise<string> {
  const logger = createMemoryLogger();
  const receiver = createReceiver({ secrets: secret, queue: createMemoryQueue({ logger }), logger });
  const { port } = await start((request, response) => receiver(request, response, () => {}));
  return `http://127.0.0.1:${port}/`;
}

describe('switchhook doctor', () => {
  afterEach(cleanUp);

  it('prints a line for each finding, and how many are good', async () => {
    const { code, stdout, stderr } = await run(['doctor', '--url', await mount(), '--secret', secret]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^target\n {2}ok {2}HEAD, by which the service probes a target {2}200\n/);
    expect(stdout).toMatch(/\n5 good, 0 doubtful, 0 bad\n$/);
  });

  it('says below a bad finding what to do, and fails', async () => {
    const { code, stdout } = await run(['doctor', '--url', await mount(), '--secret', 'another-secret']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/\n {2}!! {2}a probe delivery +401\n {30,}The secret given here is not the one/);
    expect(stdout).not.toContain('another-secret');
  });

  it('says in its help that the module of the router is run', async () => {
    expect((await run(['doctor', '--help'])).stdout).toContain(
      'The module of --router is imported: give a module that starts nothing.',
    );
  });

  it('gives its findings as one value with --json', async () => {
    const args = ['doctor', '--url', await mount(), '--secret', secret, '--json'];
    const findings = (await run(args, { tty: true })).json<{ check: string; verdict: string }[]>();
    expect(findings.map(({ verdict }) => verdict)).toEqual(['good', 'good', 'good', 'good', 'good']);
  });

  it('marks with colours on a terminal', async () => {
    const args = ['doctor', '--url', await mount(), '--secret', secret];
    expect((await run(args, { tty: true })).stdout).toContain('\u001b[32mok\u001b[39m');
    expect((await run(args, { tty: true, env: { NO_COLOR: '1' } })).stdout).not.toContain('\u001b[');
  });

  it('finds that Redis is away, without its password', async () => {
    const { code, stdout, stderr } = await run(['doctor', '--redis', 'redis://me:s3cr3t@127.0.0.1:1']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^queue\n {2}!! {2}Redis answers {2}.*ECONNREFUSED/);
    expect(stdout + stderr).not.toContain('s3cr3t');
  });

  it.each([
    ['nothing to look at', [], 'Say what to look at: --redis URL, --url TARGET or --router MODULE.'],
    ['an argument', ['redis'], "doctor takes options alone, not 'redis'."],
    ['a target without a secret', ['--url', 'http://h'], '--secret is missing'],
    ['a target that is no URL', ['--url', 'h', '--secret', secret], 'begins with http:// or https://'],
    ['a Redis that is no URL', ['--redis', 'h:s3cr3t'], 'must start with redis:// or rediss://'],
    ['a name that no queue has', ['--redis', 'redis://h', '--queue', 'a:b'], "nor hold ':'"],
  ])('refuses %s before it looks at anything', async (_, args, message) => {
    const { code, stdout, stderr } = await run(['doctor', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('s3cr3t');
  });
});

describeWithRedis('switchhook doctor, the queue', () => {
  it('looks at the queue that the options name, in the Redis of the environment', async () => {
    const { queue, prefix, cleanUp: deleteAll } = openTestQueue({ name: 'hooks' });
    await queue.pause();
    const look = async (...args: string[]) =>
      (await run(['doctor', '--prefix', prefix, ...args], { env: { REDIS_URL: requireRedisUrl() } })).stdout;
    expect(await look('--queue', 'hooks')).toContain('the queue is paused');
    expect(await look()).toContain('this queue has never been used');
    await queue.close();
    await deleteAll();
  });
});

describeWithServer('switchhook doctor, a server that is set up well', () => {
  it('exits 0 though no worker is there, which is doubtful', async () => {
    const server = await startTestRedis({ args: ['--appendonly', 'yes'] });
    const { code, stdout } = await run(['doctor', '--redis', server.url]);
    await server.stop();
    expect(code).toBe(0);
    expect(stdout).toMatch(/ {2}\?\? {2}workers +none connected\n/);
    expect(stdout).toMatch(/\n8 good, 2 doubtful, 0 bad\n$/);
  });
});
