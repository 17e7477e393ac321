import { setTimeout as wait } from 'node:timers/promises';
import type { BenchDatabase, BenchRedis } from './bench-redis.ts';
import type { Compiled } from './compile.ts';
import { OUR_KEYS } from './contenders.ts';
import { type Filler, fillHandWritten, fillOurs } from './filler.ts';
import { ContenderProcess } from './process.ts';
import { SECRET } from './requests.ts';
import { percentile, type Summary, summarize, summarizeRatios } from './stats.ts';
import { formatNumber, formatRatio, formatSpread, formatTable } from './table.ts';

/** A row of the section: one worker with one setting. */
interface Variant {
  readonly worker: 'worker-bare' | 'worker-ours';
  readonly concurrency: number;
  readonly handlers: number;
}

/** What it did. The ratio is to the first row of the same concurrency, in the same round. */
interface WorkerRow extends Variant {
  readonly ratio: Summary;
  readonly perSecond: Summary;
  readonly nodeUs: Summary;
  readonly redisUs: Summary;
}

/** From enqueue to handler while nothing else is to do, in milliseconds. */
interface WorkerLatency {
  readonly worker: Variant['worker'];
  readonly p50Ms: Summary;
  readonly p99Ms: Summary;
}

/** The section. */
export interface WorkerResult {
  readonly rows: readonly WorkerRow[];
  readonly latency: readonly WorkerLatency[];
}

/** A worker process with its queue. */
interface Bench {
  readonly process: ContenderProcess;
  readonly database: BenchDatabase;
  readonly filler: Filler;
}

/** Jobs of a run: about half a second's work. */
const JOBS_ALONE = 2_000;
const JOBS = 6_000;
const LATENCY_JOBS = 200;
const LATENCY_PAUSE_MS = 2;

export const variants: readonly Variant[] = [1, 10, 50]
  .flatMap((concurrency): Variant[] => [
    { worker: 'worker-bare', concurrency, handlers: 1 },
    { worker: 'worker-ours', concurrency, handlers: 1 },
  ])
  .concat({ worker: 'worker-ours', concurrency: 50, handlers: 100 });

/** Lets a bare BullMQ worker and ours empty a queue in turn. */
export async function measureWorker(
  redis: BenchRedis,
  compiled: Compiled,
  rounds: number,
  wanted: readonly Variant[],
  progress: (message: string) => void,
): Promise<WorkerResult> {
  const benches = new Map<string, Bench>();
  const runs = wanted.map(() => [] as Run[]);
  const latencies = new Map<Variant['worker'], number[][]>();
  try {
    for (const name of new Set(wanted.map(({ worker }) => worker))) {
      const bench = await open(redis, compiled, name);
      benches.set(name, bench);
      latencies.set(name, []);
      await takeRun(bench, redis, { worker: name, concurrency: 50, handlers: 1 }); // warms it up
    }
    const of = (name: string) => benches.get(name) as Bench;
    for (let round = 1; round <= rounds; round += 1) {
      progress(`worker: round ${round} of ${rounds}`);
      for (const [index, variant] of wanted.entries())
        runs[index]?.push(await takeRun(of(variant.worker), redis, variant));
      for (const [name, lists] of latencies) lists.push(await takeLatencies(of(name)));
    }
  } finally {
    for (const { process, filler, database } of benches.values()) {
      await process.stop();
      await filler.close();
      database.close();
    }
  }
  const rates = (index: number) => runs[index]?.map((run) => run.perSecond);
  const rows = wanted.map((variant, index): WorkerRow => {
    const base = wanted.findIndex(({ concurrency }) => concurrency === variant.concurrency);
    return {
      ...variant,
      ratio: summarizeRatios(rates(index) ?? [], rates(base)),
      perSecond: summarize(rates(index) ?? []),
      nodeUs: summarize(runs[index]?.map((run) => run.nodeUs) ?? []),
      redisUs: summarize(runs[index]?.map((run) => run.redisUs) ?? []),
    };
  });
  const latency = [...latencies].map(([worker, lists]) => ({
    worker,
    p50Ms: summarize(lists.map((list) => percentile(list, 0.5))),
    p99Ms: summarize(lists.map((list) => percentile(list, 0.99))),
  }));
  return { rows, latency };
}

interface Run {
  readonly perSecond: number;
  readonly nodeUs: number;
  readonly redisUs: number;
}

async function open(redis: BenchRedis, compiled: Compiled, name: Variant['worker']): Promise<Bench> {
  const bare = name === 'worker-bare';
  const database = redis.open(bare ? 'bull:webhooks' : OUR_KEYS);
  const filler = bare ? fillHandWritten(database) : fillOurs(database);
  const setup = { name, redisUrl: database.url, secret: SECRET };
  const process = await ContenderProcess.start(compiled.fileOf('test/bench/worker-main.ts'), setup);
  return { process, database, filler };
}

async function takeRun(
  { process, database, filler }: Bench,
  redis: BenchRedis,
  variant: Variant,
): Promise<Run> {
  const { concurrency, handlers } = variant;
  const count = concurrency === 1 ? JOBS_ALONE : JOBS;
  await database.reset();
  await filler.fill(count);
  const redisCpu = await redis.cpuUs();
  const { ms, cpuUs } = await process.ask({ kind: 'work', concurrency, handlers, count }, 'worked');
  const redisUs = (await redis.cpuUs()) - redisCpu;
  return { perSecond: (count / ms) * 1_000, nodeUs: cpuUs / count, redisUs: redisUs / count };
}

async function takeLatencies({ process, database, filler }: Bench): Promise<number[]> {
  await database.reset();
  const order = { concurrency: 10, handlers: 1, count: LATENCY_JOBS };
  const worked = process.hear('worked');
  await process.ask({ kind: 'work', ...order }, 'working');
  for (let sent = 0; sent < LATENCY_JOBS; sent += 1) {
    await wait(LATENCY_PAUSE_MS);
    await filler.sendNow();
  }
  const { latenciesMs } = await worked;
  return [...latenciesMs].sort((a, b) => a - b);
}

/** The section as text. */
export function formatWorker({ rows, latency }: WorkerResult): string {
  const head = ['worker', 'handlers', 'concurrency', 'rate', 'per s', 'spread', 'Node us', 'Redis us'];
  const lines = rows.map((row) => [
    row.worker,
    String(row.handlers),
    String(row.concurrency),
    formatRatio(row.ratio),
    formatNumber(row.perSecond.median),
    formatSpread(row.perSecond),
    formatNumber(row.nodeUs.median, 1),
    formatNumber(row.redisUs.median, 1),
  ]);
  const times = latency.map(({ worker, p50Ms, p99Ms }) => [
    worker,
    formatNumber(p50Ms.median, 2),
    formatNumber(p99Ms.median, 2),
  ]);
  const title =
    'worker (ratio to the first row of the same concurrency in the same round; CPU of one delivery)';
  return [
    formatTable(title, [head, ...lines]),
    formatHandlerCost(rows),
    formatTable('from enqueue to handler, idle worker', [['worker', 'p50 ms', 'p99 ms'], ...times]),
  ].join('\n');
}

/** What a registered handler for another trigger costs each delivery. */
function formatHandlerCost(rows: readonly WorkerRow[]): string {
  const many = rows.findLast(({ handlers }) => handlers > 1);
  const one = rows.find(
    ({ worker, handlers, concurrency }) =>
      worker === many?.worker && handlers === 1 && concurrency === many.concurrency,
  );
  if (!many || !one) return '';
  const nsEach = ((many.nodeUs.median - one.nodeUs.median) * 1_000) / (many.handlers - one.handlers);
  const percent = (many.nodeUs.median / one.nodeUs.median - 1) * 100;
  return `\n${many.handlers} handlers cost ${formatNumber(percent, 1)}% more CPU in Node than one: ${formatNumber(nsEach)} ns for each.`;
}
