/**
 * The process that runs the handlers. While it is down deliveries wait in Redis. Start as many as you like: a delivery goes to one of
 * them.
 */
import { createRouter, createWorker } from 'switchhook';
import { openQueue } from './queue.ts';

const router = createRouter();
router.on('message:appUser', (event) => {
  for (const message of event.messages)
    console.log(`handled ${message._id}: ${message.text ?? message.type}`);
});

const queue = openQueue();
const worker = createWorker({ queue, router });
// Nobody looks into a queue of dead letters without being told of it.
worker.on('deadLettered', ({ delivery, reason }) => console.error(`dead letter ${delivery.key}: ${reason}`));
await worker.start();
console.log('worker is running');

process.once('SIGTERM', async () => {
  // Handlers that run get 10 s to finish; what is left goes back to the queue, for another worker.
  await worker.close({ graceMs: 10_000 });
  await queue.close();
  console.log('worker has stopped');
});
