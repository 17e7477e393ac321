import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '..');
/** The package as it is published, built afresh below a folder where its dependencies are found. */
const published = join(root, '.cache/package-test');

function node(...args: string[]): unknown {
  const output = execFileSync(process.execPath, args, { cwd: published, encoding: 'utf8', timeout: 20_000 });
  return JSON.parse(output);
}

const esm = (code: string) => node('--input-type=module', '-e', code);
const cjs = (code: string) => node('--input-type=commonjs', '-e', code);

describe('the published package', () => {
  beforeAll(() => {
    mkdirSync(published, { recursive: true });
    execFileSync(process.execPath, ['test/tools/build.mjs', join(published, 'dist')], { cwd: root });
    for (const name of ['package.json', 'fixtures'])
      cpSync(join(root, name), join(published, name), { recursive: true });
  }, 120_000);

  it('exports exactly these names from its main entry, in both builds', () => {
    const fromEsm = esm(
      `import * as all from 'switchhook'; console.log(JSON.stringify(Object.keys(all).sort()))`,
    );
    const fromCjs = cjs(`console.log(JSON.stringify(Object.keys(require('switchhook')).sort()))`);
    expect(fromEsm).toEqual(fromCjs);
    expect(fromEsm).toMatchSnapshot();
  });

  it.each([
    ['switchhook/bullmq', ['createBullQueue']],
    ['switchhook/testing', ['fixture', 'fixtureNames', 'fixtures']],
  ])('exports exactly its names from %s, in both builds', (entry, names) => {
    const list = (all: string) => `console.log(JSON.stringify(Object.keys(${all}).sort()))`;
    expect(esm(`import * as all from '${entry}'; ${list('all')}`)).toEqual(names);
    expect(cjs(list(`require('${entry}')`))).toEqual(names);
  });

  it.each([['switchhook'], ['switchhook/testing']])(
    'loads neither bullmq, ioredis nor express with %s',
    (entry) => {
      const loaded = cjs(
        `require('${entry}'); console.log(JSON.stringify(Object.keys(require.cache)))`,
      ) as string[];
      expect(loaded.length).toBeGreaterThan(0);
      expect(loaded.filter((file) => /node_modules\/(bullmq|ioredis|express)\//.test(file))).toEqual([]);
    },
  );

  it('finds its fixtures from both builds', () => {
    const print = `console.log(JSON.stringify(fixture('v1.1/message.appUser/text').trigger))`;
    expect(esm(`import { fixture } from 'switchhook/testing'; ${print}`)).toBe('message:appUser');
    expect(cjs(`const { fixture } = require('switchhook/testing'); ${print}`)).toBe('message:appUser');
  });

  it('knows a PermanentError of its other build', () => {
    const result = esm(`
      import { createRequire } from 'node:module';
      import { createMemoryQueue, createReceiver, createRouter, createWorker } from 'switchhook';
      import { fixture } from 'switchhook/testing';
      const { PermanentError } = createRequire(import.meta.url + '/x')('switchhook');
      const logger = { debug() {}, info() {}, warn() {}, error() {} };
      const queue = createMemoryQueue({ logger });
      const router = createRouter().onAny(() => { throw new PermanentError('no'); });
      const worker = createWorker({ queue, router, logger });
      worker.once('deadLettered', ({ attempts, reason }) => console.log(JSON.stringify({ attempts, reason })));
      await worker.start();
      const receiver = createReceiver({ secrets: 'kT3vQ9xLm2Rz', queue, logger });
      const body = fixture('v1.1/message.appUser/text');
      await receiver.handle({ method: 'POST', headers: { 'x-api-key': 'kT3vQ9xLm2Rz' }, body });
    `);
    expect(result).toEqual({ attempts: 1, reason: 'handler_failed' });
  });

  it('keeps no process alive: a worker, a delayed retry and a receiver let it end', () => {
    const result = esm(`
      import { createMemoryQueue, createReceiver, createRouter, createWorker } from 'switchhook';
      import { fixture } from 'switchhook/testing';
      const logger = { debug() {}, info() {}, warn() {}, error() {} };
      const queue = createMemoryQueue({ logger });
      const router = createRouter().onAny(() => { throw new Error('try again later'); });
      const worker = createWorker({ queue, router, logger, backoff: () => 600_000 });
      await worker.start();
      const receiver = createReceiver({ secrets: 'kT3vQ9xLm2Rz', queue, logger });
      const body = fixture('v1.1/message.appUser/text');
      const { status } = await receiver.handle({ method: 'POST', headers: { 'x-api-key': 'kT3vQ9xLm2Rz' }, body });
      process.on('exit', () => console.log(status));
    `);
    expect(result).toBe(200);
  });
});
