import { createRouter, type Trigger, triggers, versions } from '../../src/index.ts';
import { type FixtureName, fixture, fixtureNames, fixtures } from '../../src/testing/index.ts';
import {
  cleanUp,
  describeWithBothDrivers,
  eventually,
  post,
  serve,
  settled,
  startWorker,
} from './support/stage.ts';

const unknownNames = namesUnder('unknown/');
const refusedNames = namesUnder('refused/');

function namesUnder(folder: string): FixtureName[] {
  return fixtureNames.filter((name) => name.startsWith(folder));
}

afterEach(cleanUp);

describeWithBothDrivers((openQueue) => {
  /** An app, a queue and a worker with a handler of each kind, which note what they got in order. */
  async function setUp() {
    const { queue } = await openQueue();
    const { url } = await serve({ queue });
    const any: unknown[] = [];
    const unknown: unknown[] = [];
    const byTrigger = new Map<Trigger, unknown[]>(triggers.map((trigger) => [trigger, []]));
    const router = createRouter()
      .onAny((event) => any.push(event))
      .onUnknown((event) => unknown.push(event));
    for (const trigger of triggers) router.on(trigger, (event) => byTrigger.get(trigger)?.push(event));
    const { seen } = await startWorker(queue, router, { concurrency: 1 });
    return { queue, url, any, unknown, byTrigger, seen };
  }

  /** Posts the bodies one by one; each is a new delivery. */
  async function postAll(url: string, bodies: readonly object[]): Promise<void> {
    for (const body of bodies) {
      const answer = await post(url, body);
      expect([answer.status, answer.body]).toEqual([200, { outcome: 'queued' }]);
    }
  }

  it.each(versions)(
    'hands each %s fixture to onAny and to the handler of its trigger, and to no other',
    async (version) => {
      const { queue, url, any, unknown, byTrigger, seen } = await setUp();
      const sent = fixtures({ version });
      await postAll(
        url,
        sent.map(({ payload }) => payload),
      );
      await seen.until('handled', sent.length);
      expect(await settled(queue)).toMatchObject({ dead: 0 });
      expect(any).toEqual(sent.map(({ payload }) => ({ ...payload, version })));
      for (const trigger of triggers) {
        const own = sent.filter((one) => one.trigger === trigger);
        expect(byTrigger.get(trigger)).toEqual(own.map(({ payload }) => ({ ...payload, version })));
      }
      expect(unknown).toEqual([]);
      const keys = seen.handled.map(({ delivery }) => delivery.key);
      for (const key of keys) expect(key).toMatch(/^w1-[\w-]{32}$/);
      expect(new Set(keys).size).toBe(sent.length);
      expect(seen.handled.map(({ delivery }) => delivery.trigger)).toEqual(
        sent.map(({ trigger }) => trigger),
      );
    },
  );

  it('hands what it does not know to onUnknown as it came, and to no other handler', async () => {
    const { queue, url, any, unknown, byTrigger, seen } = await setUp();
    const bodies = unknownNames.map((name) => fixture(name));
    await postAll(url, bodies);
    await seen.until('handled', bodies.length);
    await settled(queue);
    expect(unknown).toMatchObject(bodies.map((payload) => ({ payload })));
    expect(any).toEqual([]);
    expect([...byTrigger.values()].flat()).toEqual([]);
  });

  it('keeps what the schema refuses as dead letters with the issues, and parses them again at a replay', async () => {
    const { queue, url, any, unknown, byTrigger, seen } = await setUp();
    const bodies = refusedNames.map((name) => fixture(name));
    await postAll(url, bodies);
    await seen.until('deadLettered', bodies.length);
    await eventually(async () => (await queue.counts()).dead === bodies.length);
    const letters = await queue.deadLetters.list({ reason: 'refused' });
    expect(letters.map(({ delivery }) => delivery.payload).reverse()).toEqual(bodies);
    for (const { issues, failures, attempts } of letters) {
      expect(issues.length).toBeGreaterThan(0);
      expect([failures, attempts]).toEqual([[], 1]);
    }
    for (const { id } of [...letters].reverse()) expect(await queue.deadLetters.replay(id)).toBe(true);
    await seen.until('deadLettered', 2 * bodies.length);
    const [first, second] = [
      seen.deadLettered.slice(0, bodies.length),
      seen.deadLettered.slice(bodies.length),
    ];
    expect(second).toEqual(first);
    expect(await settled(queue)).toMatchObject({ dead: bodies.length });
    expect([any, unknown, [...byTrigger.values()].flat()]).toEqual([[], [], []]);
  });
});

it('has something to tell about every kind of fixture', () => {
  expect(fixtureNames).toHaveLength(fixtures().length + unknownNames.length + refusedNames.length);
  for (const names of [unknownNames, refusedNames]) expect(names.length).toBeGreaterThan(5);
});
