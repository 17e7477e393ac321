import type { Clock } from '../../clock.ts';
import type {
  Delivery,
  EventFor,
  HandledEvent,
  HandlerContext,
  ParsedEvent,
  Registration,
  Router,
  TriggerPattern,
  UnknownEvent,
  WebhookEvent,
} from '../../index.ts';
import type { Activities } from './activities.ts';
import { readTriggers } from './patterns.ts';

/** A delivery whose handlers have all returned. */
export interface HandledDelivery<Event = WebhookEvent | UnknownEvent> {
  /** `unknown` for an event that came to `onUnknown`. */
  readonly kind: 'known' | 'unknown';
  readonly trigger: string | null;
  readonly event: Event;
  readonly key: string;
  /** How many runs it took, from 1. */
  readonly attempts: number;
  readonly delivery: Delivery;
  /** When the last handler had returned, by the harness's clock, in milliseconds since 1970. */
  readonly handledAtMs: number;
}

/** One run of one handler. */
export interface HandlerRun<Event = WebhookEvent | UnknownEvent> {
  readonly handler: string;
  readonly kind: 'known' | 'unknown';
  readonly trigger: string | null;
  readonly event: Event;
  readonly key: string;
  /** Which run of the delivery this was, from 1. */
  readonly attempt: number;
  readonly startedAtMs: number;
  /** `timedOut`: it took longer than its `timeoutMs`. `cut`: the delivery was taken back by a worker that closed. */
  readonly outcome: 'running' | 'returned' | 'failed' | 'timedOut' | 'cut';
  /** What it threw, as it was thrown; a `HandlerTimeoutError` when it timed out. */
  readonly error?: unknown;
}

/** How long handlers are waited for, in ticks of real time: as a rule, and after they have hung. */
interface Patience {
  readonly ticks: number;
  readonly ticksOnceHung: number;
}

/** Writes down what the handlers of a router do. */
export class HandlerRecord {
  readonly #runs: HandlerRun[] = [];
  readonly #handled: HandledDelivery[] = [];
  /** What a payload was read as. Each run of a delivery has a payload object of its own. */
  readonly #read = new WeakMap<object, { readonly parsed: Told; ran: boolean }>();
  /** Names of handlers that did not return the last time. */
  readonly #hung = new Set<string>();
  readonly #activities: Activities;
  readonly #patience: Patience;
  readonly #clock: Clock;

  constructor(activities: Activities, patience: Patience, clock: Clock) {
    this.#activities = activities;
    this.#patience = patience;
    this.#clock = clock;
  }

  /** The same router, for a worker, with its handlers watched. */
  watch(router: Router): Router {
    return {
      ...router,
      match: (parsed) => {
        const matching = router.match(parsed);
        if (parsed.kind === 'refused') return matching;
        const reading = { parsed, ran: false };
        this.#read.set(parsed.payload, reading);
        return matching.map((registration) => ({
          ...registration,
          call: (event, context) => {
            reading.ran = true;
            return this.#follow(registration, parsed, event, context);
          },
        }));
      },
    };
  }

  /** For the worker's event. A delivery that no handler wanted is not among the handled. */
  noteHandled({ delivery, attempt }: HandledEvent): void {
    const reading = this.#read.get(delivery.payload);
    // In a later run only those handlers are started that had failed, and perhaps none of them wants the event any more.
    if (reading === undefined || !(reading.ran || attempt > 1)) return;
    const { kind, event } = reading.parsed;
    const { key } = delivery;
    const handledAtMs = this.#clock.now();
    this.#handled.push({
      kind,
      trigger: event.trigger,
      event,
      key,
      attempts: attempt,
      delivery,
      handledAtMs,
    });
  }

  handled<P extends TriggerPattern>(pattern?: P): HandledDelivery<EventFor<P>>[] {
    return pick(this.#handled, pattern) as HandledDelivery<EventFor<P>>[];
  }

  runs<P extends TriggerPattern>(pattern?: P): HandlerRun<EventFor<P>>[] {
    return pick(this.#runs, pattern) as HandlerRun<EventFor<P>>[];
  }

  async #follow(
    registration: Registration,
    { kind, event }: Told,
    given: unknown,
    context: HandlerContext,
  ): Promise<unknown> {
    const { name } = registration;
    const { key, attempt } = context.delivery;
    const { ticks, ticksOnceHung } = this.#patience;
    const activity = this.#activities.begin(name, this.#hung.has(name) ? ticksOnceHung : ticks);
    const run: { -readonly [K in keyof HandlerRun]: HandlerRun[K] } = {
      handler: name,
      kind,
      trigger: event.trigger,
      event,
      key,
      attempt,
      startedAtMs: this.#clock.now(),
      outcome: 'running',
    };
    this.#runs.push(run);
    const end = (outcome: HandlerRun['outcome'], thrown: { error?: unknown }) => {
      if (run.outcome !== 'running') return;
      Object.assign(run, { outcome, ...thrown });
      this.#activities.end(activity);
      if (outcome === 'timedOut') this.#hung.add(name);
      else this.#hung.delete(name);
    };
    // A handler that ignores its signal may never return.
    const stop = () => {
      const { reason: error } = context.signal;
      end(isTimeout(error) ? 'timedOut' : 'cut', { error });
    };
    context.signal.addEventListener('abort', stop, { once: true });
    try {
      const result = await registration.call(given, context);
      end('returned', {});
      return result;
    } catch (error) {
      end('failed', { error });
      throw error;
    }
  }
}

/** An event that handlers are told of. */
type Told = Exclude<ParsedEvent, { kind: 'refused' }>;

function pick<T extends Pick<HandlerRun, 'kind' | 'trigger'>>(list: T[], pattern?: TriggerPattern): T[] {
  if (pattern === undefined) return [...list];
  const triggers = readTriggers(pattern);
  return list.filter(({ kind, trigger }) => kind === 'known' && triggers.has(trigger ?? ''));
}

function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'handler_timeout';
}
