import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Finding } from '../../src/bullmq/index.ts';
import { fixture } from '../../src/testing/index.ts';
import { cleanUp, start } from '../server/support.ts';

/** Each test starts processes, which takes a second or two where others run beside it. */
jest.setTimeout(30_000);

const entry = resolve('src/cli/index.ts');
const folder = mkdtempSync(join(tmpdir(), 'switchhook-entry-'));
const secret = 'kT3vQ9xLm2Rz';
const routerUrl = JSON.stringify(resolve('src/router/index.ts'));

/** Starts the real entry. */
function begin(argv: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', entry, ...argv], {
    env: { PATH: process.env['PATH'] },
  });
  const ended = async () => {
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: child.exitCode, stdout, stderr };
  };
  return { child, ended };
}

const write = (name: string, code: string) => {
  writeFileSync(join(folder, name), code);
  return join(folder, name);
};

async function lookAtRouter(module: string) {
  const { code, stdout } = await begin(['doctor', '--json', '--router', module]).ended();
  return { code, findings: JSON.parse(stdout) as Finding[] };
}

describe('the entry of switchhook', () => {
  afterEach(cleanUp);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('exits with the code of the command, and with its whole output when that is piped', async () => {
    const payload = { ...fixture('v1.1/message.appUser/text'), padding: 'x'.repeat(300_000) };
    const file = write('large.json', JSON.stringify(payload));
    const [good, failed, wrong, version] = await Promise.all([
      begin(['scrub', file, '--json']).ended(),
      begin(['dead-letters', '--redis', 'redis://127.0.0.1:1']).ended(),
      begin(['fixtures', 'shwo']).ended(),
      begin(['--version']).ended(),
    ]);
    expect(good.code).toBe(0);
    expect(JSON.parse(good.stdout)).toMatchObject([{ trigger: 'message:appUser' }]);
    expect(good.stdout.length).toBeGreaterThan(300_000);
    expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('ECONNREFUSED') });
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("'show'") });
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(version).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it('goes on when its reader has seen enough', async () => {
    const { port } = await start((request, response) => {
      request
        .resume()
        .on('end', () => response.writeHead(request.headers['x-api-key'] === secret ? 200 : 401).end());
    });
    const router = write(
      'late.ts',
      `import { createRouter } from ${routerUrl}; export const router = createRouter().onAny(() => {});`,
    );
    // The target is told of first; by the time of the router the pipe is known to be closed. HEAD is refused here, which is bad.
    const args = ['--url', `http://127.0.0.1:${port}`, '--secret', secret, '--router', router];
    const { child } = begin(['doctor', ...args]);
    const stderr = text(child.stderr);
    child.stdout.destroy();
    await once(child, 'close');
    expect({ code: child.exitCode, stderr: await stderr }).toEqual({ code: 1, stderr: '' });
  });

  it('prints what a replay has reached at SIGINT, and exits 130', async () => {
    let called = () => {};
    const call = new Promise<void>((done) => {
      called = done;
    });
    const { port } = await start(() => called());
    const args = [
      'v1.1/message.appUser/text',
      '--to',
      `http://127.0.0.1:${port}`,
      '--secret',
      'kT3vQ9xLm2Rz',
    ];
    const { child, ended } = begin(['replay', ...args]);
    await call;
    child.kill('SIGINT');
    expect(await ended()).toMatchObject({
      code: 130,
      stdout: expect.stringMatching(/^0 of 1 acknowledged[\s\S]*interrupted: 1 were not sent to the end\n$/),
    });
  });

  it('looks at the router that a module exports, as router or by default', async () => {
    const named = write(
      'named.ts',
      `import { createRouter } from ${routerUrl};
       export const router = createRouter().on('postback', () => {}).on('postback', () => {});`,
    );
    const byDefault = write(
      'default.ts',
      `import { createRouter } from ${routerUrl}; export default createRouter();`,
    );
    const [first, second] = await Promise.all([named, byDefault].map(lookAtRouter));
    expect(first?.code).toBe(0);
    expect(first?.findings).toMatchObject([
      {
        check: 'handlers',
        verdict: 'good',
        found: expect.stringMatching(/^2 for 1 of \d+ triggers; none for /),
      },
      { check: 'names of handlers', verdict: 'doubtful', found: expect.stringContaining('postback#2') },
    ]);
    expect(second).toMatchObject({
      code: 0,
      findings: [
        { verdict: 'doubtful', advice: expect.stringContaining('register handlers') },
        { verdict: 'good', found: 'each its own' },
      ],
    });
  });

  it('says why there is no router to look at', async () => {
    const modules = [
      write('throws.mjs', 'throw new Error("REDIS_URL is not set")'),
      write('without.mjs', 'export const router = { handlers: [] };'),
    ];
    const [throws, without] = await Promise.all(modules.map(lookAtRouter));
    expect(throws).toMatchObject({
      code: 1,
      findings: [
        { verdict: 'bad', found: expect.stringContaining('could not be loaded: REDIS_URL is not set') },
      ],
    });
    expect(without).toMatchObject({
      code: 1,
      findings: [{ found: expect.stringContaining('exports no router') }],
    });
  });
});
