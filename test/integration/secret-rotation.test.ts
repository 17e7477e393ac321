import { type Clock, createRouter, type SecretList, systemClock } from '../../src/index.ts';
import { cleanUp, makeMessage, openMemoryQueue, post, serve, settled, startWorker } from './support/stage.ts';

const OLD = 'Vd3-hX8mQz5tRw1yNb7k';
const NEW = 'Lp6-cF2jTs9gKe4uWa0i';
const WRONG = 'Xo7-bY1nDm3qHr8vZl5f';

/** How often a provider may be asked, with a margin. */
const REFRESH_MS = 11_000;

/** After so long without news a secret is not taken on the strength of an old list, with a margin. */
const REVOKED_MS = 11 * 60_000;

afterEach(cleanUp);

/** The system's clock, which a test can put forward. */
function createTravelClock(): Clock & { travel(ms: number): void } {
  let aheadMs = 0;
  return {
    now: () => systemClock.now() + aheadMs,
    schedule: (run, delayMs) => systemClock.schedule(run, delayMs),
    travel(ms) {
      aheadMs += ms;
    },
  };
}

/** A vault whose content the test changes, and how often it was asked. */
function createVault(content: SecretList) {
  const vault = {
    content,
    asked: 0,
    fails: false as boolean,
    async provide(): Promise<SecretList> {
      vault.asked += 1;
      if (vault.fails) throw new Error('the vault is sealed');
      return vault.content;
    },
  };
  return vault;
}

let count = 0;

/** Posts a new message with `secret`, and gives the status. */
async function knock(url: string, secret: string): Promise<number> {
  count += 1;
  const { status, headers } = await post(url, makeMessage(`message-${count}`), { 'x-api-key': secret });
  if (status === 503) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  return status;
}

describe('two webhooks that overlap while one replaces the other', () => {
  it('are both taken, without a single 401, and handlers are told which one a delivery came by', async () => {
    const { queue } = await openMemoryQueue();
    const secrets = [
      { name: 'before', secret: OLD },
      { name: 'after', secret: NEW },
    ];
    const { url } = await serve({ queue, secrets });
    const webhooks: (string | null)[] = [];
    const router = createRouter().onAny((_event, { delivery }) => webhooks.push(delivery.webhook));
    const { seen } = await startWorker(queue, router);
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, i) => knock(url, i % 3 ? OLD : NEW)));
    expect(statuses).toEqual(Array(60).fill(200));
    await seen.until('handled', 60);
    await settled(queue);
    expect(webhooks.filter((name) => name === 'before')).toHaveLength(40);
    expect(webhooks.filter((name) => name === 'after')).toHaveLength(20);
    expect(await knock(url, WRONG)).toBe(401);
  });

  it('are both taken while processes with the old and the new configuration serve side by side', async () => {
    const { queue } = await openMemoryQueue();
    const processes = await Promise.all([
      serve({ queue, secrets: [OLD] }),
      serve({ queue, secrets: [OLD, NEW] }),
      serve({ queue, secrets: [NEW], rotationUntil: Date.now() + 60_000 }),
    ]);
    const [before, during, after] = processes.map(({ url }) => url);
    expect(await knock(String(before), OLD)).toBe(200);
    expect([await knock(String(during), OLD), await knock(String(during), NEW)]).toEqual([200, 200]);
    expect(await knock(String(after), NEW)).toBe(200);
    // Not lost: the service tries again, and may reach a process that knows it.
    expect(await knock(String(after), OLD)).toBe(503);
  });
});

describe('a provider of secrets', () => {
  async function setUp(content: SecretList) {
    const clock = createTravelClock();
    const vault = createVault(content);
    const { queue } = await openMemoryQueue();
    const { url } = await serve({ queue, secrets: vault.provide, clock });
    return { clock, vault, url };
  }

  it('is asked again at a secret that the service has just made, so that its first event is taken', async () => {
    const { clock, vault, url } = await setUp([OLD]);
    expect(await knock(url, OLD)).toBe(200);
    clock.travel(REFRESH_MS);
    vault.content = [OLD, NEW];
    expect(await knock(url, NEW)).toBe(200);
    expect(vault.asked).toBe(2);
    expect(await knock(url, OLD)).toBe(200);
    expect(vault.asked).toBe(2);
  });

  it('is not asked for every wrong secret: within ten seconds the answer is 503, and 401 once it was asked', async () => {
    const { clock, vault, url } = await setUp([OLD]);
    expect(await knock(url, OLD)).toBe(200);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => knock(url, WRONG)));
    expect(statuses).toEqual(Array(20).fill(503));
    expect(vault.asked).toBe(1);
    clock.travel(REFRESH_MS);
    expect(await knock(url, WRONG)).toBe(401);
    expect(vault.asked).toBe(2);
  });

  it('costs no event while it fails: known secrets are taken, others are answered 503 and not 401', async () => {
    const { clock, vault, url } = await setUp([OLD]);
    expect(await knock(url, OLD)).toBe(200);
    clock.travel(REFRESH_MS);
    vault.fails = true;
    vault.content = [OLD, NEW];
    expect([await knock(url, OLD), await knock(url, NEW)]).toEqual([200, 503]);
    clock.travel(REFRESH_MS);
    vault.fails = false;
    expect([await knock(url, OLD), await knock(url, NEW)]).toEqual([200, 200]);
  });

  it('that has not given anything yet is answered for with 503', async () => {
    const clock = createTravelClock();
    const vault = createVault([OLD]);
    vault.fails = true;
    const { queue } = await openMemoryQueue();
    const { url } = await serve({ queue, secrets: vault.provide, clock });
    expect(await knock(url, OLD)).toBe(503);
    clock.travel(REFRESH_MS);
    vault.fails = false;
    expect(await knock(url, OLD)).toBe(200);
  });

  it('ends the life of a secret that it no longer gives', async () => {
    const { clock, vault, url } = await setUp([OLD, NEW]);
    expect(await knock(url, OLD)).toBe(200);
    vault.content = [NEW];
    clock.travel(REVOKED_MS);
    expect([await knock(url, OLD), await knock(url, NEW)]).toEqual([401, 200]);
  });
});

describe('rotationUntil', () => {
  it('has an unknown secret answered 503 until that time, and 401 from then on', async () => {
    const clock = createTravelClock();
    const { queue } = await openMemoryQueue();
    const { url } = await serve({
      queue,
      secrets: [OLD],
      clock,
      rotationUntil: new Date(Date.now() + 60_000),
    });
    expect([await knock(url, OLD), await knock(url, NEW)]).toEqual([200, 503]);
    clock.travel(60_000);
    expect([await knock(url, OLD), await knock(url, NEW)]).toEqual([200, 401]);
  });
});
