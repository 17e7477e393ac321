// `npm run bench -- [http] [worker] [growth] [startup] --rounds 5 --seconds 1.2`: see README.md. Ends with an error when a call failed or a delivery is missing.
import { BenchRedis } from './bench-redis.ts';
import { compile } from './compile.ts';
import { formatGrowth, measureGrowth } from './growth.ts';
import { formatHttp, measureHttp } from './http.ts';
import { describeMachine } from './machine.ts';
import { readBenchOptions } from './options.ts';
import { findOthers } from './others.ts';
import { formatStartup, measureStartup } from './startup.ts';
import { formatWorker, measureWorker, variants } from './worker.ts';

/** Git ignores it. The packages of the optional contenders stay in it; the rest is deleted. */
const HOME = '.cache/bench';

const { json, sections, rounds, others, contenders, ...rest } = readBenchOptions(process.argv.slice(2));
const options = { ...rest, rounds, contenders };
const progress = (message: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${message}`);
};
const print = (text: string) => {
  progress('');
  if (!json) console.log(text);
};

const redis = await BenchRedis.start();
const compiled = compile(HOME);
process.once('exit', () => compiled.remove());
// The processes of the contenders, and Redis, end with this one.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130));
try {
  const machine = describeMachine(redis.version);
  print(machine);
  const results: Record<string, unknown> = { machine, rounds, seconds: rest.seconds };
  for (const section of sections) {
    if (section === 'http') {
      const all = [...contenders, ...(others ? findOthers(HOME, (line) => console.error(line)) : [])];
      const result = await measureHttp(redis, compiled, { ...options, contenders: all }, progress);
      results['http'] = result;
      print(formatHttp(result));
    } else if (section === 'worker') {
      const result = await measureWorker(redis, compiled, rounds, variants, progress);
      results['worker'] = result;
      print(formatWorker(result));
    } else if (section === 'growth') {
      const result = await measureGrowth(redis, compiled, options, progress);
      results['growth'] = result;
      print(formatGrowth(result));
    } else {
      const result = await measureStartup(progress);
      results['startup'] = result;
      print(formatStartup(result));
    }
  }
  if (json) console.log(JSON.stringify(results));
} finally {
  await redis.stop();
}
