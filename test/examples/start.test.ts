import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fixture } from '../../src/testing/index.ts';
import { killExamples, postWebhook, root, startExample } from './support.ts';

jest.setTimeout(60_000);
afterEach(killExamples);

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test('the curl line that is printed works as it stands, and again as a duplicate', async () => {
  const example = startExample('start.ts', { PORT: '0' });
  const [command, url = '', secret = ''] = await example.line(
    /^curl -i (\S+) -H 'content-type: application\/json' -H 'x-api-key: (\S+)' --data @fixtures\/v1\.1\/message\.appUser\/text\.json$/,
  );
  const paste = async () => {
    // The shell takes the line apart, as it does for whoever pastes it.
    if (hasCurl) return spawnSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' }).stdout;
    const response = await postWebhook(url, secret, fixture('v1.1/message.appUser/text'));
    return `HTTP/1.1 ${response.status}\n${await response.text()}`;
  };
  const first = await paste();
  expect(first).toContain('HTTP/1.1 200');
  expect(first).toContain('{"outcome":"queued"}');
  await example.line(/message:appUser +handled +web: text "Hello, has my order 5521 been sent yet\?"/);
  expect(await paste()).toContain('{"outcome":"duplicate"}');
  expect(example.output()).toContain('"msg":"call acknowledged"');

  example.signal('SIGTERM');
  expect(await example.exit()).toBe(0);
});

test('a secret from the environment is used, and never printed', async () => {
  const secret = 'e2b1c6f09d7a4853';
  const example = startExample('start.ts', { PORT: '0', WEBHOOK_SECRET: secret });
  const [, url = ''] = await example.line(/^curl -i (\S+) .*-H "x-api-key: \$WEBHOOK_SECRET"/);
  expect((await postWebhook(url, secret, fixture('v1.1/postback/persistent-menu'))).status).toBe(200);
  await example.line(/postback +handled/);

  example.signal('SIGINT');
  example.signal('SIGINT');
  expect(await example.exit()).toBe(0);
  expect(example.output()).not.toContain(secret);
});

test('a port that is in use is told in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  try {
    const { port } = other.address() as AddressInfo;
    const example = startExample('start.ts', { PORT: String(port), LOG_LEVEL: 'silent' });
    expect(await example.exit()).toBe(1);
    expect(example.output()).toBe(`Port ${port} is in use: set PORT to another one.`);
  } finally {
    other.close();
  }
});
