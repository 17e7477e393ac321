import type { MemoryQueue, RetryingEvent, Worker } from '../../index.ts';
import type { ManualClock } from '../manual-clock.ts';
import type { Activities } from './activities.ts';
import type { Rest } from './rest.ts';

/** A delivery that has failed so often will go on for ever. */
const MAX_ATTEMPTS = 500;

/** So many turns of the clock in one `settle`: whoever needs more has a timer that renews itself. */
const MAX_CLOCK_TURNS = 10_000;

/** What `settle` looks at and turns. */
export interface Pipeline {
  readonly queue: MemoryQueue;
  readonly worker: Worker;
  /** Its `advance` waits until nothing more comes of itself. */
  readonly clock: ManualClock;
  readonly activities: Activities;
  readonly rest: Rest;
  /** How many calls others than the pipeline have scheduled on the clock: a sender, or the test. */
  readonly foreignTimers: () => number;
}

/**
 * Makes `settle`: lets the pipeline come to rest, turns the clock to the next due call, and so on until there is no work. Calls at the same
 * time share one run. Rejects with an `Error` that names what is stuck when there is no end to it.
 */
export function createSettle(pipeline: Pipeline): () => Promise<void> {
  const { queue, worker, clock, activities, rest, foreignTimers } = pipeline;
  let settling: Promise<void> | undefined;
  /** The retry, since `settle` began, of the delivery that has failed most often. */
  let worst: RetryingEvent | undefined;
  worker.on('retrying', (event) => {
    if (event.attempt > (worst?.attempt ?? 0)) worst = event;
  });
  const hasWork = () => queue.length > 0 || activities.size > 0 || foreignTimers() > 0;

  async function run(): Promise<void> {
    worst = undefined;
    try {
      await clock.advance(0);
      for (let turns = 0; ; turns++) {
        // A handler may turn the clock too, to be slow; its turn goes first.
        while (rest.isAwaited()) await clock.advance(0);
        if (!hasWork()) return;
        await checkEnd(pipeline, turns, worst);
        await clock.advance(Math.max((clock.nextAt() ?? 0) - clock.now(), 0));
      }
    } finally {
      // In the same moment as the check: who calls later starts anew.
      settling = undefined;
    }
  }

  return () => {
    settling ??= run();
    return settling;
  };
}

/** Throws when turning the clock on would lead nowhere. */
async function checkEnd(
  { queue, clock, activities, foreignTimers }: Pipeline,
  turns: number,
  worst: RetryingEvent | undefined,
): Promise<void> {
  if (worst !== undefined && worst.attempt >= MAX_ATTEMPTS) {
    const failed = worst.failures.map(({ handler, error }) => `${handler} (${error.type}: ${error.message})`);
    throw new Error(
      `settle found no end: a delivery of ${worst.delivery.trigger} has failed ${worst.attempt} times, in ${failed.join(', ')}. ` +
        'Give the handler or the worker fewer attempts, or turn the clock with harness.clock.advance.',
    );
  }
  if (turns >= MAX_CLOCK_TURNS) {
    throw new Error(
      `settle found no end: the clock was turned ${turns} times, and ${foreignTimers()} calls that were scheduled on harness.clock are ` +
        `still to come, with ${queue.length} deliveries in the queue. A call that schedules itself anew never ends: turn the clock with harness.clock.advance.`,
    );
  }
  if (clock.nextAt() !== undefined) return;
  const { waiting, active } = await queue.counts();
  const stuck = [
    ...(waiting > 0
      ? [`${waiting} deliveries wait and no worker takes them: is the queue paused, or the worker closed?`]
      : []),
    ...(active > 0 ? [`${active} deliveries are being handled without an end.`] : []),
    ...activities.names().map((name) => `${name} has not returned and has no time limit.`),
  ];
  throw new Error(`settle is stuck, with nothing left on the clock: ${stuck.join(' ')}`);
}
