import { EventEmitter } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import { runCli } from '../../src/cli/run.ts';

/** How a test calls the command line. */
interface CallOptions {
  /** True: stdin, stdout and stderr are a terminal. */
  readonly tty?: boolean;
  /** What is typed or piped into it. A terminal stays open behind it. */
  readonly stdin?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Where a `SIGINT` can be emitted. */
  readonly signals?: EventEmitter;
}

/** What a call of the command line gave. */
export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The whole of stdout as one JSON value. */
  json<Value = unknown>(): Value;
}

/** Runs `switchhook` in this process, on streams of its own and with no environment but `env`. */
export async function run(argv: readonly string[], options: CallOptions = {}): Promise<CliRun> {
  const { tty = false, stdin = '', env = {}, signals = new EventEmitter() } = options;
  const [out, err] = [collect(tty), collect(tty)];
  const code = await runCli(
    argv,
    { stdin: tty ? typed(stdin) : Readable.from([stdin]), stdout: out.stream, stderr: err.stream, signals },
    env,
  );
  const stdout = out.text();
  return { code, stdout, stderr: err.text(), json: <Value>() => JSON.parse(stdout) as Value };
}

/** A stream that keeps what is written to it. */
export function collect(tty: boolean): { stream: Writable & { isTTY: boolean }; text: () => string } {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY: tty }), text: () => text };
}

function typed(text: string): Readable & { isTTY: boolean } {
  const stream = new PassThrough();
  stream.write(text);
  return Object.assign(stream, { isTTY: true });
}
