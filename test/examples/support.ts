import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The folder that the examples are run in. */
const root = resolve(__dirname, '../..');

/** An example that runs in a process of its own. */
export interface RunningExample {
  /** Waits for a line of the output that matches, also among those that came before. Rejects when there will be none. */
  line(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Sends a signal. */
  signal(name: NodeJS.Signals): void;
  /** Waits for the end, and for the end of the output. Gives the exit code. */
  exit(): Promise<number | null>;
  /** Everything that was written, standard error included. */
  output(): string;
}

/** Nothing that an example is asked for takes longer, in milliseconds. Below jest's limit, so that the message has the output. */
const PATIENCE_MS = 40_000;

const running = new Set<ChildProcess>();

/** Starts `examples/<file>` from source. Nothing of the caller's settings for switchhook reaches it but `environment`. */
export function startExample(file: string, environment: NodeJS.ProcessEnv = {}): RunningExample {
  const { REDIS_URL, WEBHOOK_SECRET, PORT, EMULATOR_PORT, LOG_LEVEL, NODE_ENV, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', `examples/${file}`], {
    cwd: root,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const lines: string[] = [];
  const news = new EventEmitter();
  let end: { readonly code: number | null } | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      news.emit('news');
    });
  }
  child.on('close', (code) => {
    running.delete(child);
    end = { code };
    news.emit('news');
  });

  /** What `find` finds, now or after some news. */
  async function waitFor<T>(what: string, find: () => T | undefined): Promise<T> {
    const late = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (end || late.aborted)
        throw new Error(`${file}: ${end ? 'ended' : 'too late'}, no ${what}:\n${lines.join('\n')}`);
      await once(news, 'news', { signal: late }).catch(() => {});
    }
  }

  return {
    line: (pattern) =>
      waitFor(`line like ${pattern}`, () => {
        const line = lines.find((each) => pattern.test(each));
        return line?.match(pattern) ?? undefined;
      }),
    signal: (name) => child.kill(name),
    exit: async () => (await waitFor('end', () => end)).code,
    output: () => lines.join('\n'),
  };
}

/** Ends what a test has left running. For `afterEach`. */
export async function killExamples(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    }),
  );
}

/** Posts `body` the way the service does. */
export function postWebhook(url: string, secret: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': secret },
    body: JSON.stringify(body),
  });
}
