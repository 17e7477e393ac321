// What was captured in production, without its private data, is replayed after each change.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouter } from 'switchhook';
import { createHarness, replay } from 'switchhook/testing';
import 'switchhook/testing/jest';

const folder = 'captures';
const captures = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));

test('everything that was captured is handled', async () => {
  const texts = new Set();
  const router = createRouter();
  router.on('message:appUser', (event) => {
    for (const message of event.messages) texts.add(message.text);
  });
  const harness = createHarness({ router });
  const answers = await replay(harness.receiver, captures, { secret: harness.secret });
  await harness.settle();
  expect(answers).toHaveAnswered(200);
  expect(harness.deadLetters).toEqual([]);
  expect(texts.size).toBeGreaterThan(0);
});
