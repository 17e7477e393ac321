import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMemoryQueue,
  createRouter,
  createWorker,
  type DeadLetter,
  type Delivery,
  type DeliveryQueue,
} from '../../src/index.ts';
import { capture, createMemoryLogger, scrub } from '../../src/testing/index.ts';
import { describeQueueConformance } from '../queue/conformance.ts';
import { makeDelivery } from '../support/deliveries.ts';

const salt = 'a salt for tests';
const folders: string[] = [];

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capture-'));
  folders.push(folder);
  return folder;
}

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const openMemory = () => createMemoryQueue({ logger: createMemoryLogger() });

/** The paths of all files in a folder, those with other endings included. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
}

function readJson(...path: string[]): unknown {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}

describeQueueConformance('captured memory', async (options) =>
  capture(createMemoryQueue({ logger: createMemoryLogger(), ...options }), { directory: makeFolder(), salt }),
);

describeQueueConformance('memory with captured failures', async (options) =>
  capture(createMemoryQueue({ logger: createMemoryLogger(), ...options }), {
    directory: makeFolder(),
    salt,
    onlyFailed: true,
  }),
);

describe('capture', () => {
  it('writes a scrubbed file in the layout of the fixtures, in a folder that it makes', async () => {
    const directory = join(makeFolder(), 'not', 'there');
    const queue = capture(openMemory(), { directory, salt });
    const delivery = makeDelivery();
    await queue.enqueue(delivery);
    await queue.flush();
    const [file = '', ...more] = filesIn(directory);
    expect(file).toMatch(/^v1\.1\/message\.appUser\/[0-9a-f]{16}\.json$/);
    expect(more).toEqual([]);
    expect(readJson(directory, file)).toEqual(scrub(delivery.payload, { salt }));
    expect(readFileSync(join(directory, file), 'utf8')).not.toMatch(/hello|5f3a6c1e/);
  });

  it('has nothing of the delivery in the name of the file', async () => {
    const directory = makeFolder();
    const queue = capture(openMemory(), { directory });
    const delivery = makeDelivery();
    await queue.enqueue(delivery);
    await queue.flush();
    const names = filesIn(directory).map((file) => file.slice(-21, -5));
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
    expect(names.filter((name) => delivery.key.replaceAll('-', '').includes(name))).toEqual([]);
  });

  it('writes a delivery once, and not its duplicates', async () => {
    const directory = makeFolder();
    const queue = capture(openMemory(), { directory });
    const delivery = makeDelivery();
    await queue.enqueue(delivery);
    const later = { ...delivery, receivedAtMs: delivery.receivedAtMs + 1 };
    expect((await queue.enqueue(later)).outcome).toBe('duplicate');
    await queue.enqueue(makeDelivery());
    await queue.flush();
    expect(filesIn(directory)).toHaveLength(2);
  });

  it('writes nothing that the queue did not take, and rejects as the queue does', async () => {
    const directory = makeFolder();
    const queue = capture(openMemory(), { directory });
    await queue.close();
    await expect(queue.enqueue(makeDelivery())).rejects.toMatchObject({ code: 'queue_closed' });
    await queue.flush();
    expect(filesIn(directory)).toEqual([]);
  });

  it.each([
    ['a trigger that climbs', 'unknown', { trigger: '../../../evil', version: 'v1.1' }],
    ['a version that climbs', 'unknown', { trigger: 'message:appUser', version: '../../..' }],
    ['a trigger with a NUL', 'unknown', { trigger: 'a\0b', version: 'v1' }],
    ['a new trigger', 'unknown', { trigger: 'message:reaction', version: 'v1.1' }],
    ['a trigger of another version', 'unknown', { trigger: 'typing:appUser', version: 'v1' }],
    ['no trigger', 'unknown', { hello: 'you' }],
    ['a body that its schema refuses', 'refused', { trigger: 'message:appUser', version: 'v1.1' }],
  ])('writes %s into %s', async (_, folder, payload) => {
    const above = makeFolder();
    const directory = join(above, 'a', 'b', 'c', 'd');
    const { trigger = null, version = null } = payload as { trigger?: string; version?: string };
    const queue = capture(openMemory(), { directory });
    await queue.enqueue(makeDelivery({ payload, trigger, version }));
    await queue.flush();
    expect(filesIn(above)).toEqual([
      expect.stringMatching(new RegExp(`^a/b/c/d/${folder}/[0-9a-f]{16}\\.json$`)),
    ]);
  });

  it('reads a body without a version as the receiver did', async () => {
    const directory = makeFolder();
    const queue = capture(openMemory(), { directory });
    const { version: _, ...payload } = makeDelivery().payload;
    await queue.enqueue(makeDelivery({ payload, version: 'v1.1' }));
    await queue.enqueue(makeDelivery({ payload, version: 'v1' }));
    await queue.flush();
    expect(filesIn(directory).map((file) => file.split('/')[0])).toEqual(['v1.1', 'v1']);
  });

  it('writes the share that it is told, the same deliveries in every process', async () => {
    const [one, other, none] = [makeFolder(), makeFolder(), makeFolder()];
    const queues = [
      capture(openMemory(), { directory: one, sample: 0.5, salt }),
      capture(openMemory(), { directory: other, sample: 0.5, salt }),
      capture(openMemory(), { directory: none, sample: 0 }),
    ];
    for (let index = 0; index < 100; index += 1) {
      const delivery = makeDelivery({ key: `w1-${index}` });
      for (const queue of queues) await queue.enqueue(delivery);
    }
    await Promise.all(queues.map((queue) => queue.flush()));
    expect(filesIn(one).length).toBeGreaterThan(30);
    expect(filesIn(one).length).toBeLessThan(70);
    expect(filesIn(other)).toEqual(filesIn(one));
    expect(filesIn(none)).toEqual([]);
  });

  it('stops at its limit, counts the files that are there, and says so once', async () => {
    const directory = makeFolder();
    writeFileSync(join(directory, 'earlier.json'), '{}');
    const logger = createMemoryLogger();
    const queue = capture(openMemory(), { directory, limit: 3, logger });
    for (let count = 0; count < 6; count += 1) await queue.enqueue(makeDelivery());
    await queue.flush();
    expect(filesIn(directory)).toHaveLength(3);
    expect(logger.lines.map(({ level, fields }) => ({ level, fields }))).toEqual([
      { level: 'info', fields: { limit: 3 } },
    ]);
    expect((await queue.counts()).waiting).toBe(6);
  });

  it('does not keep an enqueue waiting for the disk, and leaves no unfinished file', async () => {
    const directory = makeFolder();
    const queue = capture(openMemory(), { directory });
    await queue.enqueue(makeDelivery());
    expect(filesIn(directory)).toEqual([]);
    await queue.close();
    expect(filesIn(directory)).toEqual([expect.stringMatching(/\.json$/)]);
  });

  it('logs once that it cannot write, and fails nothing', async () => {
    const file = join(makeFolder(), 'a-file');
    writeFileSync(file, '');
    const logger = createMemoryLogger();
    const queue = capture(openMemory(), { directory: join(file, 'inside'), logger });
    await queue.enqueue(makeDelivery());
    await queue.enqueue(makeDelivery());
    await queue.flush();
    expect(logger.lines).toEqual([
      { level: 'error', fields: { code: 'ENOTDIR' }, message: expect.stringContaining('said once') },
    ]);
    expect((await queue.counts()).waiting).toBe(2);
  });

  it('does not count what it could not write', async () => {
    const directory = join(makeFolder(), 'blocked');
    writeFileSync(directory, '');
    const queue = capture(openMemory(), { directory, limit: 2, logger: createMemoryLogger() });
    for (let count = 0; count < 2; count += 1) await queue.enqueue(makeDelivery());
    await queue.flush();
    rmSync(directory);
    for (let count = 0; count < 3; count += 1) await queue.enqueue(makeDelivery());
    await queue.flush();
    expect(filesIn(directory)).toHaveLength(2);
  });

  it('keeps the methods that the queue has beyond the interface', async () => {
    const queue = capture(openMemory(), { directory: makeFolder() });
    await expect(queue.drained()).resolves.toBeUndefined();
    expect('flush' in queue).toBe(true);
  });

  it.each([
    [{}, 'directory must be the path of a folder.'],
    [{ directory: '' }, 'directory must be the path of a folder.'],
    [{ directory: 'x', sample: 1.01 }, 'sample must be a number from 0 to 1.'],
    [{ directory: 'x', sample: -0.01 }, 'sample must be a number from 0 to 1.'],
    [{ directory: 'x', sample: Number.NaN }, 'sample must be a number from 0 to 1.'],
    [{ directory: 'x', onlyFailed: 'yes' }, 'onlyFailed must be true or false.'],
    [{ directory: 'x', limit: 0 }, 'limit must be a whole number of at least 1.'],
    [{ directory: 'x', salt: 'short' }, 'salt must be a text or bytes, at least 8 of them.'],
    [{ directory: 'x', logger: {} }, 'logger must have debug, info, warn and error.'],
    [
      { folder: 'x' },
      "capture has no option 'folder'; it has directory, sample, onlyFailed, salt, limit, logger.",
    ],
  ])('refuses the options %j', (options, message) => {
    expect(() => capture(openMemory(), options as { directory: string })).toThrow(
      expect.objectContaining({ code: 'invalid_options', message }),
    );
  });

  it('refuses what is no queue', () => {
    const wrong = { directory: 'x' } as unknown as DeliveryQueue;
    expect(() => capture(wrong, { directory: 'x' })).toThrow(/capture takes a queue/);
  });
});

describe('capture of failures alone', () => {
  /** A worker on a captured queue, which fails as it is told to. */
  async function runWorker(fail: (delivery: { key: string }) => boolean, deliveries: readonly Delivery[]) {
    const directory = makeFolder();
    const queue = capture(openMemory(), { directory, salt, onlyFailed: true });
    const router = createRouter();
    router.on('message:appUser', (_event, { delivery }) => {
      if (fail(delivery)) throw new Error('no');
    });
    const logger = createMemoryLogger();
    const worker = createWorker({ queue, router, logger, attempts: 2, backoff: () => 0 });
    for (const delivery of deliveries) await queue.enqueue(delivery);
    await worker.start();
    await queue.drained();
    await worker.close();
    await queue.close();
    return { directory, queue };
  }

  it('writes what becomes a dead letter, and nothing that was handled', async () => {
    const [good, bad] = [makeDelivery(), makeDelivery()];
    const refused = makeDelivery({ payload: { trigger: 'message:appUser', version: 'v1.1' } });
    const { directory, queue } = await runWorker(({ key }) => key === bad.key, [good, bad, refused]);
    expect(filesIn(directory).map((file) => file.replace(/\/[^/]+$/, ''))).toEqual([
      'refused',
      'v1.1/message.appUser',
    ]);
    expect((await queue.counts()).dead).toBe(2);
  });

  it('writes nothing for a retry that succeeds', async () => {
    let failed = false;
    const failOnce = () => {
      const first = !failed;
      failed = true;
      return first;
    };
    const { directory } = await runWorker(failOnce, [makeDelivery()]);
    expect(failed).toBe(true);
    expect(filesIn(directory)).toEqual([]);
  });

  it('writes what the queue itself gave up, unless it is damaged, and tells the worker', async () => {
    const directory = makeFolder();
    const deadLetter = (reason: DeadLetter['reason']): DeadLetter => ({
      ...{ id: reason, delivery: makeDelivery(), attempts: 3, diedAtMs: 0, failures: [], issues: [] },
      reason,
    });
    const told: string[] = [];
    const memory = openMemory();
    const inner: DeliveryQueue = Object.assign(Object.create(memory) as object, {
      close: () => memory.close(),
      consume(...[, options]: Parameters<DeliveryQueue['consume']>) {
        options.onGivenUp?.(deadLetter('crashed'));
        options.onGivenUp?.(deadLetter('unreadable'));
        return { close: async () => ({ handedBack: 0 }), health: async () => ({ ready: true }) };
      },
    }) as unknown as DeliveryQueue;
    const queue = capture(inner, { directory, onlyFailed: true });
    queue.consume(async () => ({ outcome: 'handled' }), {
      concurrency: 1,
      onGivenUp: ({ reason }) => told.push(reason),
    });
    await queue.flush();
    expect(told).toEqual(['crashed', 'unreadable']);
    expect(filesIn(directory)).toHaveLength(1);
  });
});
