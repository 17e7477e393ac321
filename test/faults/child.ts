import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildMessage, ChildSettings } from './child-settings.ts';

/** A time in which something was away, in milliseconds since 1970. `untilMs` is `Infinity` while it lasts. */
export interface Span {
  readonly fromMs: number;
  untilMs: number;
}

/** How long a child may take to work after its start, and to end after SIGTERM, in milliseconds. */
const PATIENCE_MS = 20_000;

/** The kernel ends a child with its parent, a stopped one too. */
const leash = spawnSync('setpriv', ['--version']).status === 0 ? ['setpriv', '--pdeathsig', 'KILL'] : [];

/** Starts `script`, a file of `test/faults`, in a process of its own that gets `settings` as its argument. */
export function spawnScript(
  script: string,
  settings: object,
  output: number | 'inherit',
  logLevel: 'warn' | 'silent',
): ChildProcess {
  const file = resolve('test/faults', script);
  const [bin = '', ...args] = [...leash, process.execPath, '--import', 'tsx', file, JSON.stringify(settings)];
  const env = { ...process.env, NODE_ENV: 'production', LOG_LEVEL: logLevel };
  return spawn(bin, args, { env, stdio: ['ignore', output, output, 'ipc'] });
}

/** A process of a fault run that is killed and started again, always with the same settings. */
export class Child {
  readonly settings: ChildSettings;
  /** When it could not work: from a signal that ends it to the end of the next start. */
  readonly away: Span[] = [];
  /** What the process did of its own accord and may never do: end, or end in another way than asked for. One sentence each. */
  readonly incidents: string[] = [];
  /** When which process was killed, by pid. */
  readonly killed = new Map<number, number>();
  /** When the machine gave it no processor. */
  readonly starved: Span[] = [];
  readonly #script: string;
  readonly #log: number;
  #process: ChildProcess | undefined;
  #expected = false;

  /** `script` is a file of this folder; its output goes to the file `log`. */
  constructor(script: string, settings: ChildSettings, log: string) {
    this.#script = script;
    this.settings = settings;
    this.#log = openSync(log, 'a');
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Starts the process, and resolves when it works. */
  async start(): Promise<void> {
    const child = spawnScript(this.#script, this.settings, this.#log, 'warn');
    this.#process = child;
    this.#expected = false;
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'starved') this.starved.push(message);
    });
    child.once('exit', (code, signal) => this.#onExit(child, code, signal));
    const late = AbortSignal.timeout(PATIENCE_MS);
    const gone = new AbortController();
    child.once('exit', () => gone.abort());
    await once(child, 'message', { signal: AbortSignal.any([late, gone.signal]) }).catch(() => {
      throw new Error(`${this.settings.name} did not start.`);
    });
    const current = this.away.at(-1);
    if (current) current.untilMs = Math.min(current.untilMs, Date.now());
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.kill(name);
  }

  /** Ends the process at once, as a power cut or the kernel does. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.killed.set(child.pid ?? 0, Date.now());
    this.#leave();
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Asks the process to end, which it is to do with exit code 0 and in time. */
  async terminate(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.#leave();
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const ended = await Promise.race([gone, wait(PATIENCE_MS, undefined, { ref: false })]);
    const [code, signal] = (ended ?? []) as (number | string | null)[];
    if (code === 0) return;
    const how = ended ? `with ${code ?? signal}` : `not within ${PATIENCE_MS} ms`;
    this.incidents.push(`${this.settings.name} ended ${how} after SIGTERM`);
    if (!ended) await this.kill();
  }

  #leave(): void {
    this.#expected = true;
    this.away.push({ fromMs: Date.now(), untilMs: Number.POSITIVE_INFINITY });
  }

  #onExit(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (child !== this.#process || this.#expected) return;
    this.incidents.push(`${this.settings.name} ended of its own accord with ${code ?? signal}`);
    this.#leave();
    this.start().catch((error: Error) => this.incidents.push(error.message));
  }
}
