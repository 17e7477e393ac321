import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from '../../../integration/support/stage.ts';

/** Whether a process may be watched here: strace is there, and may attach. */
export const canTrace: boolean =
  spawnSync('strace', ['-qq', '-e', 'trace=none', 'true'], { stdio: 'ignore' }).status === 0;

/** From this moment on a power cut leaves so much of the file. */
interface Flush {
  /** As `Date.now()`, with a fraction. */
  readonly atMs: number;
  readonly bytes: number;
}

/** What became of an append-only file. */
export interface FileTrace {
  readonly file: string;
  readonly writtenBytes: number;
  /** What the disk has confirmed, the oldest first; the first is what was there before. */
  readonly flushes: readonly Flush[];
}

/** Watches what the redis-server in `dir` writes to its append-only file and flushes, from now until it ends. */
export async function traceFlushes(dir: string): Promise<{ end(): Promise<FileTrace> }> {
  const [file = ''] = readdirSync(join(dir, 'appendonlydir'))
    .filter((name) => name.endsWith('.incr.aof'))
    .map((name) => join(dir, 'appendonlydir', name));
  const beforeBytes = statSync(file).size;
  const output = join(dir, 'strace.txt');
  const shown = ['-f', '-y', '-ttt', '-T', '-s', '0', '-e', 'trace=write,fdatasync,fsync'];
  const strace = spawn('strace', [...shown, '-o', output, '-p', pidOf(dir)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(strace, 'exit');
  atEnd(async () => {
    strace.kill('SIGKILL');
    await gone;
  });
  await once(strace.stderr, 'data'); // 'attached'
  strace.stderr.resume();
  return {
    async end() {
      await gone;
      return readTrace(readFileSync(output, 'utf8'), file, beforeBytes);
    },
  };
}

/** Reads the lines of strace. A call that others interrupt has two: `write(8</file> <unfinished ...>` and `<... write resumed>) = 9 <0.1>`. */
function readTrace(text: string, file: string, beforeBytes: number): FileTrace {
  let writtenBytes = beforeBytes;
  const flushes: Flush[] = [{ atMs: 0, bytes: beforeBytes }];
  /** What was written when the call of a thread began. */
  const underWay = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, thread = '', seconds, call = ''] = /^(\d+) +(\d+\.\d+) (.*)$/.exec(line) ?? [];
    const isResumed = call.startsWith('<');
    if (!isResumed && call.includes(`<${file}>`)) underWay.set(thread, writtenBytes);
    else if (!isResumed) underWay.delete(thread);
    const before = underWay.get(thread);
    const [, name, result, took] = /^(?:<\.\.\. )?(\w+).* = (\d+) <([\d.]+)>$/.exec(call) ?? [];
    if (before === undefined || name === undefined) continue;
    if (name === 'write') writtenBytes += Number(result);
    // A whole line has the time of the call's beginning.
    else flushes.push({ atMs: (Number(seconds) + (isResumed ? 0 : Number(took))) * 1_000, bytes: before });
  }
  return { file, writtenBytes, flushes };
}

/** The id of the redis-server that works in `dir`. */
export function pidOf(dir: string): string {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) => {
    try {
      return (
        readlinkSync(`/proc/${pid}/cwd`) === dir &&
        readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('redis')
      );
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error(`No redis-server works in ${dir}.`);
  return found;
}
