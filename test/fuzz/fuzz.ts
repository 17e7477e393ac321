/**
 * npm run test:fuzz -- --inputs 1000000 --seed 7
 *
 * Throws everything at a receiver and exits 1 when an answer is wrong, late or missing: the corpus, bombs, `--inputs` generated calls and
 * `--wire` requests over sockets. A failure prints the smallest input and the command that repeats it. Options: `--inputs` (100,000), `--wire`
 * (4,000), `--seed` (the clock), `--path` and `--wire-path` (from a failure).
 */
import { parseArgs } from 'node:util';
import { MAX_BOMB_MS, runBombs } from './bombs.ts';
import { readCorpus } from './corpus.ts';
import { Judge } from './judge.ts';
import { runInputs } from './run-inputs.ts';
import { runWire, WireJudge } from './run-wire.ts';

/** What the run may keep in memory when it has ended, and what a bomb may take, in bytes. */
const MAX_HELD_BYTES = 50_000_000;
const MAX_BOMB_BYTES = 20_000_000;

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '100000' },
    wire: { type: 'string', default: '4000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    path: { type: 'string' },
    'wire-path': { type: 'string' },
  },
});
const seed = readCount('seed', values.seed);
const inputs = readCount('inputs', values.inputs);
const requests = readCount('wire', values.wire);

const faults: string[] = [];
const run: { isComplete: boolean } = { isComplete: false };
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) =>
    faults.push(`${event}: ${error instanceof Error ? error.stack : String(error)}`),
  );
// Here and not below: a run that breaks off, or that waits for an answer that never comes, does not get there.
process.on('exit', () => {
  if (!run.isComplete) faults.push('the run ended before its time');
  for (const fault of faults) console.log(`\nFAULT ${fault}`);
  if (faults.length === 0) console.log('\nno fault');
  process.exitCode = faults.length === 0 ? 0 : 1;
});

say(
  'seed',
  `${seed}; the same run again: npm run test:fuzz -- --inputs ${inputs} --wire ${requests} --seed ${seed}`,
);
await playCorpus();
await playBombs();
await playInputs();
await playWire();
await new Promise((resolve) => setImmediate(resolve));
run.isComplete = true;

async function playCorpus(): Promise<void> {
  const judge = new Judge();
  const wire = new WireJudge();
  await wire.open();
  const corpus = readCorpus();
  let slowestMs = 0;
  for (const kept of corpus) {
    const verdict = 'input' in kept ? await judge.judge(kept.input) : await wire.judge(kept.request);
    slowestMs = Math.max(slowestMs, verdict.durationMs);
    const isWrong = verdict.status !== kept.status;
    const fault = verdict.fault ?? (isWrong ? `${verdict.status} instead of ${kept.status}` : undefined);
    if (fault !== undefined) faults.push(`corpus ${kept.name}: ${fault}`);
  }
  wire.close();
  say('corpus', `${corpus.length} kept inputs, slowest ${slowestMs.toFixed(0)} ms`);
}

async function playBombs(): Promise<void> {
  for (const { name, sentBytes, statuses, medianMs, grownBytes } of await runBombs()) {
    const text = `${name}, ${sentBytes} bytes: ${statuses.join(' ')} in ${medianMs.toFixed(1)} ms, ${megabytes(grownBytes)}`;
    say('bomb', text);
    if (statuses.join() !== '413' || medianMs > MAX_BOMB_MS || grownBytes > MAX_BOMB_BYTES)
      faults.push(`bomb ${text}`);
  }
}

async function playInputs(): Promise<void> {
  const report = await runInputs({ inputs, seed, path: values.path });
  const { elapsedMs, slowestMs, heldBytes, residentBytes, failure } = report;
  say(
    'inputs',
    `${sum(report.answers)} in ${(elapsedMs / 1_000).toFixed(1)} s, slowest ${slowestMs.toFixed(0)} ms`,
  );
  say('answers', tally(report.answers));
  say('memory', `${megabytes(heldBytes)} held, ${megabytes(residentBytes)} resident, since the first tenth`);
  if (failure) {
    const again = `--inputs ${inputs} --seed ${seed} --path ${failure.path}`;
    faults.push(`input: ${failure.fault}\n${print(failure.recipe)}\nagain: npm run test:fuzz -- ${again}`);
  } else if (heldBytes > MAX_HELD_BYTES || residentBytes > MAX_HELD_BYTES) {
    faults.push(`memory grew by ${megabytes(heldBytes)} held, ${megabytes(residentBytes)} resident`);
  }
}

async function playWire(): Promise<void> {
  const path = values['wire-path'];
  const report = await runWire({ requests, seed, ...(path !== undefined && { path }) });
  const { elapsedMs, slowestMs, failure } = report;
  say(
    'wire',
    `${sum(report.answers)} in ${(elapsedMs / 1_000).toFixed(1)} s, slowest ${slowestMs.toFixed(0)} ms`,
  );
  say('answers', `${tally(report.answers)} (0: closed without one)`);
  if (failure) {
    const again = `--wire ${requests} --seed ${seed} --wire-path ${failure.path}`;
    faults.push(`wire: ${failure.fault}\n${print(failure.request)}\nagain: npm run test:fuzz -- ${again}`);
  }
}

function readCount(name: string, text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= 1) return count;
  console.error(`--${name} must be a whole number of at least 1.`);
  process.exit(2);
}

function say(title: string, text: string): void {
  console.log(`${title.padEnd(8)} ${text}`);
}

function sum(answers: ReadonlyMap<number, number>): number {
  return [...answers.values()].reduce((total, count) => total + count, 0);
}

function tally(answers: ReadonlyMap<number, number>): string {
  const sorted = [...answers].sort(([a], [b]) => a - b);
  return sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
}

function megabytes(bytes: number): string {
  return `${bytes < 0 ? '-' : '+'}${(Math.abs(bytes) / 1e6).toFixed(1)} MB`;
}

/** The input as JSON, with the middle of long ones left out: the command above has it whole. */
function print(input: object): string {
  const text = JSON.stringify(input);
  return text.length < 4_000 ? text : `${text.slice(0, 2_000)} … ${text.slice(-1_000)}`;
}
