// `npm run test:faults -- --seed 1 --deliveries 2000 --faults 30 --minutes 5`: the mixed run. Exit code 1 when an invariant broke.
import { setMaxListeners } from 'node:events';
import { parseArgs } from 'node:util';
import { findRedis } from '../tools/redis.ts';
import { runMixed } from './mixed-run.ts';
import { formatSummaries, formatSummary, type RunSummary, summarize } from './report.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    deliveries: { type: 'string', default: '2000' },
    faults: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '5' },
    appendfsync: { type: 'string', default: 'always' },
    sender: { type: 'string', default: 'kit' },
    keep: { type: 'boolean', default: false },
  },
});

function readCount(name: Exclude<keyof typeof values, 'keep' | 'appendfsync' | 'sender'>): number {
  const count = Number(values[name]);
  if (!Number.isFinite(count) || count <= 0) throw new RangeError(`--${name} must be a number above 0.`);
  return count;
}

const stop = new AbortController();
setMaxListeners(0, stop.signal);
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => stop.abort(new Error(`ended by ${name}`)));
}

const redis = findRedis((message) => console.log(message));
if (!redis) throw new Error('There is no redis-server, and none could be fetched.');
const appendFsync = values.appendfsync;
if (appendFsync !== 'always' && appendFsync !== 'everysec') {
  throw new RangeError('--appendfsync must be always or everysec.');
}
const { sender } = values;
if (sender !== 'kit' && sender !== 'emulator') throw new RangeError('--sender must be kit or emulator.');
const first = readCount('seed');
const summaries: RunSummary[] = [];
let failed = false;
for (let seed = first; seed < first + readCount('seeds') && !stop.signal.aborted; seed += 1) {
  try {
    const result = await runMixed({
      redis,
      appendFsync,
      seed,
      deliveries: readCount('deliveries'),
      faults: readCount('faults'),
      sender,
      minutes: readCount('minutes'),
      keep: values.keep,
      print: (line) => console.log(line),
      signal: stop.signal,
    });
    const summary = summarize(result);
    summaries.push(summary);
    console.log(`\n${formatSummary(summary)}\n`);
    console.log(JSON.stringify(summary));
  } catch (error) {
    failed = true;
    console.error(`seed ${seed}:`, error);
  }
}
if (summaries.length > 1) console.log(`\n${formatSummaries(summaries)}`);
// What an ended run has begun, such as the next attempt of a delivery, is not waited for.
process.exit(!failed && summaries.every(({ ok }) => ok) ? 0 : 1);
