// Order is not promised: a state that only moves forward does not care.
import { createRouter } from 'switchhook';
import { build, createHarness, replay } from 'switchhook/testing';

const ranks = ['message:delivery:channel', 'message:delivery:user', 'conversation:read'];

test('the last state of each message stands, whatever comes first', async () => {
  const states = new Map();
  const router = createRouter().on('message:delivery:*', (event) => {
    const known = states.get(event.message._id);
    if (ranks.indexOf(event.trigger) > ranks.indexOf(known)) states.set(event.message._id, event.trigger);
  });
  const harness = createHarness({ router });

  // Events of one seed tell of one message.
  const burst = Array.from({ length: 20 }, (_, seed) => [
    build('message:delivery:channel', { seed }),
    build('message:delivery:user', { seed }),
  ]).flat();
  const { receiver, secret } = harness;
  const answers = await replay(receiver, burst, { secret, shuffle: 7, times: 2, concurrency: 10 });
  await harness.settle();

  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(harness.handled('message:delivery:*')).toHaveLength(burst.length);
  expect([...states.values()]).toEqual(Array(20).fill('message:delivery:user'));
});
