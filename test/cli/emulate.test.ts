import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { basicAuth, createClient } from '../../src/client/index.ts';
import { run } from './support.ts';

/** Most tests start processes, which takes a second or two where others run beside it. */
jest.setTimeout(30_000);

const folder = mkdtempSync(join(tmpdir(), 'switchhook-emulate-'));
afterAll(() => rmSync(folder, { recursive: true }));

function begin(...argv: readonly string[]) {
  return spawn(process.execPath, ['--import', 'tsx', resolve('src/cli/index.ts'), 'emulate', ...argv], {
    env: { PATH: process.env['PATH'] },
  });
}

/** Runs `emulate exec` with a script of Node, and gives what that printed and how it ended. */
async function exec(script: string, ...options: readonly string[]) {
  const child = begin('exec', ...options, '--', process.execPath, '-e', script);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

/** A script that prints what the API answers to a GET. */
const get = (path: string) => `
  const { SWITCHHOOK_BASE_URL, SWITCHHOOK_KEY_ID, SWITCHHOOK_SECRET } = process.env;
  const authorization = 'Basic ' + btoa(SWITCHHOOK_KEY_ID + ':' + SWITCHHOOK_SECRET);
  fetch(SWITCHHOOK_BASE_URL + '/v1.1${path}', { headers: { authorization } })
    .then((response) => response.text()).then(console.log)`;

describe('switchhook emulate', () => {
  it('runs until Ctrl+C, and says where it is and with which key it is called', async () => {
    const child = begin('--port', '0', '--json');
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const { value } = await lines.next();
    const { url, page, environment } = JSON.parse(String(value));
    expect(page).toBe(`${url}/_emulator`);
    const { SWITCHHOOK_KEY_ID: keyId, SWITCHHOOK_SECRET: secret, SWITCHHOOK_BASE_URL: baseUrl } = environment;
    const client = createClient({ auth: basicAuth({ keyId, secret }), baseUrl });
    expect(await client.webhooks.list()).toEqual([]);
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
  });

  it('tells a person to set the variables that the other commands read', async () => {
    const child = begin('--port', '0');
    let printed = '';
    for await (const line of createInterface(child.stdout)) {
      printed += `${line}\n`;
      if (line.startsWith('Ctrl+C')) child.kill('SIGINT');
    }
    expect(printed).toMatch(
      /^The service is at http:\/\/127\.0\.0\.1:\d+\nThe page is at {3}http:\S+\/_emulator\n/,
    );
    expect(printed).toMatch(/^export SWITCHHOOK_KEY_ID=app_[0-9a-f]{24}$/m);
    expect(printed.match(/^export (\w+)/gm)).toEqual([
      'export SWITCHHOOK_BASE_URL',
      'export SWITCHHOOK_APP_ID',
      'export SWITCHHOOK_KEY_ID',
      'export SWITCHHOOK_SECRET',
    ]);
  });

  it('has the same key at each start, and another one for another seed', async () => {
    const show = 'console.log(process.env.SWITCHHOOK_KEY_ID, process.env.SWITCHHOOK_SECRET)';
    const [first, second, other] = await Promise.all([exec(show), exec(show), exec(show, '--seed', '2')]);
    expect(first.stdout).toBe(second.stdout);
    expect(other.stdout).not.toBe(first.stdout);
  });

  it('ends exec with the exit code of the command', async () => {
    const { code, stdout } = await exec('console.log("ran"); process.exit(7)');
    expect({ code, stdout }).toEqual({ code: 7, stdout: 'ran\n' });
  });

  it('begins with what a file describes', async () => {
    const file = join(folder, 'seed.json');
    writeFileSync(file, JSON.stringify({ users: [{ userId: 'customer-1', givenName: 'Ana' }] }));
    const { stdout } = await exec(get('/appusers/customer-1'), '--load', file);
    expect(JSON.parse(stdout)).toMatchObject({ appUser: { userId: 'customer-1', givenName: 'Ana' } });
  });

  it('says which part of the file is wrong', async () => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, JSON.stringify({ users: [{ userId: 'customer-1' }, { givenName: 'Ana' }] }));
    const { code, stderr } = await run(['emulate', '--port', '0', '--load', file]);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('users[1] is refused'),
    });
  });

  describe('with a receiver', () => {
    let server: Server;
    let target: string;
    beforeAll(async () => {
      server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
      await once(server, 'listening');
      target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/messaging`;
    });
    afterAll(() => new Promise((ended) => server.close(ended)));

    it('creates its webhook for every trigger, with the secret that it has already', async () => {
      const { stdout } = await exec(get('/webhooks'), '--webhook', target, '--secret', 'kT3vQ9xLm2Rz');
      expect(JSON.parse(stdout)).toMatchObject({
        webhooks: [{ target, triggers: ['*', 'typing:appUser'], secret: 'kT3vQ9xLm2Rz', version: 'v1.1' }],
      });
    });

    it('makes up a secret where none is given', async () => {
      const { stdout } = await exec(get('/webhooks'), '--webhook', target);
      expect(JSON.parse(stdout).webhooks[0].secret).toMatch(/^[\w-]{86}$/);
    });

    it('says that the port is taken', async () => {
      const { port } = server.address() as AddressInfo;
      const { code, stderr } = await run(['emulate', '--port', String(port)]);
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('EADDRINUSE') });
    });
  });

  it('refuses a receiver that is not up, and says so', async () => {
    const { code, stderr } = await run(['emulate', '--port', '0', '--webhook', 'http://127.0.0.1:1/hook']);
    expect(code).toBe(2);
    expect(stderr).toContain('webhooks[0] is refused');
  });

  it.each([
    [['start'], "emulate takes options, or exec and a command, not 'start'"],
    [['exec'], 'exec needs a command'],
    [['exec', '--', 'no-such-command-4010'], "There is no command 'no-such-command-4010'"],
    [['--clock', 'fast'], "clock must be 'real', 'manual', a speed such as '60x'"],
    [['--port', 'x'], '--port must be a whole number'],
    [['--public-url', 'here'], 'publicUrl must be a URL'],
  ])('calls %j a wrong call', async (args, sentence) => {
    const { code, stdout, stderr } = await run(['emulate', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
  });
});
