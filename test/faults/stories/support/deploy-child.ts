// A process of one release: a receiver and a worker, with the handlers of that release.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readSettings, stopAtSigterm } from '../../child-settings.ts';
import { HOOK_PATH, SECRET } from './receiver-script.ts';
import type { DeployScript } from './release.ts';
import { tell } from './tell.ts';

const { src, redisUrl, port, handlers } = readSettings<DeployScript>();
const ours = (path: string) => pathToFileURL(`${src}/${path}`).href;
const { createBullQueue } = (await import(
  ours('bullmq/index.ts')
)) as typeof import('../../../../src/bullmq/index.ts');
const { createReceiver, createRouter, createServer, createWorker } = (await import(
  ours('index.ts')
)) as typeof import('../../../../src/index.ts');
const silent = { debug() {}, info() {}, warn() {}, error() {} };

const queue = createBullQueue({ connection: redisUrl, logger: silent });
const receiver = createReceiver({ secrets: SECRET, queue, logger: silent });
const router = createRouter();
for (const name of handlers) {
  router.on('message:appUser', { name }, async ({ messages }, { delivery }) => {
    const id = String(messages[0]?._id);
    // Some fail at first, and wait for their retry in the middle of the deploy.
    if (name === 'always' && delivery.attempt === 1 && id.endsWith('7'))
      throw new Error('Not the first time.');
    await tell('end', { id: `${name} ${id}` });
  });
}
const worker = createWorker({ queue, router, logger: silent, backoff: { baseMs: 200 } });
await worker.start();
const server = createServer((request, response) => {
  if (request.url === HOOK_PATH) receiver(request, response);
});
server.listen(port, '127.0.0.1');
await once(server, 'listening');
while (!(await queue.health()).ready) await wait(5);

stopAtSigterm(async () => {
  await receiver.drain();
  server.close();
  await worker.close({ graceMs: 1_000 });
  await queue.close();
});
await tell('ready');
