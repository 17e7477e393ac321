import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Question, Reply, Setup } from './protocol.ts';

/** How long a process may take to say something, in milliseconds. */
const PATIENCE_MS = 60_000;
/** How long one may take to end, in milliseconds. */
const STOP_MS = 5_000;

/** A process with one contender in it. */
export class ContenderProcess {
  readonly name: string;
  /** Where it listens on 127.0.0.1; 0 for a worker. */
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(name: string, port: number, child: ChildProcess) {
    this.name = name;
    this.port = port;
    this.#child = child;
  }

  /** Starts `script`, compiled. Nothing is logged per call unless LOG_LEVEL says so. Rejects when the process ends or is too late. */
  static async start(script: string, setup: Setup): Promise<ContenderProcess> {
    const child = fork(script, [JSON.stringify(setup)], {
      env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' },
      execArgv: profileArgs(setup.name),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    try {
      const { port } = await hear(child, setup.name, 'ready', PATIENCE_MS);
      return new ContenderProcess(setup.name, port, child);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** Sends a question, and waits for a reply of `kind`. */
  async ask<K extends Reply['kind']>(
    question: Question,
    kind: K,
    patienceMs = PATIENCE_MS,
  ): Promise<Reply & { readonly kind: K }> {
    const reply = this.hear(kind, patienceMs);
    this.#child.send(question);
    return reply;
  }

  /** Waits for the next reply of `kind`. */
  hear<K extends Reply['kind']>(kind: K, patienceMs = PATIENCE_MS): Promise<Reply & { readonly kind: K }> {
    return hear(this.#child, this.name, kind, patienceMs);
  }

  /** Lets the process end, so that it can still write a profile; kills one that does not. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS);
    if (this.#child.connected) this.#child.disconnect();
    await gone;
    clearTimeout(timer);
  }
}

/** Makes the process write a profile into the folder BENCH_PROFILES, if that is set. */
function profileArgs(name: string): string[] {
  const folder = process.env['BENCH_PROFILES'];
  if (!folder) return [];
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}-${Date.now()}.cpuprofile`];
}

function hear<K extends Reply['kind']>(
  child: ChildProcess,
  name: string,
  kind: K,
  patienceMs: number,
): Promise<Reply & { readonly kind: K }> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      if (error) reject(error);
    };
    const onMessage = (reply: Reply) => {
      if (reply.kind !== kind) return;
      end();
      resolve(reply as Reply & { readonly kind: K });
    };
    const onExit = () => end(new Error(`${name} ended, and was to say '${kind}'.`));
    const timer = setTimeout(
      () => end(new Error(`${name} did not say '${kind}' in ${patienceMs} ms.`)),
      patienceMs,
    );
    child.on('message', onMessage).once('exit', onExit);
  });
}
