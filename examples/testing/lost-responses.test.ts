// The service calls again when it does not hear the answer: fifteen minutes of it, in milliseconds.
import { createRouter } from 'switchhook';
import { createHarness, createSender } from 'switchhook/testing';
import 'switchhook/testing/jest';

test('a message whose answers are lost is handled once', async () => {
  const router = createRouter().on('message:appUser', () => {});
  const { receiver, secret, clock, ...harness } = createHarness({ router });
  const sender = createSender({ target: receiver, secret, clock });

  const sending = sender.send('v1.1/message.appUser/text', { faults: ['loseResponse', 'cut', 'late'] });
  await clock.advance('15m');

  const { verdict, attempts } = await sending;
  expect(attempts.map(({ afterMs, outcome }) => [afterMs, outcome])).toEqual([
    [0, 'reset'],
    [60_000, 'reset'],
    [180_000, 'silent'],
    [420_000, 200],
  ]);
  expect(verdict).toBe('acknowledged');
  expect(sender.report().lost).toEqual([]);
  expect(harness.handled('message:appUser')).toHaveLength(1);
});

test('a handler that fails is retried until it succeeds', async () => {
  const router = createRouter().on('message:appUser', (_event, { delivery }) => {
    if (delivery.attempt < 3) throw new Error('the database is away');
  });
  const harness = createHarness({ router });
  await harness.deliver('v1.1/message.appUser/text');
  await harness.settle();
  expect(harness).toHaveHandledOnce('message:appUser');
  expect(harness.runs('message:appUser')).toHaveLength(3);
});
