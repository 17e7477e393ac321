import type { BenchRedis } from './bench-redis.ts';
import type { Compiled } from './compile.ts';
import { BASELINE, type ContenderInfo } from './contenders.ts';
import { ContenderProcess } from './process.ts';
import { SECRET } from './requests.ts';
import { type Summary, summarize, summarizeRatios } from './stats.ts';
import { formatNumber, formatRatio, formatSpread, formatTable } from './table.ts';
import { type Entrant, type Turn, takeTurn } from './turn.ts';
import { type Verification, verify } from './verify.ts';

/** How the contenders are measured. */
export interface HttpOptions {
  readonly contenders: readonly ContenderInfo[];
  readonly rounds: number;
  /** Of a turn at `connections`; the turns at 10 and 200 take half as long. */
  readonly seconds: number;
  readonly connections: number;
}

/** What one contender did. Ratios are medians of the ratios to the hand-written receiver in the same round. */
interface HttpRow {
  readonly name: string;
  readonly ratios: { readonly perSecond: Summary; readonly cpu: Summary };
  readonly perSecond: Summary;
  readonly nodeUs: Summary;
  readonly redisUs: Summary;
  readonly latency: readonly LatencyRow[];
  readonly peakMb: number;
  /** Left out for one that stores nothing. */
  readonly verification?: Verification;
}

/** Times of answers, in milliseconds. */
interface LatencyRow {
  readonly connections: number;
  readonly p50Ms: Summary;
  readonly p99Ms: Summary;
  readonly p99Ratio: Summary;
}

/** The section. */
export interface HttpResult {
  readonly connections: number;
  readonly rows: readonly HttpRow[];
  /** What the sender of the calls used for each, in microseconds. */
  readonly senderUs: number;
}

/** Beside the turns that count, to see how latency grows. */
const SIDE_CONNECTIONS = [10, 200];
const WARM_UP_SECONDS = 1;

/** Starts every contender, looks at what it stores, and lets them take turns. */
export async function measureHttp(
  redis: BenchRedis,
  compiled: Compiled,
  options: HttpOptions,
  progress: (message: string) => void,
): Promise<HttpResult> {
  const { rounds, seconds, connections } = options;
  const levels = [...new Set([...SIDE_CONNECTIONS, connections])].sort((a, b) => a - b);
  const entrants: Entrant[] = [];
  const verified = new Map<Entrant, Verification | undefined>();
  const turns = new Map<string, Turn[]>();
  const turnsOf = (name: string, level: number) => turns.get(`${name} ${level}`);
  try {
    for (const info of options.contenders) entrants.push(await start(redis, compiled, info));
    for (const entrant of entrants) {
      progress(`checking ${entrant.info.name}`);
      verified.set(entrant, await verify(entrant));
      await takeTurn(entrant, redis, connections, Math.min(WARM_UP_SECONDS, seconds));
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const level of levels) {
        progress(`http: round ${round} of ${rounds}, ${level} connections`);
        for (const entrant of entrants) {
          await entrant.database?.reset();
          const turn = await takeTurn(entrant, redis, level, level === connections ? seconds : seconds / 2);
          const key = `${entrant.info.name} ${level}`;
          turns.set(key, [...(turns.get(key) ?? []), turn]);
        }
      }
    }
    const rows: HttpRow[] = [];
    for (const entrant of entrants) {
      const { peakKb } = await entrant.process.ask({ kind: 'usage' }, 'usage');
      const verification = verified.get(entrant);
      const { name } = entrant.info;
      rows.push({
        name,
        ...compareTurns(turnsOf(name, connections) ?? [], turnsOf(BASELINE, connections)),
        latency: levels.map((level) => ({
          connections: level,
          ...compareLatency(turnsOf(name, level) ?? [], turnsOf(BASELINE, level)),
        })),
        peakMb: peakKb / 1_024,
        ...(verification && { verification }),
      });
    }
    const senderUs = summarize([...turns.values()].flat().map((turn) => turn.senderUs)).median;
    return { connections, rows, senderUs };
  } finally {
    await Promise.all(entrants.map(stop));
  }
}

/** Starts a contender on a database of its own. */
export async function start(redis: BenchRedis, compiled: Compiled, info: ContenderInfo): Promise<Entrant> {
  const database = redis.open(info.keyBase ?? '');
  const setup = { name: info.name, redisUrl: database.url, secret: SECRET };
  const process = await ContenderProcess.start(compiled.fileOf('test/bench/contender-main.ts'), setup);
  if (info.keyBase !== undefined) return { info, process, database };
  database.close();
  return { info, process };
}

/** Ends a contender. */
export async function stop({ process, database }: Entrant): Promise<void> {
  await process.stop();
  database?.close();
}

/** The figures of a contender's turns, beside those of the baseline in the same rounds. */
export function compareTurns(turns: readonly Turn[], base: readonly Turn[] | undefined) {
  const cpu = (turn: Turn) => turn.nodeUs + turn.redisUs;
  const rate = (turn: Turn) => turn.perSecond;
  return {
    ratios: {
      perSecond: summarizeRatios(turns.map(rate), base?.map(rate)),
      cpu: summarizeRatios(turns.map(cpu), base?.map(cpu)),
    },
    perSecond: summarize(turns.map(rate)),
    nodeUs: summarize(turns.map((turn) => turn.nodeUs)),
    redisUs: summarize(turns.map((turn) => turn.redisUs)),
  };
}

function compareLatency(turns: readonly Turn[], base: readonly Turn[] | undefined) {
  const p99 = (turn: Turn) => turn.p99Ms;
  return {
    p50Ms: summarize(turns.map((turn) => turn.p50Ms)),
    p99Ms: summarize(turns.map(p99)),
    p99Ratio: summarizeRatios(turns.map(p99), base?.map(p99)),
  };
}

/** The section as text. */
export function formatHttp({ connections, rows, senderUs }: HttpResult): string {
  const levels = rows[0]?.latency.map((row) => row.connections) ?? [];
  const head = [
    [
      'contender',
      'rate',
      'CPU',
      ...levels.map((level) => `p99@${level}`),
      'per s',
      'spread',
      'Node us',
      'Redis us',
    ],
    [...levels.map((level) => `p50/p99 ms @${level}`), 'peak MB'],
  ].flat();
  const lines = rows.map((row) =>
    [
      [row.name, formatRatio(row.ratios.perSecond), formatRatio(row.ratios.cpu)],
      row.latency.map(({ p99Ratio }) => formatRatio(p99Ratio)),
      [formatNumber(row.perSecond.median), formatSpread(row.perSecond)],
      [formatNumber(row.nodeUs.median, 1), formatNumber(row.redisUs.median, 1)],
      row.latency.map(
        ({ p50Ms, p99Ms }) => `${formatNumber(p50Ms.median, 1)} / ${formatNumber(p99Ms.median, 1)}`,
      ),
      [formatNumber(row.peakMb)],
    ].flat(),
  );
  const title = `http, ${connections} connections (ratios to ${BASELINE} in the same round; CPU of one delivery)`;
  const checks = rows.flatMap(({ name, verification }) =>
    verification
      ? `${name}: ${verification.sent} sent, ${verification.storedOnce} stored once, ${verification.storedAfterRepeat} after all were repeated`
      : [],
  );
  return [
    formatTable(title, [head, ...lines]),
    `\nThe sender took ${formatNumber(senderUs, 1)} us per call. Checked before: ${checks.join('; ')}.`,
  ].join('\n');
}
