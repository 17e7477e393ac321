import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '..');
/** A folder of consumers of the package as it is published, below the repository, so that what it depends on is found there. */
const consumers = join(root, '.cache/package-test');
const published = join(consumers, 'node_modules/switchhook');

function node(...args: string[]): unknown {
  const output = execFileSync(process.execPath, args, { cwd: consumers, encoding: 'utf8', timeout: 20_000 });
  return JSON.parse(output);
}

const esm = (code: string) => node('--input-type=module', '-e', code);
const cjs = (code: string) => node('--input-type=commonjs', '-e', code);

beforeAll(() => {
  rmSync(consumers, { recursive: true, force: true });
  mkdirSync(published, { recursive: true });
  // Without it the name of the package would lead to this repository.
  writeFileSync(join(consumers, 'package.json'), JSON.stringify({ name: 'consumers', private: true }));
  execFileSync(process.execPath, ['test/tools/build.mjs', join(published, 'dist'), '--code'], { cwd: root });
  for (const name of ['package.json', 'fixtures', 'src/emulator/page'])
    cpSync(join(root, name), join(published, name), { recursive: true });
}, 120_000);

describe('the published package', () => {
  it('exports exactly these names from its main entry, in both builds', () => {
    const fromEsm = esm(
      `import * as all from 'switchhook'; console.log(JSON.stringify(Object.keys(all).sort()))`,
    );
    const fromCjs = cjs(`console.log(JSON.stringify(Object.keys(require('switchhook')).sort()))`);
    expect(fromEsm).toEqual(fromCjs);
    expect(fromEsm).toMatchSnapshot();
  });

  it.each([
    ['switchhook/bullmq', ['createBullQueue', 'diagnoseQueue']],
    [
      'switchhook/testing',
      [
        'build',
        'capture',
        'createHarness',
        'createManualClock',
        'createMemoryLogger',
        'createRandom',
        'createSender',
        'fixture',
        'fixtureNames',
        'fixtures',
        'freshen',
        'replay',
        'scrub',
      ],
    ],
    ['switchhook/testing/fast-check', ['arbitraryEvent']],
    ['switchhook/emulator', ['createEmulator']],
    [
      'switchhook/client',
      [
        'ApiError',
        'AuthError',
        'BadRequestError',
        'ConflictError',
        'ConnectionError',
        'DeadlineError',
        'ForbiddenError',
        'LockedError',
        'NotFoundError',
        'PaymentRequiredError',
        'RateLimitError',
        'ServerError',
        'TimeoutError',
        'TooLargeError',
        'UnexpectedAnswerError',
        'basicAuth',
        'bearerAuth',
        'createClient',
        'isApiError',
        'jwtAuth',
        'signUserToken',
        'webhookSecrets',
      ],
    ],
  ])('exports exactly its names from %s, in both builds', (entry, names) => {
    const list = (all: string) => `console.log(JSON.stringify(Object.keys(${all}).sort()))`;
    expect(esm(`import * as all from '${entry}'; ${list('all')}`)).toEqual(names);
    expect(cjs(list(`require('${entry}')`))).toEqual(names);
  });

  it.each([['switchhook'], ['switchhook/testing'], ['switchhook/client']])(
    'loads neither bullmq, ioredis, express nor body-parser with %s',
    (entry) => {
      const loaded = cjs(
        `require('${entry}'); console.log(JSON.stringify(Object.keys(require.cache)))`,
      ) as string[];
      expect(loaded.length).toBeGreaterThan(0);
      expect(
        loaded.filter((file) => /node_modules\/(bullmq|ioredis|express|body-parser)\//.test(file)),
      ).toEqual([]);
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

  it('knows an error of one entry as one of another, in both builds', () => {
    const check = `
      const errors = [];
      for (const make of [() => bullmq.createBullQueue({}), () => testing.fixture('none'), () => main.createWorker({})])
        try { make(); } catch (error) { errors.push([error.constructor.name, error instanceof main.OptionsError]); }
      console.log(JSON.stringify(errors));`;
    const expected = Array.from({ length: 3 }, () => ['OptionsError', true]);
    const names = ['main', 'bullmq', 'testing'] as const;
    const paths = { main: 'switchhook', bullmq: 'switchhook/bullmq', testing: 'switchhook/testing' };
    const imports = names.map((name) => `import * as ${name} from '${paths[name]}';`).join('');
    const requires = names.map((name) => `const ${name} = require('${paths[name]}');`).join('');
    expect(esm(imports + check)).toEqual(expected);
    expect(cjs(requires + check)).toEqual(expected);
  });

  it.each([
    [
      'ESM',
      esm,
      `import { createMemoryQueue, createReceiver } from 'switchhook'; import { gzipSync } from 'node:zlib';`,
    ],
    [
      'CommonJS',
      cjs,
      `const { createMemoryQueue, createReceiver } = require('switchhook'); const { gzipSync } = require('node:zlib');`,
    ],
  ])('inflates a body with what it loads for it, in %s', (_, run, imports) => {
    const result = run(`${imports}
      const logger = { debug() {}, info() {}, warn() {}, error() {} };
      const receiver = createReceiver({ secrets: 'kT3vQ9xLm2Rz', queue: createMemoryQueue({ logger }), logger });
      const headers = { 'x-api-key': 'kT3vQ9xLm2Rz', 'content-encoding': 'gzip' };
      const body = gzipSync('{"trigger":"postback"}');
      const request = new Request('http://localhost/', { method: 'POST', headers, body });
      receiver.fetch(request).then(({ status }) => console.log(status));`);
    expect(result).toBe(200);
  });

  it('finds the page of the emulator in the package, in both builds', () => {
    const check = `
      const emulator = createEmulator();
      emulator.listen()
        .then((url) => fetch(url + '/_emulator/'))
        .then((response) => console.log(response.status))
        .finally(() => emulator.close());`;
    expect(esm(`import { createEmulator } from 'switchhook/emulator'; ${check}`)).toBe(200);
    expect(cjs(`const { createEmulator } = require('switchhook/emulator'); ${check}`)).toBe(200);
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

const examples = join(root, 'examples/testing');
const exampleNames = readdirSync(examples).filter((name) => name.endsWith('.test.ts'));

/** The examples hold no type, so they are JavaScript too. */
function readExample(name: string): string {
  return readFileSync(join(examples, name), 'utf8');
}

function toCommonJs(code: string): string {
  return code
    .replace(/^import (\{[^}]+\}) from ('[^']+');$/gm, 'const $1 = require($2);')
    .replace(/^import ('[^']+');$/gm, 'require($1);');
}

const projects = {
  ESM: { type: 'module', convert: (code: string) => code, options: '--experimental-vm-modules' },
  CommonJS: { type: 'commonjs', convert: toCommonJs, options: '' },
};

describe('the examples of the testing kit', () => {
  beforeAll(() => {
    for (const [name, { type, convert }] of Object.entries(projects)) {
      const folder = join(consumers, name);
      mkdirSync(folder, { recursive: true });
      cpSync(join(examples, 'captures'), join(folder, 'captures'), { recursive: true });
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type }));
      for (const example of exampleNames)
        writeFileSync(join(folder, example.replace('.ts', '.js')), convert(readExample(example)));
    }
  });

  it.each(exampleNames)('%s is shorter than 40 lines', (name) => {
    expect(readExample(name).split('\n').length).toBeLessThanOrEqual(40);
  });

  it.each(Object.entries(projects))(
    'run in plain jest without configuration, in a project of %s, and end by themselves',
    (name, { options }) => {
      const { status, stderr } = spawnSync(
        process.execPath,
        [join(root, 'node_modules/jest/bin/jest.js'), '--no-cache'],
        {
          cwd: join(consumers, name),
          encoding: 'utf8',
          timeout: 60_000,
          env: { ...process.env, NODE_OPTIONS: options },
        },
      );
      expect(stderr).toContain(`${exampleNames.length} passed, ${exampleNames.length} total`);
      expect(stderr).not.toMatch(/did not exit|open handle|console\./);
      expect(status).toBe(0);
    },
    70_000,
  );
});
