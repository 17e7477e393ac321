// A handler, tested with a fixture: the whole way of a delivery, in memory.
import { createRouter, PermanentError } from 'switchhook';
import { build, createHarness, fixture } from 'switchhook/testing';
import 'switchhook/testing/jest';

const orders = new Map([['5521', 'sent']]);

const router = createRouter();
router.on('message:appUser', { name: 'answer-orders' }, async (event, { once }) => {
  for (const message of event.messages) {
    const order = message.text?.match(/\d+/)?.[0] ?? '';
    if (!orders.has(order)) throw new PermanentError(`there is no order ${order}`);
    await once(`answer-${message._id}`, () => orders.set(order, 'answered'));
  }
});

test('answers who asks for an order', async () => {
  const harness = createHarness({ router });
  const payload = fixture('v1.1/message.appUser/text'); // has my order 5521 been sent yet?
  expect(await harness.deliver(payload)).toHaveAnswered(200);
  await harness.settle();
  expect(harness).toHaveHandledOnce('message:appUser', { appUser: { _id: payload.appUser._id } });
  expect(orders.get('5521')).toBe('answered');
});

test('keeps an order that does not exist as a dead letter', async () => {
  const harness = createHarness({ router });
  await harness.deliver(build('message:appUser', { text: 'Where is 77?' }));
  await harness.settle();
  expect(harness).toHaveDeadLetter({ reason: 'handler_failed', handler: 'answer-orders' });
});
