import { setImmediate } from 'node:timers/promises';
import { PermanentError } from '../../src/errors/index.ts';
import { schemasRevision } from '../../src/events/index.ts';
import { createRouter, type DeliveryInfo } from '../../src/router/index.ts';
import { makeDelivery } from '../support/deliveries.ts';
import { makeFailure, makeLease, startWorker } from './support.ts';

const forever = () => new Promise<never>(() => {});
const fail = () => {
  throw new Error('failed');
};
const unknownDelivery = () =>
  makeDelivery({
    trigger: 'message:brandNew',
    version: 'v1.1',
    payload: { trigger: 'message:brandNew', version: 'v1.1' },
  });
/** A known trigger whose schema says no. */
const refusedDelivery = () =>
  makeDelivery({
    payload: { trigger: 'message:appUser', version: 'v1.1', app: { _id: 'a' }, messages: 'none' },
  });

test('runs the handlers of the trigger and tells them of the delivery', async () => {
  const seen: [string, DeliveryInfo][] = [];
  const router = createRouter().on('message:appUser', (event, { delivery }) => {
    seen.push([event.messages[0]?._id ?? '', delivery]);
  });
  const { run, emitted, logger } = await startWorker({ router });
  const delivery = makeDelivery({ webhook: 'main' });
  expect(await run(makeLease({ delivery, attempt: 2, redelivered: true }))).toMatchObject({
    outcome: 'handled',
  });
  const { key, receivedAtMs } = delivery;
  expect(seen).toEqual([
    ['5f3a6c1e9b1d4a0012ab34c2', { key, receivedAtMs, webhook: 'main', attempt: 2, redelivered: true }],
  ]);
  expect(emitted.handled).toEqual({ delivery, attempt: 2, durationMs: 0 });
  const fields = {
    trigger: 'message:appUser',
    version: 'v1.1',
    key,
    outcome: 'handled',
    attempt: 2,
    durationMs: 0,
  };
  expect(logger.lines).toEqual([{ level: 'info', fields, message: 'delivery handled' }]);
});

test('reads a body without a version as the receiver did', async () => {
  const { version: _version, ...payload } = makeDelivery().payload;
  const seen: string[] = [];
  const router = createRouter().onAny((event) => seen.push(event.version));
  const { run } = await startWorker({ router });
  await run(makeLease({ delivery: makeDelivery({ payload, version: 'v1.1' }) }));
  expect(seen).toEqual(['v1.1']);
});

test('calls handlers that were registered after the start', async () => {
  const { run, router } = await startWorker();
  const seen: string[] = [];
  router.on('message:appUser', () => seen.push('late'));
  await run(makeLease());
  expect(seen).toEqual(['late']);
});

test('counts an event that no handler wants as handled, and says so at debug', async () => {
  const router = createRouter()
    .on('postback', () => {})
    .on('message:appUser', { when: () => false }, () => {});
  const { run, emitted, logger } = await startWorker({ router });
  expect(await run(makeLease())).toMatchObject({ outcome: 'handled' });
  expect(emitted.handled).toBeDefined();
  expect(logger.lines).toMatchObject([{ level: 'debug', fields: { outcome: 'handled' } }]);
});

test('does not read checkpoints when no handler matches', async () => {
  const { run } = await startWorker();
  const readCheckpoints = () => Promise.reject(new Error('read all the same'));
  expect(await run(makeLease({ readCheckpoints }))).toMatchObject({ outcome: 'handled' });
});

test('gives an unknown event to onUnknown and names its trigger other in the log', async () => {
  const seen: unknown[] = [];
  const router = createRouter()
    .onUnknown((event, { log }) => {
      seen.push(event.trigger);
      log.info({}, 'seen');
    })
    .onAny(fail);
  const { run, logger } = await startWorker({ router });
  expect(await run(makeLease({ delivery: unknownDelivery() }))).toMatchObject({ outcome: 'handled' });
  expect(seen).toEqual(['message:brandNew']);
  expect(logger.lines.map(({ fields }) => fields['trigger'])).toEqual(['other', 'other']);
});

test('makes a refused payload a dead letter with its issues', async () => {
  const router = createRouter().onAny(fail).onUnknown(fail);
  const { run, emitted, logger } = await startWorker({ router });
  const delivery = refusedDelivery();
  const settlement = await run(makeLease({ delivery }));
  expect(settlement).toMatchObject({
    outcome: 'dead',
    reason: 'refused',
    failures: [],
    issues: expect.arrayContaining([expect.objectContaining({ path: expect.stringContaining('messages') })]),
  });
  expect(emitted.deadLettered).toMatchObject({ delivery, attempts: 1, reason: 'refused', failures: [] });
  expect(logger.lines).toMatchObject([
    {
      level: 'error',
      fields: {
        outcome: 'dead',
        reason: 'refused',
        issues: expect.arrayContaining([expect.objectContaining({ path: 'appUser' })]),
      },
    },
  ]);
});

test('makes a payload that breaks the parser a dead letter', async () => {
  const payload = new Proxy({}, { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail });
  const { run, logger } = await startWorker();
  expect(await run(makeLease({ delivery: makeDelivery({ payload }) }))).toMatchObject({
    outcome: 'dead',
    reason: 'refused',
    issues: [{ path: '', code: 'parse_failed' }],
  });
  expect(logger.lines.map(({ level }) => level)).toEqual(['error', 'error']);
});

test('retries a handler that failed, after the backoff', async () => {
  const router = createRouter()
    .onAny({ name: 'bad' }, fail)
    .onAny({ name: 'good' }, () => {});
  const { run, emitted, logger } = await startWorker({ router });
  const delivery = makeDelivery();
  const failure = {
    handler: 'bad',
    attempts: 1,
    final: false,
    error: expect.objectContaining({ message: 'failed' }),
  };
  expect(await run(makeLease({ delivery }))).toMatchObject({
    outcome: 'retry',
    delayMs: 700,
    failures: [failure],
  });
  expect(emitted.retrying).toEqual({ delivery, attempt: 1, delayMs: 700, failures: [failure] });
  expect(logger.lines).toMatchObject([
    { level: 'warn', fields: { outcome: 'retry', delayMs: 700, failures: [failure] } },
  ]);
});

test('does not run a handler again that has returned', async () => {
  const seen: string[] = [];
  const router = createRouter()
    .onAny({ name: 'bad' }, () => {
      seen.push('bad');
      throw new Error('failed');
    })
    .onAny({ name: 'good' }, () => seen.push('good'));
  const { run } = await startWorker({ router });
  const stored = new Map<string, string>();
  await run(makeLease({}, stored));
  await run(makeLease({ attempt: 2, failures: [makeFailure('bad')] }, stored));
  expect(seen).toEqual(['bad', 'good', 'bad']);
});

test('does not run a handler that had returned before a replay, which starts at attempt 1', async () => {
  const seen: string[] = [];
  const router = createRouter()
    .onAny({ name: 'bad' }, () => seen.push('bad'))
    .onAny({ name: 'good' }, () => seen.push('good'));
  const { run } = await startWorker({ router });
  expect(await run(makeLease({}, new Map([['done:good', '1']])))).toMatchObject({ outcome: 'handled' });
  expect(seen).toEqual(['bad']);
});

test('does not run a handler again whose failure is final', async () => {
  const seen: string[] = [];
  const router = createRouter()
    .onAny({ name: 'given up' }, () => seen.push('given up'))
    .onAny({ name: 'open' }, () => seen.push('open'));
  const { run } = await startWorker({ router });
  const failures = [makeFailure('given up', 1, true), makeFailure('open')];
  expect(await run(makeLease({ attempt: 2, failures }))).toMatchObject({
    outcome: 'dead',
    failures: [makeFailure('given up', 1, true)],
  });
  expect(seen).toEqual(['open']);
});

test('gives up a delivery whose handler throws a PermanentError', async () => {
  const router = createRouter().onAny({ name: 'bad' }, () => {
    throw new PermanentError('never');
  });
  const { run, emitted, logger } = await startWorker({ router });
  const delivery = makeDelivery();
  expect(await run(makeLease({ delivery }))).toMatchObject({ outcome: 'dead', reason: 'handler_failed' });
  expect(emitted.deadLettered).toMatchObject({
    delivery,
    attempts: 1,
    reason: 'handler_failed',
    failures: [{ handler: 'bad', final: true, error: { code: 'permanent_failure' } }],
    issues: [],
  });
  expect(logger.lines).toMatchObject([{ level: 'error', fields: { outcome: 'dead', attempt: 1 } }]);
});

test('gives up a delivery after the attempts of the worker', async () => {
  const { run } = await startWorker({ router: createRouter().onAny(fail), attempts: 2 });
  expect(await run(makeLease())).toMatchObject({ outcome: 'retry' });
  const failures = [makeFailure('onAny/fail', 1)];
  expect(await run(makeLease({ attempt: 2, failures }))).toMatchObject({ outcome: 'dead' });
});

test('times a handler out after handlerTimeoutMs and aborts its signal', async () => {
  const signals: AbortSignal[] = [];
  const router = createRouter().onAny((_, { signal }) => {
    signals.push(signal);
    return forever();
  });
  const { run, clock, emitted } = await startWorker({ router, handlerTimeoutMs: 50 });
  const running = run(makeLease());
  await clock.advance(50);
  expect(await running).toMatchObject({
    outcome: 'retry',
    failures: [{ error: { code: 'handler_timeout' } }],
  });
  expect(signals[0]?.reason).toMatchObject({ code: 'handler_timeout' });
  expect(emitted.retrying).toMatchObject({ attempt: 1 });
});

test('says how long a run took', async () => {
  const router = createRouter().onAny({ timeoutMs: 40 }, forever);
  const { run, clock, logger } = await startWorker({ router });
  const running = run(makeLease());
  await clock.advance(40);
  await running;
  expect(logger.lines).toMatchObject([{ fields: { durationMs: 40 } }]);
});

test('hands back at once what is taken back, and keeps what had returned', async () => {
  const control = new AbortController();
  const router = createRouter()
    .onAny({ name: 'slow' }, forever)
    .onAny({ name: 'quick' }, () => {});
  const { run, emitted, logger } = await startWorker({ router });
  const stored = new Map<string, string>();
  const running = run(makeLease({ signal: control.signal }, stored));
  await setImmediate();
  control.abort();
  expect(await running).toMatchObject({ outcome: 'handBack' });
  expect([...stored.keys()]).toEqual(['done:quick']);
  expect(emitted).toEqual({});
  expect(logger.lines).toMatchObject([{ level: 'info', fields: { outcome: 'handBack' } }]);
});

test('starts nothing for a lease that was aborted before', async () => {
  const seen: string[] = [];
  const { run } = await startWorker({ router: createRouter().onAny(() => seen.push('ran')) });
  const signal = AbortSignal.abort();
  const readCheckpoints = () => Promise.reject(new Error('read all the same'));
  expect(await run(makeLease({ signal, readCheckpoints }))).toMatchObject({ outcome: 'handBack' });
  expect(await run(makeLease({ signal, delivery: refusedDelivery() }))).toMatchObject({
    outcome: 'handBack',
  });
  expect(seen).toEqual([]);
});

test('hands back a delivery whose checkpoints are still being read', async () => {
  const control = new AbortController();
  const { run } = await startWorker({ router: createRouter().onAny(fail) });
  const running = run(makeLease({ signal: control.signal, readCheckpoints: forever }));
  control.abort();
  expect(await running).toMatchObject({ outcome: 'handBack' });
});

test('starts no handler when checkpoints cannot be read, and never gives up for that', async () => {
  const seen: string[] = [];
  const { run, logger, emitted } = await startWorker({
    router: createRouter().onAny(() => seen.push('ran')),
  });
  const readCheckpoints = () => Promise.reject(new Error('connection lost'));
  const failures = [makeFailure('x', 3)];
  const lease = makeLease({ readCheckpoints, attempt: 9, failures });
  expect(await run(lease)).toMatchObject({ outcome: 'retry', delayMs: 700, failures });
  expect(seen).toEqual([]);
  expect(logger.lines).toMatchObject([
    { level: 'warn', fields: { error: { message: 'connection lost' } } },
    { level: 'warn', fields: { outcome: 'retry' } },
  ]);
  expect(emitted.retrying).toMatchObject({ attempt: 9, failures });
});

test('counts a handler as done whose checkpoint cannot be written', async () => {
  const { run, logger } = await startWorker({ router: createRouter().onAny(() => {}) });
  const writeCheckpoint = () => Promise.reject(new Error('connection lost'));
  const failures = [makeFailure('gone', 5, true)];
  expect(await run(makeLease({ writeCheckpoint, failures }))).toMatchObject({ outcome: 'dead' });
  expect(logger.lines.map(({ level }) => level)).toEqual(['warn', 'error']);
});

test('asks the schemas again for a payload that others accepted, or none did', async () => {
  const seen: unknown[] = [];
  const { run } = await startWorker({
    router: createRouter().onAny(({ trigger }) => void seen.push(trigger)),
  });
  const broken = { ...makeDelivery().payload, messages: 'none' };
  const refused = { outcome: 'dead', reason: 'refused' };
  expect(await run(makeLease({ delivery: makeDelivery({ payload: broken }) }))).toMatchObject(refused);
  const others = makeDelivery({ payload: broken, acceptedBy: 'another' });
  expect(await run(makeLease({ delivery: others }))).toMatchObject(refused);
  const own = makeDelivery({ payload: broken, acceptedBy: schemasRevision });
  expect(await run(makeLease({ delivery: own }))).toMatchObject({ outcome: 'handled' });
  expect(seen).toEqual(['message:appUser']);
});
