import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Where a command reads and writes. Tests pass streams of their own. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Where Ctrl+C is heard; missing where it cannot be. */
  readonly signals?: { once(signal: 'SIGINT', listener: () => void): unknown };
}

/** The line that tells what goes on is written at most this often, in milliseconds. */
const PROGRESS_MS = 50;

/** What a command says, to a person or, with `--json`, to a program. */
export class Terminal {
  readonly json: boolean;
  readonly #streams: Streams;
  readonly #coloured: boolean;
  #progress: boolean = false;
  #progressAtMs: number = Number.NEGATIVE_INFINITY;

  constructor(streams: Streams, json: boolean, env: NodeJS.ProcessEnv) {
    this.json = json;
    this.#streams = streams;
    this.#coloured = !json && streams.stdout.isTTY === true && !env['NO_COLOR'];
  }

  get stdin(): Streams['stdin'] {
    return this.#streams.stdin;
  }

  /** Aborted by the first Ctrl+C from now on, which then does not end the process; the second does. */
  interruption(): AbortSignal {
    const interruption = new AbortController();
    this.#streams.signals?.once('SIGINT', () => interruption.abort());
    return interruption.signal;
  }

  /** One line for a person; nothing with `--json`. */
  line(text = ''): void {
    if (this.json) return;
    this.#clear();
    this.#streams.stdout.write(`${text}\n`);
  }

  /** The result for a program; nothing without `--json`. */
  result(value: unknown): void {
    if (this.json) this.#streams.stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** JSON that is the result for both. */
  document(value: unknown): void {
    this.#clear();
    this.#streams.stdout.write(`${JSON.stringify(value, null, this.json ? 0 : 2)}\n`);
  }

  /** A line of columns for each row, as wide as their widest cell. A cell may be anybody's text: what would steer the terminal becomes a space. */
  table(rows: readonly (readonly string[])[]): void {
    const plain = rows.map((row) => row.map((cell) => cell.replace(/[\p{Cc}\s]+/gu, ' ')));
    const widths: number[] = [];
    for (const row of plain)
      for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
    for (const row of plain) {
      const cells = row.map((cell, i) => cell.padEnd(widths[i] ?? 0));
      this.line(cells.join('  ').trimEnd());
    }
  }

  /** What goes on, in a line that the next one replaces; on a terminal alone. */
  progress(text: string): void {
    const nowMs = performance.now();
    if (this.json || this.#streams.stderr.isTTY !== true || nowMs - this.#progressAtMs < PROGRESS_MS) return;
    this.#progressAtMs = nowMs;
    this.#streams.stderr.write(`\r\u001b[K${text}`);
    this.#progress = true;
  }

  /** One line on stderr, with `--json` too. */
  warn(text: string): void {
    this.#clear();
    this.#streams.stderr.write(`${text}\n`);
  }

  style(style: Style, text: string): string {
    // Whether the stream takes colours was decided above.
    return this.#coloured ? styleText(style, text, { validateStream: false }) : text;
  }

  /** Asks a person, for whom Ctrl+C and Ctrl+D are a no; `undefined` when there is none at the terminal. */
  async confirm(question: string): Promise<boolean | undefined> {
    const { stdin, stderr } = this.#streams;
    if (this.json || stdin.isTTY !== true) return undefined;
    this.#clear();
    const asking = createInterface({ input: stdin, output: stderr });
    const closed = new Promise<string>((resolve) => {
      asking.once('close', () => resolve(''));
    });
    try {
      const answer = await Promise.race([asking.question(`${question} [y/N] `), closed]);
      return /^y(es)?$/i.test(answer.trim());
    } finally {
      asking.close();
    }
  }

  #clear(): void {
    if (this.#progress) this.#streams.stderr.write('\r\u001b[K');
    this.#progress = false;
  }
}
