import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom, type Random } from '../../src/testing/index.ts';
import type { FoundRedis } from '../tools/redis.ts';
import { checkRun, type Verdicts } from './check.ts';
import type { Span } from './child.ts';
import { type FaultEvent, makeEvent, makeEvents } from './events.ts';
import { watchHoldUps } from './hold-ups.ts';
import { durationOf, type InjectedFault, injectFaults, planFaults } from './injector.ts';
import { readJournal } from './journal.ts';
import { type LeftOver, leftOver, waitUntilSettled } from './left-over.ts';
import {
  answeringOutages,
  cutOffSpans,
  handlingOutages,
  type SlowestRecoveries,
  slowestByFault,
  slowestTakeover,
} from './recovery.ts';
import { createRunSender, type RunDelivery, type RunSender } from './run-sender.ts';
import { createEmulatorService, createKitService } from './run-services.ts';
import { type AppendFsync, openStage, type Stage } from './stage.ts';

/** Settings of a mixed run. */
export interface MixedRunOptions {
  readonly redis: FoundRedis;
  readonly appendFsync: AppendFsync;
  readonly seed: number;
  readonly deliveries: number;
  readonly faults: number;
  /** Who plays the service. */
  readonly sender: 'kit' | 'emulator';
  /** The whole run may take so long, in minutes. */
  readonly minutes: number;
  /** Keeps journal and logs also when no invariant broke. */
  readonly keep: boolean;
  /** Told of what happens, in lines. */
  readonly print: (line: string) => void;
  /** Ends the run early. */
  readonly signal: AbortSignal;
}

/** What a mixed run found. */
export interface MixedRunResult {
  readonly seed: number;
  readonly verdicts: Verdicts;
  readonly sent: readonly RunDelivery[];
  readonly faults: readonly InjectedFault[];
  /** Until the first 2xx after faults. */
  readonly answeredAfterMs: SlowestRecoveries;
  /** Until a handler returned after faults. */
  readonly handledAfterMs: SlowestRecoveries;
  /** From the kill of a worker until the last delivery in its hands was begun by another. */
  readonly takeoverMs: number;
  readonly dead: number;
  readonly tookMs: number;
  /** The longest that this process itself was held up, which adds to the times that it measures. */
  readonly harnessLagMs: number;
  /** Journal and logs, where they were kept. */
  readonly dir: string | undefined;
}

/** So long it is tried whether the receiver answers 2xx again after the last fault, in milliseconds. */
const PROBE_MS = 25_000;

/** How long the queue may take to run empty after the last fault, in milliseconds. A job whose lock is lost comes back after 30 s. */
const SETTLE_MS = 60_000;

/** Sends deliveries while faults happen, waits until the queue is empty, and holds all of it to the invariants. */
export async function runMixed(options: MixedRunOptions): Promise<MixedRunResult> {
  const { redis, seed, deliveries, faults, minutes, print } = options;
  const startedMs = Date.now();
  const random = createRandom(seed);
  const plan = planFaults(faults, random);
  const events = makeEvents(deliveries, random);
  checkKeys(events);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(minutes * 60_000)]);
  const stage = await openStage(redis, options.appendFsync);
  const createService = options.sender === 'emulator' ? createEmulatorService : createKitService;
  const service = await createService({ target: stage.url, secret: stage.secret });
  const holdUps: Span[] = [];
  const stopWatch = watchHoldUps('any', (span) => holdUps.push(span));
  let keep = true;
  try {
    const incidents: string[] = [];
    const time = () => `${((Date.now() - startedMs) / 1_000).toFixed(1).padStart(6)} s`;
    const injecting = injectFaults(
      plan,
      stage,
      {
        onFault: ({ number, name, target }) =>
          print(`${time()}  fault ${String(number).padStart(3)}  ${name} on ${target}`),
        onFailure: ({ number, name }, error) =>
          incidents.push(`the harness failed at fault ${number}, ${name}: ${error}`),
      },
      signal,
    );
    const send = createRunSender(service, random);
    const sending = sendAll(events, durationOf(plan), send, random, signal);
    const probing = injecting.then(() => probe(send, deliveries, random, signal));
    const [injected, ...lists] = await orAbort(Promise.all([injecting, sending, probing]), signal);
    const sent = lists.flat();
    print(`${time()}  the last fault is over and the last call is answered`);
    const unsettled = await waitUntilSettled(stage.redis, SETTLE_MS, signal);
    const left = await leftOver(stage.redis);
    print(`${time()}  ${unsettled ?? 'the queue is empty'}`);
    const children = [stage.receiver, ...stage.workers];
    await Promise.all(children.map((child) => child.terminate()));
    const result = conclude({
      stage,
      sent,
      incidents,
      unsettled,
      left,
      injected,
      heldUp: [...holdUps, ...stage.receiver.starved],
    });
    keep = options.keep || result.verdicts.violations.length > 0;
    if (keep) writeEvidence(stage.dir, sent, injected);
    const harnessLagMs = Math.max(0, ...holdUps.map(({ fromMs, untilMs }) => untilMs - fromMs));
    return {
      ...result,
      seed,
      tookMs: Date.now() - startedMs,
      harnessLagMs,
      dir: keep ? stage.dir : undefined,
    };
  } finally {
    stopWatch();
    await stage.close({ keep });
    if (keep) print(`journal and logs: ${stage.dir}`);
  }
}

interface Collected {
  readonly stage: Stage;
  readonly sent: readonly RunDelivery[];
  readonly incidents: readonly string[];
  readonly unsettled: string | undefined;
  readonly left: LeftOver;
  readonly injected: readonly InjectedFault[];
  readonly heldUp: readonly Span[];
}

function conclude({ stage, sent, incidents, unsettled, left, injected, heldUp }: Collected) {
  const children = [stage.receiver, ...stage.workers];
  const journal = readJournal(stage.journal);
  const outages = answeringOutages(injected, sent);
  const verdicts = checkRun({
    sent,
    journal,
    dead: left.dead,
    receiverAway: stage.receiver.away,
    incidents: [...incidents, ...children.flatMap((child) => child.incidents)],
    heldUp,
    cutOff: cutOffSpans(injected),
    outages,
    unsettled,
    orphans: left.orphans,
  });
  const killed = stage.workers.flatMap((worker) =>
    [...worker.killed].map(([pid, atMs]) => ({ worker: `${worker.settings.name}/${pid}`, atMs })),
  );
  return {
    verdicts,
    sent,
    faults: injected,
    answeredAfterMs: slowestByFault(outages),
    handledAfterMs: slowestByFault(handlingOutages(injected, journal)),
    takeoverMs: slowestTakeover(journal, killed),
    dead: left.dead.length,
  };
}

/** Writes what the sender and the injector know beside the journal and the logs: one line of JSON for each delivery and fault. */
function writeEvidence(dir: string, sent: readonly RunDelivery[], faults: readonly InjectedFault[]): void {
  const write = (name: string, lines: readonly object[]) =>
    writeFileSync(join(dir, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  write('sent.jsonl', sent);
  write('faults.jsonl', faults);
}

/** Two events with one key would be one delivery, and the run would call a right answer wrong. */
function checkKeys(events: readonly FaultEvent[]): void {
  const keys = new Set(events.map(({ key }) => key));
  if (keys.size !== events.length) throw new Error('Two events of the run have the same key.');
}

/** Sends all events, spread over `durationMs` at random. */
async function sendAll(
  events: readonly FaultEvent[],
  durationMs: number,
  send: RunSender,
  random: Random,
  signal: AbortSignal,
): Promise<RunDelivery[]> {
  const times = events.map(() => random.between(0, durationMs)).sort((a, b) => a - b);
  const startedMs = Date.now();
  const sending: Promise<RunDelivery>[] = [];
  for (const [index, event] of events.entries()) {
    await wait(Math.max(0, startedMs + (times[index] ?? 0) - Date.now()));
    if (signal.aborted) break;
    sending.push(send(event));
  }
  return Promise.all(sending);
}

/** Sends more deliveries after the last fault until one is acknowledged: of a receiver that nobody calls, recovery cannot be told. */
async function probe(
  send: RunSender,
  deliveries: number,
  random: Random,
  signal: AbortSignal,
): Promise<RunDelivery[]> {
  const sending: Promise<RunDelivery>[] = [];
  const untilMs = Date.now() + PROBE_MS;
  let acknowledged = false;
  while (!acknowledged && Date.now() < untilMs && !signal.aborted) {
    const sent = send(makeEvent('v1.1/message.appUser/text', deliveries + sending.length + 1, random));
    sending.push(sent);
    void sent.then(({ verdict }) => {
      acknowledged ||= verdict === 'acknowledged';
    });
    await wait(200);
  }
  return Promise.all(sending);
}

async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Error('The run was ended before its end.', { cause: signal.reason }));
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
