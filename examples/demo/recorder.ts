import { EventEmitter, once } from 'node:events';
import type { DeliveryQueue, Worker } from 'switchhook';
import type { Show } from './handlers.ts';
import { count, createTally, type Tally } from './tally.ts';

/** Counts and keeps what the worker, the handlers and the queue say. */
export class Recorder {
  readonly tally: Tally = createTally();
  readonly #ends = new EventEmitter();
  #ended = 0;
  #lines: string[] = [];

  /** For the handlers, which call it once when they have succeeded. */
  readonly show: Show = (trigger, text) => {
    count(this.tally, trigger ?? '(no trigger)', 'seen');
    this.#lines.push(text);
  };

  /** Listens to a worker. In your app these events feed metrics and alarms. */
  watch(worker: Worker): void {
    worker.on('handled', ({ delivery }) => {
      count(this.tally, delivery.trigger ?? '(no trigger)', 'handled');
      this.#end();
    });
    worker.on('retrying', ({ delivery, delayMs, failures }) => {
      count(this.tally, delivery.trigger ?? '(no trigger)', 'retries');
      for (const { handler, error } of failures)
        this.#lines.push(`${handler} failed: ${error.message}; again in ${delayMs} ms`);
    });
    worker.on('deadLettered', ({ reason, failures, issues }) => {
      for (const { path, message } of issues)
        this.#lines.push(`dead letter, ${reason}: ${path}: ${message.replace('Invalid input: ', '')}`);
      for (const { handler, error } of failures)
        this.#lines.push(`dead letter, ${handler} failed: ${error.message}`);
      this.#end();
    });
  }

  /** Resolves when so many deliveries have been handled or given up. Rejects when `signal` is aborted. */
  async whenEnded(deliveries: number, signal: AbortSignal): Promise<void> {
    while (this.#ended < deliveries) await once(this.#ends, 'end', { signal });
  }

  /** What was said since the last time. */
  takeLines(): string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  /** Counts the dead letters where they are kept. To be called once the worker is closed. */
  async countDeadLetters({ deadLetters }: DeliveryQueue): Promise<void> {
    for (const { delivery, reason } of await deadLetters.list({ limit: 1_000 }))
      count(this.tally, delivery.trigger ?? '(no trigger)', reason === 'refused' ? 'refused' : 'failed');
  }

  #end(): void {
    this.#ended += 1;
    this.#ends.emit('end');
  }
}
