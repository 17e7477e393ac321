import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Summary, summarize, summarizeRatios } from './stats.ts';
import { formatNumber, formatRatio, formatSpread, formatTable } from './table.ts';

/** What importing something costs. The ratio is to zod and pino alone, in the same round. */
export interface StartupRow {
  readonly name: string;
  readonly ratio: Summary;
  readonly ms: Summary;
  /** Memory of the whole process after the import; `nothing` is that of Node alone. */
  readonly residentMb: Summary;
}

const PROCESSES = 7;
const BASELINE = 'zod and pino';
const entryPoints = ['.', './bullmq', './testing', './client'];
const run = promisify(execFile);

/** Imports each entry point of the build in processes of its own. Throws when there is no build, or an old one. */
export async function measureStartup(progress: (message: string) => void): Promise<StartupRow[]> {
  checkBuild();
  const targets = new Map<string, readonly string[]>([
    [BASELINE, ['zod', 'pino']],
    ['nothing', []],
  ]);
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  for (const entry of entryPoints) {
    const file = exports[entry]?.import.default;
    if (file && existsSync(file)) targets.set(entry, [pathToFileURL(resolve(file)).href]);
  }
  const results = new Map([...targets.keys()].map((name) => [name, [] as Import[]]));
  for (let round = 1; round <= PROCESSES; round += 1) {
    progress(`start-up: round ${round} of ${PROCESSES}`);
    for (const [name, modules] of targets) results.get(name)?.push(await importOnce(modules));
  }
  const msOf = (name: string) => results.get(name)?.map(({ ms }) => ms) ?? [];
  return [...results].map(([name, imports]) => ({
    name,
    ratio: summarizeRatios(msOf(name), msOf(BASELINE)),
    ms: summarize(msOf(name)),
    residentMb: summarize(imports.map(({ residentMb }) => residentMb)),
  }));
}

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly import: { readonly default: string } }>>;
}

interface Import {
  readonly ms: number;
  readonly residentMb: number;
}

async function importOnce(modules: readonly string[]): Promise<Import> {
  const code = `
    const startMs = performance.now();
    for (const name of ${JSON.stringify(modules)}) await import(name);
    const ms = performance.now() - startMs;
    console.log(JSON.stringify({ ms, residentMb: process.memoryUsage.rss() / 2 ** 20 }));
    process.exit();`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    timeout: 60_000,
  });
  return JSON.parse(stdout) as Import;
}

function checkBuild(): void {
  const newest = Math.max(
    ...readdirSync('src', { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(`src/${name}`).mtimeMs,
    ),
  );
  const built = 'dist/cjs/index.js';
  if (!existsSync(built) || statSync(built).mtimeMs < newest)
    throw new Error('There is no build, or src is newer: npm run build.');
}

/** The section as text. */
export function formatStartup(rows: readonly StartupRow[]): string {
  const head = ['import', 'time', 'ms', 'spread', 'resident MB'];
  const lines = rows.map(({ name, ratio, ms, residentMb }) => [
    name,
    formatRatio(ratio),
    formatNumber(ms.median, 1),
    formatSpread(ms),
    formatNumber(residentMb.median, 1),
  ]);
  return formatTable(`start-up, ${PROCESSES} processes each (ratio to ${BASELINE})`, [head, ...lines]);
}
