import { setTimeout as wait } from 'node:timers/promises';
import type { Child } from './child.ts';
import type { TcpProxy } from './proxy.ts';
import type { Stage } from './stage.ts';

/** What a fault is done to. One target has one fault at a time. */
export type Target = 'redis' | 'receiver' | 'worker-1' | 'worker-2' | 'receiver-proxy' | 'workers-proxy';

/** A kind of fault. */
export interface FaultKind {
  /** It is done to one of these. */
  readonly targets: readonly Target[];
  /** How long it lasts, in milliseconds; 0 for one that is over at once. */
  readonly lastsMs: number;
  /** Whether answers or runs may fail while it lasts, so that its end is the begin of a recovery. */
  readonly outage: boolean;
  /** Does it and undoes it. Resolves when what it took away is back. */
  run(stage: Stage, target: Target, lastsMs: number): Promise<void>;
}

/** How long a killed process stays away, in milliseconds; its own start comes on top. */
const AWAY_MS = 300;

const workers = ['worker-1', 'worker-2'] as const;
const proxies = ['receiver-proxy', 'workers-proxy'] as const;

function redisFault(lastsMs: number, run: FaultKind['run']): FaultKind {
  return { targets: ['redis'], lastsMs, outage: lastsMs > 0, run };
}

/** Sets `name` to `value` for the time of the fault. */
function configFault(lastsMs: number, name: string, value: number): FaultKind {
  return redisFault(lastsMs, async ({ redis }) => {
    await redis.command('CONFIG', 'SET', name, value);
    await wait(lastsMs);
    await redis.command('CONFIG', 'SET', name, 0);
  });
}

function proxyFault(lastsMs: number, run: (proxy: TcpProxy, lastsMs: number) => Promise<void>): FaultKind {
  return {
    targets: proxies,
    lastsMs,
    outage: lastsMs > 0,
    run: (stage, target, ms) =>
      run(target === 'receiver-proxy' ? stage.receiverProxy : stage.workersProxy, ms),
  };
}

function childFault(
  targets: readonly Target[],
  lastsMs: number,
  run: (child: Child, lastsMs: number) => Promise<void>,
): FaultKind {
  return { targets, lastsMs, outage: true, run: (stage, target, ms) => run(childOf(stage, target), ms) };
}

function childOf({ receiver, workers: [first, second] }: Stage, target: Target): Child {
  if (target === 'receiver') return receiver;
  return target === 'worker-1' ? first : second;
}

async function killAndStart(child: Child): Promise<void> {
  await child.kill();
  await wait(AWAY_MS);
  await child.start();
}

async function terminateAndStart(child: Child): Promise<void> {
  await child.terminate();
  await wait(AWAY_MS);
  await child.start();
}

/** All kinds of faults that a mixed run draws from. */
export const faultKinds = {
  'redis-kill': redisFault(1_000, async ({ redis }, _target, lastsMs) => {
    await redis.kill();
    await wait(lastsMs);
    await redis.start();
  }),
  'redis-freeze': redisFault(3_000, async ({ redis }, _target, lastsMs) => {
    redis.signal('SIGSTOP');
    await wait(lastsMs);
    redis.signal('SIGCONT');
  }),
  'client-pause': redisFault(3_000, async ({ redis }, _target, lastsMs) => {
    await redis.command('CLIENT', 'PAUSE', lastsMs, 'ALL');
    await wait(lastsMs);
  }),
  'out-of-memory': configFault(2_000, 'maxmemory', 1),
  'no-replicas': configFault(2_000, 'min-replicas-to-write', 1),
  'client-kill': redisFault(0, async ({ redis }) => {
    await redis.command('CLIENT', 'KILL', 'TYPE', 'normal');
  }),
  'script-flush': redisFault(0, async ({ redis }) => {
    await redis.command('SCRIPT', 'FLUSH');
  }),
  'worker-kill': childFault(workers, 1_500, killAndStart),
  'worker-freeze': childFault(workers, 5_000, async (child, lastsMs) => {
    child.signal('SIGSTOP');
    await wait(lastsMs);
    child.signal('SIGCONT');
  }),
  'worker-term': childFault(workers, 3_000, terminateAndStart),
  'receiver-kill': childFault(['receiver'], 1_500, killAndStart),
  'receiver-term': childFault(['receiver'], 2_000, terminateAndStart),
  'replies-dropped': proxyFault(1_000, async (proxy, lastsMs) => {
    proxy.setMode('dropReplies');
    await wait(lastsMs);
    proxy.setMode('pass');
    proxy.cut();
  }),
  cut: proxyFault(0, async (proxy) => proxy.cut()),
  latency: proxyFault(2_000, async (proxy, lastsMs) => {
    proxy.delayMs = 300;
    await wait(lastsMs);
    proxy.delayMs = 0;
  }),
  'black-hole': proxyFault(3_000, async (proxy, lastsMs) => {
    proxy.setMode('blackhole');
    await wait(lastsMs);
    proxy.setMode('pass');
    proxy.cut();
  }),
  'half-open': proxyFault(1_000, async (proxy, lastsMs) => {
    proxy.setMode('blackhole');
    await wait(lastsMs);
    proxy.setMode('pass');
  }),
} as const satisfies Record<string, FaultKind>;

/** The name of a kind. */
export type FaultName = keyof typeof faultKinds;

/** All names, in the order of the table. */
export const faultNames = Object.keys(faultKinds) as readonly FaultName[];
