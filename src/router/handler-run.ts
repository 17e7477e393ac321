import { HandlerTimeoutError, isPermanentError } from '../errors/index.ts';
import { childLogger, describeError, type Logger } from '../logger.ts';
import { doneCheckpoint } from './checkpoints.ts';
import { copyJson } from './copy-json.ts';
import type { HandlerContext } from './handler.ts';
import { HandlerStop } from './handler-stop.ts';
import { createOnce } from './once.ts';
import type { Registration } from './registration.ts';
import type { DeliveryRun, HandlerResult } from './run-handlers.ts';

/** How far the handlers of a delivery are. */
export interface Progress {
  /** How many have not ended. */
  left: number;
  /** Whether the delivery is over when those that are left return. */
  settles: boolean;
}

/**
 * One run of one handler. It has ended once its handler has returned or failed, its time is up, or the delivery was taken back, whichever comes
 * first. Callbacks and no race of promises: a run costs a few microseconds, and every delivery pays it for each of its handlers.
 */
export class HandlerRun {
  readonly #handler: Registration;
  readonly #run: DeliveryRun;
  readonly #progress: Progress;
  /** Called when the run has ended and what had to be noted of it is noted, or is not waited for. A second call says nothing new. */
  readonly #onSettled: (result: HandlerResult) => void;
  readonly #stop = new HandlerStop();
  #cancelTimer = () => {};
  #result: HandlerResult | undefined;

  constructor(
    handler: Registration,
    run: DeliveryRun,
    progress: Progress,
    onSettled: (result: HandlerResult) => void,
  ) {
    this.#handler = handler;
    this.#run = run;
    this.#progress = progress;
    this.#onSettled = onSettled;
  }

  start(): void {
    const handler = this.#handler;
    const timeoutMs = handler.timeoutMs ?? this.#run.timeoutMs;
    this.#cancelTimer = this.#run.clock.schedule(() => {
      this.stop(new HandlerTimeoutError(`${handler.name} took longer than ${timeoutMs} ms.`));
    }, timeoutMs);
    this.#call().then(
      (outcome) => this.#end({ handler, outcome }),
      (error: unknown) =>
        this.#end({ handler, outcome: 'failed', error, permanent: isPermanentError(error) }),
    );
  }

  /** Ends the run, or the wait for the note of its end. */
  stop(reason: Error): void {
    const handler = this.#handler;
    // Before the handler hears of it: what it makes of the signal comes too late to count.
    if (this.#result !== undefined) this.#onSettled(this.#result);
    else if (this.#run.signal.aborted) this.#end({ handler, outcome: 'cut' });
    else this.#end({ handler, outcome: 'failed', error: reason, permanent: false });
    this.#stop.abort(reason);
  }

  async #call(): Promise<'done' | 'unwanted'> {
    const event = copyJson(this.#run.event);
    const wanted = this.#handler.wants(event);
    if (!(typeof wanted === 'object' ? await wanted : wanted)) return 'unwanted';
    this.#stop.throwIfAborted();
    await this.#handler.call(event, this.#makeContext());
    return 'done';
  }

  /** The first end counts. */
  #end(result: HandlerResult): void {
    if (this.#result !== undefined) return;
    this.#result = result;
    this.#cancelTimer();
    const progress = this.#progress;
    progress.left -= 1;
    if (result.outcome === 'failed' || result.outcome === 'cut') progress.settles = false;
    // Not part of its time: a handler that has returned is done, however slow the note of it is.
    if (result.outcome === 'done') this.#noteDone(result, progress.left === 0 && progress.settles);
    else this.#onSettled(result);
  }

  /**
   * Notes that the handler has returned. Where that fails a later run of the delivery repeats it: at least once. The last of a delivery that is over
   * with it need not wait: the end of the delivery says the same, one round trip later either way.
   */
  #noteDone(result: HandlerResult, isLast: boolean): void {
    const { checkpoints, trigger, delivery, event, logger } = this.#run;
    const { name } = this.#handler;
    const checkpoint = doneCheckpoint(name);
    if (isLast) {
      checkpoints.note(checkpoint, '1');
      this.#onSettled(result);
      return;
    }
    const writing = checkpoints.write(checkpoint, '1').catch((error: unknown) => {
      const fields = { trigger, key: delivery.key, handler: name };
      const described = describeError(error, event);
      logger.warn(
        { ...fields, error: described },
        'that a handler has returned could not be noted: it may repeat',
      );
    });
    void writing.then(() => this.#onSettled(result));
  }

  /** Signal and logger are made for those who ask for them. */
  #makeContext(): HandlerContext {
    const { trigger, delivery, checkpoints, event, logger } = this.#run;
    const { name } = this.#handler;
    const stop = this.#stop;
    let child: Logger | undefined;
    const log = () => {
      child ??= childLogger(logger, { trigger, key: delivery.key, handler: name });
      return child;
    };
    return {
      delivery,
      get signal() {
        return stop.signal;
      },
      get log() {
        return log();
      },
      once: createOnce({ handler: name, checkpoints, signal: stop, log, event }),
    };
  }
}
