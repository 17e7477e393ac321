import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from '../../../integration/support/stage.ts';

/** Whether a process may be watched here: strace is there, and may attach. */
export const canTrace: boolean =
  spawnSync('strace', ['-qq', '-e', 'trace=none', 'true'], { stdio: 'ignore' }).status === 0;

/** What a power cut would leave of an append-only file. */
export interface Flushes {
  readonly file: string;
  /** As much of it as the disk has confirmed. */
  readonly flushedBytes: number;
  readonly writtenBytes: number;
}

/** Watches what the redis-server in `dir` writes to its append-only file and flushes, from now until it ends. */
export async function traceFlushes(dir: string): Promise<{ end(): Promise<Flushes> }> {
  const [file = ''] = readdirSync(join(dir, 'appendonlydir'))
    .filter((name) => name.endsWith('.incr.aof'))
    .map((name) => join(dir, 'appendonlydir', name));
  const beforeBytes = statSync(file).size;
  const output = join(dir, 'strace.txt');
  const args = ['-f', '-y', '-e', 'trace=write,fdatasync,fsync', '-s', '0', '-o', output, '-p', pidOf(dir)];
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
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
      let writtenBytes = beforeBytes;
      let flushedBytes = beforeBytes;
      for (const line of readFileSync(output, 'utf8').split('\n')) {
        if (!line.includes(`<${file}>`)) continue;
        const written = /\bwrite\(.*= (\d+)$/.exec(line)?.[1];
        if (written !== undefined) writtenBytes += Number(written);
        else if (/\bf(data)?sync\(.*= 0$/.test(line)) flushedBytes = writtenBytes;
      }
      return { file, flushedBytes, writtenBytes };
    },
  };
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
