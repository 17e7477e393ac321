import { setImmediate } from 'node:timers/promises';
import { createRouter, type Router } from '../../src/router/index.ts';
import { makeDelivery } from '../support/deliveries.ts';
import { makeLease, startWorker } from './support.ts';

/** Personal values that the payload holds, and what a client library puts into its errors beside them. */
const canaries = [
  'Canary Mary',
  'canary@example.org',
  '+15550100canary',
  'canary-secret-header',
  'canary-body',
];

function canaryDelivery() {
  const { payload } = makeDelivery();
  const appUser = { _id: 'canary-user-id', givenName: 'Canary Mary', email: 'canary@example.org' };
  const message = { ...(payload['messages'] as object[])[0], text: 'call +15550100canary' };
  return makeDelivery({ payload: { ...payload, appUser, messages: [message] } });
}

/** An error as an HTTP client or ioredis makes it: the body and the headers hang on it, and its message quotes the payload. */
function leakyError(): Error {
  const error = new Error('no user Canary Mary <canary@example.org>: call +15550100canary', {
    cause: new Error('caused by Canary Mary'),
  });
  return Object.assign(error, {
    response: { data: 'canary-body', headers: { 'x-api-key': 'canary-secret-header' } },
    command: { name: 'evalsha', args: ['canary-body'] },
    config: { headers: { authorization: 'canary-secret-header' } },
    errors: [new Error('Canary Mary')],
  });
}

async function runOnce(router: Router, options: { attempts?: number; broken?: boolean } = {}) {
  const { run, logger, emitted, worker } = await startWorker({ router, attempts: options.attempts ?? 5 });
  worker.on('handled', () => Promise.reject(leakyError()));
  worker.on('retrying', () => Promise.reject(leakyError()));
  worker.on('deadLettered', () => Promise.reject(leakyError()));
  const broken = () => Promise.reject(leakyError());
  const lease = makeLease({ delivery: canaryDelivery() });
  const settlement = await run(
    options.broken ? { ...lease, readCheckpoints: broken } : { ...lease, writeCheckpoint: broken },
  );
  await setImmediate();
  const failures = [emitted.retrying?.failures, emitted.deadLettered?.failures];
  return { settlement, written: JSON.stringify([settlement, logger.lines, failures]), lines: logger.lines };
}

const throwLeaky = () => {
  throw leakyError();
};

test.each([
  ['handled', createRouter().onAny(() => {}), {}],
  ['handled', createRouter().onAny((_, { once }) => once('a', () => 'canary-body')), {}],
  ['retry', createRouter().onAny(throwLeaky), {}],
  ['retry', createRouter().onAny({ when: throwLeaky }, () => {}), {}],
  ['retry', createRouter().onAny(() => Promise.reject(canaryDelivery())), {}],
  ['retry', createRouter().onAny(() => {}), { broken: true }],
  ['dead', createRouter().onAny(throwLeaky), { attempts: 1 }],
])('writes down nothing private when a delivery is %s (%#)', async (outcome, router, options) => {
  const { settlement, written, lines } = await runOnce(router, options);
  expect(settlement.outcome).toBe(outcome);
  expect(lines.length).toBeGreaterThan(1);
  for (const canary of canaries) expect(written).not.toContain(canary);
});

test('has errors to hide in the first place', () => {
  const { message, cause, ...rest } = leakyError();
  const all = JSON.stringify([message, (cause as Error).message, rest, canaryDelivery()]);
  for (const canary of canaries) expect(all).toContain(canary);
});

test('says nothing in the log that the sender of an unknown event chose', async () => {
  const payload = { trigger: 'Canary Mary', version: 'canary-body', text: 'canary@example.org' };
  const handler = () => Promise.reject(new Error('no user canary@example.org'));
  const { run, logger } = await startWorker({ router: createRouter().onUnknown(handler) });
  await run(
    makeLease({ delivery: makeDelivery({ trigger: 'Canary Mary', version: 'canary-body', payload }) }),
  );
  expect(logger.lines).toMatchObject([{ level: 'warn', fields: { trigger: 'other', version: 'other' } }]);
  const written = JSON.stringify(logger.lines);
  for (const value of Object.values(payload)) expect(written).not.toContain(value);
});
