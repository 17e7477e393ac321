import { OptionsError, PermanentError } from '../errors/index.ts';
import { describeError, type Logger } from '../logger.ts';
import { type Checkpoints, onceCheckpoint } from './checkpoints.ts';
import type { HandlerContext } from './handler.ts';

/** What `once` works with in one run of one handler. */
export interface OnceOptions {
  readonly handler: string;
  readonly checkpoints: Checkpoints;
  readonly signal: Pick<AbortSignal, 'throwIfAborted'>;
  readonly log: () => Logger;
  /** The event, whose values are masked in what is logged. */
  readonly event: unknown;
}

/** Makes `context.once` for one run of one handler. */
export function createOnce({
  handler,
  checkpoints,
  signal,
  log,
  event,
}: OnceOptions): HandlerContext['once'] {
  const running = new Map<string, Promise<unknown>>();

  async function run(name: string, fn: () => unknown): Promise<unknown> {
    const checkpoint = onceCheckpoint(handler, name);
    const stored = checkpoints.known.get(checkpoint);
    if (stored !== undefined) return readResult(stored);
    signal.throwIfAborted();
    const written = writeResult(name, await fn());
    try {
      await checkpoints.write(checkpoint, written);
    } catch (error) {
      // fn has run: to reject now would make the handler run it again for certain, and only perhaps otherwise.
      // Not the name: users put ids and addresses into it.
      log().warn({ error: describeError(error, event) }, 'the result of once could not be stored');
    }
    return readResult(written);
  }

  // What is stored as JSON is read as JSON: that is what Jsonified says, and the compiler cannot follow.
  return (async (name: unknown, fn: unknown): Promise<unknown> => {
    if (typeof name !== 'string' || name === '')
      throw new OptionsError('The name given to once must be a text.');
    if (typeof fn !== 'function') throw new OptionsError('once must be given a function.');
    const earlier = running.get(name);
    if (earlier !== undefined) return earlier;
    const result = run(name, () => fn());
    running.set(name, result);
    result.catch(() => running.delete(name));
    return result;
  }) as HandlerContext['once'];
}

/** In an object, so that `undefined` has a form too. */
function writeResult(name: string, value: unknown): string {
  try {
    return JSON.stringify({ value });
  } catch (cause) {
    throw new PermanentError(`the result of once('${name}') cannot be written as JSON.`, { cause });
  }
}

function readResult(written: string): unknown {
  return (JSON.parse(written) as { value?: unknown }).value;
}
