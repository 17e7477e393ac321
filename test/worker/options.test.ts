import { OptionsError } from '../../src/errors/index.ts';
import { createRouter } from '../../src/router/index.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { createWorker, type WorkerOptions } from '../../src/worker/index.ts';
import { readWorkerOptions } from '../../src/worker/options.ts';
import { createFakeQueue } from './support.ts';

const right = { queue: createFakeQueue().queue, router: createRouter(), logger: createMemoryLogger() };

test('needs a queue and a router alone', () => {
  const { queue, router } = right;
  const settings = readWorkerOptions({ queue, router });
  expect(settings).toMatchObject({ concurrency: 20, attempts: 5, handlerTimeoutMs: 60_000 });
  expect(settings.backoff(1)).toBeLessThanOrEqual(1_000);
});

test('takes the backoff as spans', () => {
  const { backoff } = readWorkerOptions({ ...right, backoff: { baseMs: 1, capMs: 1 } });
  expect(backoff(9)).toBeLessThanOrEqual(1);
});

test('takes the backoff as a function, and warns where that throws', () => {
  const logger = createMemoryLogger();
  const backoff = (attempt: number) => {
    if (attempt > 1) throw new Error('mine');
    return 7;
  };
  const settings = readWorkerOptions({ ...right, logger, backoff });
  expect(settings.backoff(1)).toBe(7);
  expect(settings.backoff(2)).toBeLessThanOrEqual(2_000);
  expect(logger.lines).toMatchObject([{ level: 'warn', fields: { error: { message: 'mine' } } }]);
});

test.each([
  ['no options', undefined],
  ['no queue', { queue: undefined }],
  ['a queue that is none', { queue: { enqueue() {} } }],
  ['no router', { router: null }],
  ['a router that is none', { router: 'router' }],
  ['a concurrency of 0', { concurrency: 0 }],
  ['a concurrency that is not whole', { concurrency: 1.5 }],
  ['attempts that are no number', { attempts: '5' }],
  ['attempts of 0', { attempts: 0 }],
  ['a handler timeout of NaN', { handlerTimeoutMs: Number.NaN }],
  ['a handler timeout without end', { handlerTimeoutMs: Number.POSITIVE_INFINITY }],
  ['a backoff that is a number', { backoff: 5 }],
  ['a backoff with an unknown key', { backoff: { base: 5 } }],
  ['a base of 0', { backoff: { baseMs: 0 } }],
  ['a cap below 1', { backoff: { capMs: -1 } }],
  ['a logger without warn', { logger: { ...createMemoryLogger(), warn: undefined } }],
  ['a clock without schedule', { clock: { now: Date.now } }],
  ['an unknown option', { concurency: 5 }],
])('refuses %s', (_, wrong) => {
  const options = (wrong === undefined ? undefined : { ...right, ...wrong }) as WorkerOptions;
  const create = () => createWorker(options);
  expect(create).toThrow(OptionsError);
  expect(create).toThrow(/\.$/);
});

test('says which options there are', () => {
  expect(() => createWorker({ ...right, concurency: 5 } as WorkerOptions)).toThrow(
    "createWorker has no option 'concurency'; it has queue, router, concurrency",
  );
});
