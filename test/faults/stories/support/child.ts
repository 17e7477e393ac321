import { once } from 'node:events';
import { atEnd } from '../../../integration/support/stage.ts';
import { spawnScript } from '../../child.ts';

/** What a child tells of itself. `loaded`: it waits for a word of its story. `ready`: it works. `start`, `end`: its handler. `handled`, `dead`: what was recorded. `log`: a line. */
export interface Word {
  readonly word: 'loaded' | 'ready' | 'start' | 'end' | 'handled' | 'dead' | 'taken' | 'log';
  readonly id: string;
  readonly redelivered: boolean;
  readonly attempt: number;
  readonly pid: number;
  /** On the clock that all processes of a machine share, whatever their `Date` says. */
  readonly atMs: number;
}

/** What a worker's handler does. */
export interface WorkerScript {
  readonly redisUrl: string;
  readonly prefix?: string;
  readonly concurrency?: number;
  /** How long each run takes, in milliseconds; -1: it never ends. */
  readonly workMs?: number;
  /** How long each run blocks the event loop, in milliseconds. */
  readonly blockMs?: number;
  /** Where the process kills itself, at its first delivery. */
  readonly dies?: 'before the record' | 'after the note';
  /** The handler ends the process for ids that begin so. */
  readonly poison?: string;
  /** The first run of ids that begin so fails. */
  readonly failing?: string;
  /** The wait before a retry, in milliseconds. */
  readonly backoffMs?: number;
  /** How wrong its clock goes, in milliseconds. */
  readonly skewMs?: number;
}

/** A process of a story. */
export interface StoryChild {
  readonly pid: number;
  /** All that it told so far. */
  readonly words: readonly Word[];
  /** Resolves with the words of this kind once there are `count`. Rejects when the process ends before. */
  until(word: Word['word'], count?: number): Promise<readonly Word[]>;
  signal(name: NodeJS.Signals): void;
  send(message: string): void;
  /** Resolves when it has ended, with its code or signal. */
  readonly exited: Promise<number | string>;
}

/** Starts a script of this folder with `settings`; the end of the test ends it. */
export function startChild(script: `${string}-child.ts`, settings: object): StoryChild {
  const child = spawnScript(`stories/support/${script}`, settings, 'inherit', 'silent');
  const words: Word[] = [];
  let heard = () => {};
  child.on('message', (word: Word) => {
    words.push(word);
    heard();
  });
  let ended = false;
  const exited = once(child, 'close').then(([code, signal]) => {
    ended = true;
    heard();
    return (code ?? signal) as number | string;
  });
  atEnd(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return {
    pid: Number(child.pid),
    words,
    exited,
    signal: (name) => void child.kill(name),
    send: (message) => void child.send(message),
    async until(kind, count = 1) {
      for (;;) {
        const found = words.filter(({ word }) => word === kind);
        if (found.length >= count) return found;
        if (ended) throw new Error(`${script} ended after ${found.length} of ${count} '${kind}'.`);
        await new Promise<void>((wake) => {
          const before = heard;
          heard = () => {
            before();
            wake();
          };
        });
      }
    },
  };
}

/** Starts a worker in a process of its own, and resolves when it takes deliveries. */
export async function startWorkerChild(script: WorkerScript): Promise<StoryChild> {
  const child = startChild('worker-child.ts', script);
  await child.until('ready');
  return child;
}
