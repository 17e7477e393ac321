import { openSync, readFileSync, writeSync } from 'node:fs';

/**
 * What a worker notes of a run. `start`: a handler was called. `done`, `failed`: it returned, threw. `cut`: it gave up because the
 * delivery was taken back. `completed`: the queue has recorded the end. `dead`: the queue has recorded a dead letter.
 */
const journalWords = ['start', 'done', 'failed', 'cut', 'completed', 'dead'] as const;

/** One of the words. */
export type JournalWord = (typeof journalWords)[number];

/** A line of the journal. The order of the lines in the file is the order of what happened, over all processes. */
export interface JournalEntry {
  readonly word: JournalWord;
  /** Of the delivery, as the sender names it. */
  readonly id: string;
  /** When the receiver took the call that this job came from: tells two jobs of one delivery apart. */
  readonly receivedAtMs: number;
  /** From 1. */
  readonly attempt: number;
  readonly redelivered: boolean;
  /** The process, as `worker-1/4711`. */
  readonly worker: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** Opens a journal that other processes write too. Each entry is one write to a file in append mode, so that lines never mix. */
export function openJournal(file: string): (entry: JournalEntry) => void {
  const descriptor = openSync(file, 'a');
  return (entry) => void writeSync(descriptor, `${formatEntry(entry)}\n`);
}

export function formatEntry({
  word,
  id,
  receivedAtMs,
  attempt,
  redelivered,
  worker,
  atMs,
}: JournalEntry): string {
  return [word, id, receivedAtMs, attempt, redelivered ? 'redelivered' : 'first', worker, atMs].join(' ');
}

/** Throws for a line that is none: a journal with holes proves nothing. */
export function parseEntry(line: string): JournalEntry {
  const [word = '', id, receivedAtMs, attempt, flag, worker, atMs, ...rest] = line.split(' ');
  const known = journalWords.find((each) => each === word);
  if (!known || !id || !worker || atMs === undefined || rest.length > 0)
    throw new Error(`This is no line of a journal: ${line}`);
  return {
    word: known,
    id,
    receivedAtMs: Number(receivedAtMs),
    attempt: Number(attempt),
    redelivered: flag === 'redelivered',
    worker,
    atMs: Number(atMs),
  };
}

/** All entries of the file. */
export function readJournal(file: string): JournalEntry[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(parseEntry);
}
