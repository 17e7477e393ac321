import type { BenchRedis } from './bench-redis.ts';
import type { Compiled } from './compile.ts';
import { contenders } from './contenders.ts';
import { fillOurs } from './filler.ts';
import { compareTurns, start, stop } from './http.ts';
import { ContenderProcess } from './process.ts';
import { messageOfSize, SECRET } from './requests.ts';
import { type Summary, summarize } from './stats.ts';
import { formatNumber, formatRatio, formatSpread, formatTable } from './table.ts';
import { type Entrant, type Turn, takeTurn } from './turn.ts';
import { formatWorker, measureWorker, type WorkerResult } from './worker.ts';

/** How far it goes. */
export interface GrowthOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Waiting jobs and remembered keys at the last step; the step before is a tenth of it. */
  readonly deepest: number;
}

/** A row: what grew, and what ours does on our server then. The ratios are to an empty database, or to the hand-written receiver, in the same round. */
interface GrowthRow {
  readonly name: string;
  readonly rate: Summary;
  readonly cpu: Summary;
  readonly perSecond: Summary;
  readonly cpuUs: Summary;
  /** Of Redis, for each key that is remembered. */
  readonly bytesPerKey?: number;
}

/** The section. */
export interface GrowthResult {
  readonly bodies: readonly GrowthRow[];
  readonly depths: readonly GrowthRow[];
  readonly keys: readonly GrowthRow[];
  readonly handlers: WorkerResult;
}

const BODY_KB = [1, 10, 100];
const HANDLERS = [1, 10, 100, 500];
/** Filling stops for a report after so many. */
const STEP = 50_000;
/** Keys that a queue has for itself come and go. */
const OWN_KEYS = 10;
/** How long a worker may take for them, in milliseconds. */
const PATIENCE_MS = 600_000;

/** Measures what grows with the body, the handlers, the queue and the memory of keys. Takes minutes: the queues are filled with real deliveries. */
export async function measureGrowth(
  redis: BenchRedis,
  compiled: Compiled,
  options: GrowthOptions,
  progress: (message: string) => void,
): Promise<GrowthResult> {
  const bodies = await measureBodies(redis, compiled, options, progress);
  const wanted = HANDLERS.map((handlers) => ({ worker: 'worker-ours' as const, concurrency: 50, handlers }));
  const handlers = await measureWorker(redis, compiled, options.rounds, wanted, progress);
  const depths = await measureFilled(redis, compiled, options, progress, 'waiting');
  const keys = await measureFilled(redis, compiled, options, progress, 'remembered');
  return { bodies, depths, keys, handlers };
}

function findContender(name: string) {
  const found = contenders.find((info) => info.name === name);
  if (!found) throw new Error(`There is no contender ${name}.`);
  return found;
}

async function measureBodies(
  redis: BenchRedis,
  compiled: Compiled,
  options: GrowthOptions,
  progress: (message: string) => void,
): Promise<GrowthRow[]> {
  const rows: GrowthRow[] = [];
  const handWritten = await start(redis, compiled, findContender('hand-written'));
  const ours = await start(redis, compiled, findContender('ours-server'));
  try {
    for (const kb of BODY_KB) {
      progress(`growth: bodies of ${kb} KB`);
      const requests = () => [messageOfSize(kb * 1_000)];
      const pair = [ours, handWritten].map((entrant) => ({
        ...entrant,
        info: { name: entrant.info.name, requests },
      }));
      rows.push(toRow(`body of ${kb} KB`, await takeTurns(pair, redis, options)));
    }
  } finally {
    await Promise.all([handWritten, ours].map(stop));
  }
  return rows;
}

/** Fills one database step by step and compares it with another, which stays empty. */
async function measureFilled(
  redis: BenchRedis,
  compiled: Compiled,
  options: GrowthOptions,
  progress: (message: string) => void,
  what: 'waiting' | 'remembered',
): Promise<GrowthRow[]> {
  const { deepest } = options;
  const rows: GrowthRow[] = [];
  const filled = await startMessages(redis, compiled);
  const empty = await startMessages(redis, compiled);
  const filler = fillOurs(filled.database);
  const setup = { name: 'worker-ours', redisUrl: filled.database.url, secret: SECRET };
  const script = compiled.fileOf('test/bench/worker-main.ts');
  const worker = what === 'remembered' ? await ContenderProcess.start(script, setup) : undefined;
  /** What is handled leaves its key behind, and nothing else. */
  const handleAll = async () => {
    const { database } = filled;
    const [count, before] = [await database.countWaiting(), await database.countKeys()];
    if (!worker || count === 0) return;
    await worker.ask({ kind: 'work', concurrency: 50, handlers: 1, count }, 'worked', PATIENCE_MS);
    const left = count - (before - (await database.countKeys()));
    if (left > OWN_KEYS)
      throw new Error(`${left} of ${count} handled deliveries left more than a key behind.`);
  };
  try {
    const bytes = await redis.memoryBytes();
    const keys = await filled.database.countKeys();
    let count = 0;
    for (const depth of [0, deepest / 10, deepest]) {
      while (count < depth) {
        progress(`growth: ${formatNumber(count)} of ${formatNumber(depth)} ${what}`);
        const size = Math.min(STEP, depth - count);
        await filler.fill(size);
        await handleAll();
        count += size;
      }
      const [newBytes, newKeys] = [await redis.memoryBytes(), await filled.database.countKeys()];
      const turns = await takeTurns([filled, empty], redis, options);
      await empty.database.reset();
      const row = toRow(`${formatNumber(depth)} ${what}`, turns);
      rows.push(worker && depth > 0 ? { ...row, bytesPerKey: (newBytes - bytes) / (newKeys - keys) } : row);
      await handleAll();
    }
  } finally {
    await worker?.stop();
    await filler.close();
    await Promise.all([filled, empty].map(stop));
    await redis.flush();
  }
  return rows;
}

/** Ours, called with messages alone: those that our worker has a handler for. */
async function startMessages(redis: BenchRedis, compiled: Compiled): Promise<Required<Entrant>> {
  const entrant = await start(redis, compiled, findContender('ours-server'));
  const info = { name: entrant.info.name, requests: () => [messageOfSize(1_000)] };
  return { ...entrant, info } as Required<Entrant>;
}

/** The turns of each of two, one after the other. */
async function takeTurns(
  pair: readonly Entrant[],
  redis: BenchRedis,
  { rounds, seconds, connections }: GrowthOptions,
): Promise<Turn[][]> {
  const turns = pair.map(() => [] as Turn[]);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, entrant] of pair.entries()) {
      const turn = await takeTurn(entrant, redis, connections, seconds);
      if (round > 0) turns[index]?.push(turn); // the first warms it up
    }
  }
  return turns;
}

function toRow(name: string, [own = [], base]: readonly Turn[][]): GrowthRow {
  const { ratios, perSecond } = compareTurns(own, base);
  const cpuUs = summarize(own.map((turn) => turn.nodeUs + turn.redisUs));
  return { name, rate: ratios.perSecond, cpu: ratios.cpu, perSecond, cpuUs };
}

/** The section as text. */
export function formatGrowth({ bodies, depths, keys, handlers }: GrowthResult): string {
  const head = ['ours-server with', 'rate', 'CPU', 'per s', 'spread', 'CPU us', 'bytes per key'];
  const toLines = (rows: readonly GrowthRow[]) =>
    rows.map((row) => [
      row.name,
      formatRatio(row.rate),
      formatRatio(row.cpu),
      formatNumber(row.perSecond.median),
      formatSpread(row.perSecond),
      formatNumber(row.cpuUs.median, 1),
      formatNumber(row.bytesPerKey),
    ]);
  return [
    formatTable('growth of the body (ratios to the hand-written receiver)', [head, ...toLines(bodies)]),
    formatTable('growth of the queue (ratios to an empty one)', [head, ...toLines([...depths, ...keys])]),
    `\ngrowth of the handlers\n${formatWorker(handlers)}`,
  ].join('\n');
}
