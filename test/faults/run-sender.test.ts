import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HandleInput } from '../../src/index.ts';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { makeEvent } from './events.ts';
import { createRunSender } from './run-sender.ts';
import { createEmulatorService, createKitService } from './run-services.ts';

const event = makeEvent('v1.1/message.appUser/text', 1, createRandom(1));

/** A sender to a target that answers with these statuses in turn, the last one for ever, and keeps the bodies. */
function createScene(random: Random, ...statuses: number[]) {
  const bodies: string[] = [];
  const handle = async ({ body }: HandleInput) => {
    bodies.push(String(body));
    return { status: Number(statuses[Math.min(bodies.length, statuses.length) - 1]), headers: {}, body: '' };
  };
  const service = createKitService({ target: { handle }, secret: 'secret', scheduleMs: [0, 10, 100] });
  const send = createRunSender(service, random);
  return { send, bodies };
}

/** Draws a duplicate each time: the first of `at once` and `later`, or the last. */
function drawing(which: 0 | -1): Random {
  return {
    ...createRandom(1),
    chance: () => true,
    pick: <Item>(list: readonly Item[]) => list.at(which) as Item,
  };
}

const never: Random = { ...createRandom(1), chance: () => false };

describe('the sender of a run', () => {
  it('makes the attempts of the service with the bytes of the event', async () => {
    const { send, bodies } = createScene(never, 503, 200);
    expect(await send(event)).toMatchObject({
      event,
      calls: [
        { outcome: 503, duplicate: false },
        { outcome: 200, duplicate: false },
      ],
      verdict: 'acknowledged',
    });
    expect(bodies).toEqual([event.body, event.body]);
  });

  it('makes a duplicate at once beside the first attempt', async () => {
    const { send, bodies } = createScene(drawing(0), 503, 200);
    const { calls, verdict } = await send(event);
    expect(calls).toMatchObject([
      { outcome: 503, duplicate: false, number: 1 },
      { outcome: 200, duplicate: true, number: 1 },
      { outcome: 200, duplicate: false, number: 2 },
    ]);
    expect(verdict).toBe('acknowledged');
    expect(bodies).toEqual([event.body, event.body, event.body]);
  });

  it('makes a later duplicate after the last attempt, which decides nothing', async () => {
    const { send, bodies } = createScene(drawing(-1), 503, 503, 503, 200);
    const { calls, verdict } = await send(event);
    expect(calls.map(({ outcome, duplicate }) => [outcome, duplicate])).toEqual([
      [503, false],
      [503, false],
      [503, false],
      [200, true],
    ]);
    const [last, late] = calls.slice(-2);
    // a twentieth of the window at least; Node's timers may be a millisecond early
    expect(Number(late?.atMs) - Number(last?.atMs)).toBeGreaterThanOrEqual(4);
    expect(verdict).toBe('exhausted');
    expect(bodies.at(-1)).toBe(event.body);
  });

  it('draws duplicates for 5 % of the deliveries, of both kinds', async () => {
    const { send, bodies } = createScene(createRandom(1), 200);
    const sent = await Promise.all(Array.from({ length: 2_000 }, () => send(event)));
    const doubled = sent.filter(({ calls }) => calls.some(({ duplicate }) => duplicate));
    const atOnce = doubled.filter(({ calls: [first, second] }) => first?.atMs === second?.atMs);
    expect(doubled.length / 2_000).toBeCloseTo(0.05, 2);
    expect(bodies).toHaveLength(2_000 + doubled.length);
    expect(atOnce.length).toBeGreaterThan(0);
    expect(atOnce.length).toBeLessThan(doubled.length);
  });
});

describe('the emulator as the service of a run', () => {
  it('makes the attempts, the duplicates and the repeats that a run counts, with the bytes of the event', async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        bodies.push(body);
        response.writeHead(bodies.length === 1 ? 503 : 200).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    try {
      const service = await createEmulatorService({
        target,
        secret: 'secret-of-the-run',
        scheduleMs: [0, 10],
      });
      const sent = await service.deliver(event.body, false);
      expect(sent.verdict).toBe('acknowledged');
      expect(sent.attempts).toMatchObject([
        { number: 1, outcome: 503, duplicate: false },
        { number: 2, outcome: 200, duplicate: false },
      ]);
      expect(await sent.repeat()).toMatchObject([{ outcome: 200, duplicate: true }]);
      const doubled = await service.deliver(event.body, true);
      expect(doubled.attempts.filter(({ duplicate }) => duplicate)).toHaveLength(1);
      expect(new Set(bodies)).toEqual(new Set([event.body]));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
