import { setTimeout as wait } from 'node:timers/promises';
import { DelayedError, type Job, WaitingError, type Worker } from 'bullmq';
import { systemClock } from '../clock.ts';
import type { Delivery } from '../delivery.ts';
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
import { HAND_BACK_MS, withinHandBack } from './hand-back.ts';
import { BullLease } from './lease.ts';
import { LoopLag } from './loop-lag.ts';
import { RunningLeases } from './running-leases.ts';
import { TolerantWorker } from './tolerant-worker.ts';
import { Turnstile } from './turnstile.ts';
import { Watchdog } from './watchdog.ts';

/** A job that a later release wrote is left to its workers and looked at again after this time, in milliseconds. */
const NEWER_ENVELOPE_DELAY_MS = 30_000;

/** A delivery that ended its process so often while it ran alone is a dead letter. */
const MAX_SOLO_CRASHES = 3;

/** BullMQ's own limit, which counts everything that ran beside a crash too: out of reach. */
const MAX_STALLED = 1_000;

/** The ends of so many jobs go to Redis together. */
const GATHERED_ENDS = 4;

/** With no more jobs than this at a time Redis would wait for what is gathered: 10 at a time took 70 us each instead of 50. */
const GATHER_ABOVE = 16;

/** The job may be gone by then, and must not come back as a hash of one field. */
const COUNT_SCRIPT = `if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[2]) end return 0`;

/** A job with what is to be reported once BullMQ has recorded its end. A field, because the collector pays for each entry of a `WeakMap`. */
interface TakenJob extends Job {
  unrecorded?: { readonly lease: Lease; readonly settlement: Settlement } | undefined;
}

type Unhandled = Exclude<Settlement, { readonly outcome: 'handled' }>;

/** One `consume` of the BullMQ driver. */
export class BullConsumer implements Consumption {
  /** How many jobs were fetched and have not ended, those included that wait for their turn. */
  #fetched = 0;
  readonly #running = new RunningLeases();
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
  #closed: Promise<{ readonly handedBack: number }> | undefined;
  #handedBack = 0;

  constructor(process: ProcessDelivery, options: ConsumeOptions, setup: BullConsumerSetup) {
    this.#setup = setup;
    this.#process = process;
    this.#onSettled = options.onSettled ?? (() => {});
    this.#gather = createGatherer(setup.link.redis, GATHERED_ENDS);
    this.#worker = new TolerantWorker(
      setup.queueName,
      // Two parameters: for a third BullMQ makes an abort signal of each job, and a lease has its own.
      (job, token) => this.#take(job, token),
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
      for (const id of ids) this.#running.takeBack('The delivery was taken away: its lock was lost.', id);
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

  async #take(job: TakenJob, token: string | undefined): Promise<void> {
    this.#fetched += 1;
    try {
      this.#watchdog.fetched();
      if (this.#closed !== undefined)
        return await this.#putBack(job, () => job.moveToWait(token), WaitingError);
      const opened = openEnvelope(job.data);
      if (opened.kind === 'newer') {
        const later = Date.now() + NEWER_ENVELOPE_DELAY_MS;
        return await this.#putBack(job, () => job.moveToDelayed(later, token), DelayedError);
      }
      if (opened.kind === 'unreadable') return await this.#setAside(job);
      const settlement = await this.#run(job, opened.delivery, token);
      if (settlement.outcome !== 'handled') await this.#refuse(settlement, job, token);
    } finally {
      this.#fetched -= 1;
    }
  }

  async #run(job: TakenJob, delivery: Delivery, token: string | undefined): Promise<Settlement> {
    const suspect = job.stalledCounter > 0;
    const turn = this.#turnstile.enter(suspect);
    try {
      if (turn !== undefined) await turn;
      if (this.#closed !== undefined)
        return await this.#putBack(job, () => job.moveToWait(token), WaitingError);
      const lease = new BullLease(job, delivery, this.#setup.checkpoints);
      const settlement = await (suspect ? this.#runAlone(job, lease) : this.#settlementOf(lease));
      job.unrecorded = { lease, settlement };
      if (this.#fetched > GATHER_ABOVE) this.#gather();
      return settlement;
    } finally {
      this.#turnstile.leave(suspect);
    }
  }

  async #settlementOf(lease: BullLease): Promise<Settlement> {
    this.#running.add(lease);
    try {
      return await this.#process(lease);
    } catch (error) {
      this.#setup.logger.error(
        { error: describeError(error, lease.delivery.payload) },
        'a run rejected, retrying',
      );
      return { outcome: 'retry', delayMs: REJECTED_RETRY_MS, failures: lease.failures };
    } finally {
      this.#running.delete(lease);
    }
  }

  /** Counts the runs that began alone and did not come back: those that ended their process. */
  async #runAlone(job: Job, lease: BullLease): Promise<Settlement> {
    if ((await this.#count(job, SOLO_FIELD, 1)) > MAX_SOLO_CRASHES)
      return { outcome: 'dead', ...crashedCause };
    const settlement = await this.#settlementOf(lease);
    await withinHandBack(this.#count(job, SOLO_FIELD, -1));
    return settlement;
  }

  async #count(job: Job, field: string, by: number): Promise<number> {
    const { link, jobKey } = this.#setup;
    return Number(await link.redis.eval(COUNT_SCRIPT, 1, jobKey(String(job.id)), field, by));
  }

  /** Tells BullMQ of a settlement in its words, which are errors. */
  async #refuse(settlement: Unhandled, job: TakenJob, token: string | undefined): Promise<never> {
    switch (settlement.outcome) {
      case 'retry':
        throw new RetryError(settlement.failures, settlement.delayMs);
      case 'dead':
        throw deathError(settlement);
      case 'handBack':
        return this.#handBack(job, token);
    }
  }

  /** Puts a job whose handlers were cut short back, without using up a retry. With Redis away its lock runs out instead, to the same end. */
  async #handBack(job: TakenJob, token: string | undefined): Promise<never> {
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
      () => this.#running.takeBack('The worker is closing.'),
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

  #recorded(job: TakenJob, options: ConsumeOptions): void {
    this.#report(job);
    if (job.finishedOn) {
      this.#setup.checkpoints.forget(String(job.id));
      // BullMQ itself fails a job whose process ended too often; every other dead letter is one that `process` asked for.
      const letter = job.failedReason ? toDeadLetter(job) : undefined;
      if (letter?.reason === 'crashed' || letter?.reason === 'unreadable') options.onGivenUp?.(letter);
    }
    // BullMQ tracks its jobs in a set. The tables that it outgrows hang together in V8 until a full collection, and keep all later jobs, bodies and all.
    job.data = undefined;
    job.opts = {};
  }

  #report(job: TakenJob): void {
    const run = job.unrecorded;
    job.unrecorded = undefined;
    if (run) this.#onSettled(run.lease, run.settlement);
  }
}
