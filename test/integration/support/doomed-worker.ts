// A worker process for the story of one that is killed: it says when a handler has begun, and never lets it end.
import { createBullQueue } from '../../../src/bullmq/index.ts';
import { createRouter, createWorker } from '../../../src/index.ts';

const [url = '', prefix = ''] = process.argv.slice(2);
const silent = { debug() {}, info() {}, warn() {}, error() {} };

const router = createRouter().onAny({ name: 'slow' }, async (_event, { delivery }) => {
  process.send?.(delivery.key);
  await new Promise(() => {});
});
const queue = createBullQueue({ connection: url, prefix, logger: silent });
await createWorker({ queue, router, logger: silent }).start();
