import { setTimeout as wait } from 'node:timers/promises';
import { DelayedError, type Job, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import { describeError, type Logger } from '../logger.ts';
import type {
  ConsumeOptions,
  Consumption,
  Lease,
  ProcessDelivery,
  QueueHealth,
  Settlement,
} from '../queue/index.ts';
import { toDeadLetter } from './bull-dead-letters.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { RedisLink } from './connections.ts';
import { openEnvelope } from './envelope.ts';
import { deathError, RetryError, readFailedReason } from './failed-reason.ts';

/** The delay of a retry whose settlement is missing, because `process` rejected, in milliseconds. */
const REJECTED_RETRY_MS = 1_000;

/** A job that a later release wrote is left to its workers and looked at again after this time, in milliseconds. */
const NEWER_ENVELOPE_DELAY_MS = 30_000;

/** How long handing a delivery back, and stopping after that, may take at a close, in milliseconds. */
const HAND_BACK_MS = 1_000;

/** What a consumer of the BullMQ driver works with. */
export interface BullConsumerSetup {
  readonly queueName: string;
  readonly prefix: string;
  /** A connection of its own, which it closes. */
  readonly link: RedisLink;
  readonly checkpoints: Checkpoints;
  readonly logger: Logger;
  /** Called once it has closed. */
  readonly onClosed: (consumer: BullConsumer) => void;
}

/** One `consume` of the BullMQ driver. */
export class BullConsumer implements Consumption {
  /** The jobs that run, or whose end BullMQ has not recorded yet, by id. */
  readonly #active = new Set<string>();
  #idle = () => {};
  readonly #setup: BullConsumerSetup;
  readonly #process: ProcessDelivery;
  readonly #worker: Worker;
  readonly #onSettled: NonNullable<ConsumeOptions['onSettled']>;
  /** What is to be reported of a job once BullMQ has recorded it. */
  readonly #unrecorded = new WeakMap<Job, { readonly lease: Lease; readonly settlement: Settlement }>();
  #closed: Promise<{ readonly handedBack: number }> | undefined;
  #handedBack = 0;

  constructor(process: ProcessDelivery, options: ConsumeOptions, setup: BullConsumerSetup) {
    this.#setup = setup;
    this.#process = process;
    this.#onSettled = options.onSettled ?? (() => {});
    // BullMQ makes an abort signal only for a processor that declares three parameters.
    this.#worker = new Worker(setup.queueName, (job, token, signal) => this.#run(job, token, signal), {
      connection: setup.link.redis,
      prefix: setup.prefix,
      concurrency: options.concurrency,
      skipWaitingForReady: true,
      skipVersionCheck: true,
      drainDelay: 5,
      lockDuration: 15_000,
      stalledInterval: 7_500,
      maxStalledCount: 5,
      runRetryDelay: 1_000,
      settings: {
        backoffStrategy: (_attempts, _type, error) =>
          error instanceof RetryError ? error.delayMs : REJECTED_RETRY_MS,
      },
    });
    this.#worker.on('error', (error) => setup.logger.warn({ error: describeError(error) }, 'worker error'));
    this.#worker.on('completed', (job) => this.#recorded(job, options));
    this.#worker.on('failed', (job) => job && this.#recorded(job, options));
    // Somebody else has these jobs by now: their end will not be recorded here.
    this.#worker.on('lockRenewalFailed', (ids) => {
      for (const id of ids) this.#left(id);
    });
  }

  close({ graceMs }: { readonly graceMs: number }): Promise<{ readonly handedBack: number }> {
    this.#closed ??= this.#stop(graceMs);
    return this.#closed;
  }

  async health(): Promise<QueueHealth> {
    if (this.#closed !== undefined) return { ready: false, reason: 'The consumer is closed.' };
    const { redis, firstContact, trouble } = this.#setup.link;
    await firstContact;
    if (redis.status === 'ready') return { ready: true };
    return { ready: false, reason: `The worker cannot reach Redis: ${trouble() ?? redis.status}` };
  }

  async #run(job: Job, token: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    this.#active.add(String(job.id));
    if (this.#closed !== undefined) return this.#handBack(job, token);
    const opened = openEnvelope(job.data);
    if (opened.kind === 'newer') {
      this.#left(String(job.id));
      await job.moveToDelayed(Date.now() + NEWER_ENVELOPE_DELAY_MS, token);
      throw new DelayedError();
    }
    if (opened.kind === 'unreadable')
      throw new UnrecoverableError('The job is not a delivery of switchhook.');
    const id = String(job.id);
    const attempt = job.attemptsMade + 1;
    const lease: Lease = {
      delivery: opened.delivery,
      attempt,
      redelivered: job.attemptsStarted > attempt,
      failures: job.failedReason ? readFailedReason(job.failedReason).failures : [],
      signal: signal ?? new AbortController().signal,
      readCheckpoints: () => this.#setup.checkpoints.read(id),
      writeCheckpoint: (name, value) => this.#setup.checkpoints.write(id, name, value),
    };
    const settlement = await this.#settlementOf(lease);
    this.#unrecorded.set(job, { lease, settlement });
    return this.#settle(settlement, job, token);
  }

  async #settlementOf(lease: Lease): Promise<Settlement> {
    try {
      return await this.#process(lease);
    } catch (error) {
      this.#setup.logger.error(
        { error: describeError(error, lease.delivery.payload) },
        'a run rejected, retrying',
      );
      return { outcome: 'retry', delayMs: REJECTED_RETRY_MS, failures: lease.failures };
    }
  }

  async #settle(settlement: Settlement, job: Job, token: string | undefined): Promise<void> {
    switch (settlement.outcome) {
      case 'handled':
        return;
      case 'retry':
        throw new RetryError(settlement.failures, settlement.delayMs);
      case 'dead':
        throw deathError(settlement);
      case 'handBack':
        return this.#handBack(job, token);
    }
  }

  /** Puts the job back without using up a retry. With Redis away the job's lock runs out instead, to the same end. */
  async #handBack(job: Job, token: string | undefined): Promise<void> {
    this.#handedBack += 1;
    const moving = job.moveToWait(token);
    moving.catch(() => {});
    await Promise.race([moving, wait(HAND_BACK_MS, undefined, { ref: false })]).catch(() => {});
    this.#report(job);
    this.#left(String(job.id));
    throw new WaitingError();
  }

  /**
   * `worker.close()` waits for handlers without limit and hangs while Redis is away, and a `close(true)` after it returns the same
   * promise. So: pause, wait ourselves, abort, and `close(true)` as the one and only close.
   */
  async #stop(graceMs: number): Promise<{ readonly handedBack: number }> {
    const { link, logger, onClosed } = this.#setup;
    const steps = [
      () => this.#worker.pause(true),
      () => this.#whenIdle(graceMs),
      () => this.#worker.cancelAllJobs('The worker is closing.'),
      () => this.#whenIdle(2 * HAND_BACK_MS),
      () => Promise.race([this.#worker.close(true), wait(HAND_BACK_MS, undefined, { ref: false })]),
      () => link.redis.disconnect(),
      () => onClosed(this),
    ];
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        logger.warn({ error: describeError(error) }, 'a step of closing the worker failed');
      }
    }
    return { handedBack: this.#handedBack };
  }

  /** Resolves when BullMQ has recorded the end of every job that ran here, or after `limitMs`. */
  async #whenIdle(limitMs: number): Promise<void> {
    if (this.#active.size === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
    const stop = new AbortController();
    const late = wait(limitMs, undefined, { ref: false, signal: stop.signal }).catch(() => {});
    await Promise.race([idle, late]);
    stop.abort();
  }

  #left(id: string): void {
    this.#active.delete(id);
    if (this.#active.size === 0) this.#idle();
  }

  #recorded(job: Job, options: ConsumeOptions): void {
    this.#report(job);
    this.#left(String(job.id));
    if (!job.finishedOn) return; // waits for its retry
    this.#setup.checkpoints.forget(String(job.id));
    // BullMQ itself fails a job whose process ended too often; every other dead letter is one that `process` asked for.
    const letter = job.failedReason ? toDeadLetter(job) : undefined;
    if (letter?.reason === 'crashed') options.onGivenUp?.(letter);
  }

  #report(job: Job): void {
    const run = this.#unrecorded.get(job);
    this.#unrecorded.delete(job);
    if (run) this.#onSettled(run.lease, run.settlement);
  }
}
