import { setTimeout as wait } from 'node:timers/promises';
import { DelayedError, type Job, WaitingError, type Worker } from 'bullmq';
import { systemClock } from '../clock.ts';
import { describeError } from '../logger.ts';
import {
  type ConsumeOptions,
  type Consumption,
  type Lease,
  type ProcessDelivery,
  type QueueHealth,
  REJECTED_RETRY_MS,
  type Settlement,
} from '../queue/index.ts';
import { toDeadLetter } from './bull-dead-letters.ts';
import type { BullConsumerSetup } from './consumer-setup.ts';
import { openEnvelope } from './envelope.ts';
import { crashedCause, deathError, RetryError, SOLO_FIELD, unreadableCause } from './failed-reason.ts';
import { createGatherer } from './gather-writes.ts';
import { JobSet } from './job-set.ts';
import { createLease } from './lease.ts';
import { LoopLag } from './loop-lag.ts';
import { TolerantWorker } from './tolerant-worker.ts';
import { Turnstile } from './turnstile.ts';
import { Watchdog } from './watchdog.ts';

/** A job that a later release wrote is left to its workers and looked at again after this time, in milliseconds. */
const NEWER_ENVELOPE_DELAY_MS = 30_000;

/** How long handing a delivery back, and stopping after that, may take at a close, in milliseconds. */
const HAND_BACK_MS = 1_000;

/** A delivery that ended its process so often while it ran alone is a dead letter. */
const MAX_SOLO_CRASHES = 3;

/** BullMQ's own limit, which counts everything that ran beside a crash too: out of reach. */
const MAX_STALLED = 1_000;

/** The job may be gone by then, and must not come back as a hash of one field. */
const COUNT_SCRIPT = `if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[2]) end return 0`;

/** One `consume` of the BullMQ driver. */
export class BullConsumer implements Consumption {
  /** How many jobs were fetched and have not ended, those included that wait for their turn. */
  #fetched = 0;
  /** The jobs whose handlers run. */
  readonly #running = new JobSet();
  /** Ends when BullMQ fetches no more and has recorded the end of what it had fetched. */
  readonly #loop: Promise<void>;
  readonly #setup: BullConsumerSetup;
  readonly #process: ProcessDelivery;
  readonly #worker: Worker;
  readonly #watchdog: Watchdog;
  readonly #loopLag: LoopLag;
  readonly #turnstile = new Turnstile();
  readonly #gather: () => void;
  readonly #onSettled: NonNullable<ConsumeOptions['onSettled']>;
  /** What is to be reported of a job once BullMQ has recorded it. */
  readonly #unrecorded = new WeakMap<Job, { readonly lease: Lease; readonly settlement: Settlement }>();
  #closed: Promise<{ readonly handedBack: number }> | undefined;
  #handedBack = 0;

  constructor(process: ProcessDelivery, options: ConsumeOptions, setup: BullConsumerSetup) {
    this.#setup = setup;
    this.#process = process;
    this.#onSettled = options.onSettled ?? (() => {});
    this.#gather = createGatherer(setup.link.redis);
    // BullMQ makes an abort signal only for a processor that declares three parameters.
    this.#worker = new TolerantWorker(
      setup.queueName,
      async (job, token, signal) => {
        this.#fetched += 1;
        try {
          await this.#run(job, token, signal);
        } finally {
          this.#fetched -= 1;
        }
      },
      {
        connection: setup.link.redis,
        prefix: setup.prefix,
        concurrency: options.concurrency,
        autorun: false,
        skipWaitingForReady: true,
        skipVersionCheck: true,
        drainDelay: 2,
        lockDuration: 15_000,
        stalledInterval: 4_500,
        // Whether a delivery ends its process is decided here, see `#runAlone`.
        maxStalledCount: MAX_STALLED,
        runRetryDelay: 1_000,
        settings: {
          backoffStrategy: (_attempts, _type, error) =>
            error instanceof RetryError ? error.delayMs : REJECTED_RETRY_MS,
        },
      },
    );
    this.#watchdog = new Watchdog({
      waiting: async () => (this.#fetched >= options.concurrency ? 0 : setup.countWaiting()),
      onDeaf: (deafForMs) => {
        setup.logger.error({ deafForMs }, 'deliveries wait and the worker fetches none: reconnecting');
        setup.link.reconnect();
      },
      clock: systemClock,
    });
    this.#loopLag = new LoopLag(systemClock, (lagMs) => {
      setup.logger.warn(
        { lagMs },
        'a handler blocks the event loop: locks run out, and deliveries are run a second time',
      );
    });
    this.#worker.on('error', (error) => {
      // An outage is told once by the connection itself.
      if (setup.link.trouble() !== undefined || setup.link.redis.status !== 'ready') return;
      setup.logger.warn({ error: describeError(error) }, 'worker error');
    });
    this.#worker.on('completed', (job) => this.#recorded(job, options));
    this.#worker.on('failed', (job) => job && this.#recorded(job, options));
    // Somebody else will have these jobs: what runs here is told so.
    this.#worker.on('lockRenewalFailed', (ids) => {
      for (const id of ids) this.#worker.cancelJob(id, 'The delivery was taken away: its lock was lost.');
    });
    this.#loop = this.#worker.run().catch(() => {});
  }

  close({ graceMs }: { readonly graceMs: number }): Promise<{ readonly handedBack: number }> {
    this.#closed ??= this.#stop(graceMs);
    return this.#closed;
  }

  async health(): Promise<QueueHealth> {
    if (this.#closed !== undefined) return { ready: false, reason: 'The consumer is closed.' };
    const { redis, firstContact, trouble } = this.#setup.link;
    await firstContact;
    const deafForMs = this.#watchdog.deafForMs();
    if (redis.status !== 'ready')
      return { ready: false, reason: `The worker cannot reach Redis: ${trouble() ?? redis.status}` };
    if (deafForMs === undefined) return { ready: true };
    const seconds = Math.round(deafForMs / 1_000);
    return { ready: false, reason: `Deliveries wait and the worker has fetched none for ${seconds} s.` };
  }

  async #run(job: Job, token: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    this.#watchdog.fetched();
    if (this.#closed !== undefined) return this.#putBack(job, () => job.moveToWait(token), WaitingError);
    const opened = openEnvelope(job.data);
    if (opened.kind === 'newer') {
      const later = Date.now() + NEWER_ENVELOPE_DELAY_MS;
      return this.#putBack(job, () => job.moveToDelayed(later, token), DelayedError);
    }
    if (opened.kind === 'unreadable') return this.#setAside(job);
    const suspect = job.stalledCounter > 0;
    const leave = await this.#turnstile.enter(suspect);
    if (this.#closed !== undefined) {
      leave();
      return this.#putBack(job, () => job.moveToWait(token), WaitingError);
    }
    // Always there: BullMQ makes one for a processor with three parameters.
    const lease = createLease(job, opened.delivery, signal as AbortSignal, this.#setup.checkpoints);
    let settlement: Settlement;
    try {
      settlement = await (suspect ? this.#runAlone(job, lease) : this.#settlementOf(job, lease));
    } finally {
      leave();
    }
    this.#unrecorded.set(job, { lease, settlement });
    this.#gather();
    return this.#settle(settlement, job, token);
  }

  async #settlementOf(job: Job, lease: Lease): Promise<Settlement> {
    this.#running.add(job);
    try {
      return await this.#process(lease);
    } catch (error) {
      this.#setup.logger.error(
        { error: describeError(error, lease.delivery.payload) },
        'a run rejected, retrying',
      );
      return { outcome: 'retry', delayMs: REJECTED_RETRY_MS, failures: lease.failures };
    } finally {
      this.#running.delete(job);
    }
  }

  /** Counts the runs that began alone and did not come back: those that ended their process. */
  async #runAlone(job: Job, lease: Lease): Promise<Settlement> {
    if ((await this.#count(job, SOLO_FIELD, 1)) > MAX_SOLO_CRASHES)
      return { outcome: 'dead', ...crashedCause };
    const settlement = await this.#settlementOf(job, lease);
    await withinHandBack(this.#count(job, SOLO_FIELD, -1));
    return settlement;
  }

  async #count(job: Job, field: string, by: number): Promise<number> {
    const { link, jobKey } = this.#setup;
    return Number(await link.redis.eval(COUNT_SCRIPT, 1, jobKey(String(job.id)), field, by));
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

  /** Puts a job whose handlers were cut short back, without using up a retry. With Redis away its lock runs out instead, to the same end. */
  async #handBack(job: Job, token: string | undefined): Promise<void> {
    this.#handedBack += 1;
    await withinHandBack(job.moveToWait(token));
    this.#report(job);
    throw new WaitingError();
  }

  /**
   * Puts a job back that no handler has seen, as the one that a fetch under way still brings after a close. BullMQ has counted it as started:
   * that is taken back, or its first run would look like a repeat.
   */
  async #putBack(job: Job, move: () => Promise<unknown>, Signal: new () => Error): Promise<never> {
    await withinHandBack(move().then(() => this.#count(job, 'ats', -1)));
    throw new Signal();
  }

  /**
   * `worker.close()` waits for handlers without limit and hangs while Redis is away, and a `close(true)` after it returns the same
   * promise. So: pause, wait ourselves, abort, and `close(true)` as the one and only close.
   */
  async #stop(graceMs: number): Promise<{ readonly handedBack: number }> {
    const { link, checkpoints, logger, onClosed } = this.#setup;
    const steps = [
      () => this.#watchdog.stop(),
      () => this.#loopLag.stop(),
      () => this.#worker.pause(true),
      () => this.#running.whenEmpty(graceMs),
      () => this.#worker.cancelAllJobs('The worker is closing.'),
      () => this.#running.whenEmpty(HAND_BACK_MS),
      () => link.interruptReads(),
      () => Promise.race([this.#loop, wait(2 * HAND_BACK_MS, undefined, { ref: false })]),
      () => Promise.race([this.#worker.close(true), wait(HAND_BACK_MS, undefined, { ref: false })]),
      () => link.close(),
      () => checkpoints.close(),
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

  /** Damaged data would break every list of jobs that holds it: what could be read of it is written back as JSON. */
  async #setAside(job: Job): Promise<never> {
    const { link, jobKey, logger } = this.#setup;
    const id = String(job.id);
    await link.redis.hset(jobKey(id), 'data', JSON.stringify(job.data));
    logger.error({ job: id }, 'a job is damaged or not of switchhook: kept as a dead letter');
    throw deathError(unreadableCause);
  }

  #recorded(job: Job, options: ConsumeOptions): void {
    this.#report(job);
    if (!job.finishedOn) return; // waits for its retry
    this.#setup.checkpoints.forget(String(job.id));
    // BullMQ itself fails a job whose process ended too often; every other dead letter is one that `process` asked for.
    const letter = job.failedReason ? toDeadLetter(job) : undefined;
    if (letter?.reason === 'crashed' || letter?.reason === 'unreadable') options.onGivenUp?.(letter);
  }

  #report(job: Job): void {
    const run = this.#unrecorded.get(job);
    this.#unrecorded.delete(job);
    if (run) this.#onSettled(run.lease, run.settlement);
  }
}

/** Waits for a last word to Redis, which may be away: at most `HAND_BACK_MS`, and its failure is nobody's concern. */
async function withinHandBack(speaking: Promise<unknown>): Promise<void> {
  speaking.catch(() => {});
  await Promise.race([speaking, wait(HAND_BACK_MS, undefined, { ref: false })]).catch(() => {});
}
