import {
  type ParsedEvent,
  type Trigger,
  type TriggerPattern,
  triggers,
  type UnknownEvent,
  type Version,
  type WebhookEvent,
} from '../events/index.ts';
import type { BaseHandlerOptions, EventFor, Handler, HandlerOptions, VersionFor } from './handler.ts';
import { readPatterns, triggersOf } from './patterns.ts';
import {
  makeRegistration,
  type RegisteredHandler,
  type Registration,
  type Selection,
} from './registration.ts';

/**
 * Knows which handlers want an event. Handlers of one event run at the same time and apart from each other: one that fails is
 * retried alone. Each may be registered before or after the worker started.
 */
export interface Router {
  /**
   * Registers a handler for a trigger (`message:appUser`), a family (`message:delivery:*`) or a list of them, and gives the router back.
   * It is called once per event, however many of its patterns fit. Throws an `OptionsError` for a trigger that does not exist, with the
   * nearest right one in the message, and for wrong options.
   */
  on<P extends TriggerPattern>(pattern: P | readonly P[], handler: Handler<EventFor<P>>): Router;
  on<
    P extends TriggerPattern,
    V extends VersionFor<P> = VersionFor<P>,
    Narrowed extends EventFor<P, V> = EventFor<P, V>,
  >(
    pattern: P | readonly P[],
    options: HandlerOptions<EventFor<P, V>, Narrowed, V>,
    handler: Handler<Narrowed>,
  ): Router;
  /** Registers a handler for every event whose trigger and version switchhook knows. Otherwise as `on`. */
  onAny(handler: Handler<WebhookEvent>): Router;
  onAny<V extends Version = Version, Narrowed extends AnyEvent<V> = AnyEvent<V>>(
    options: HandlerOptions<AnyEvent<V>, Narrowed, V>,
    handler: Handler<Narrowed>,
  ): Router;
  /** Registers a handler for events of an unknown trigger, version or shape, and for nothing else. Otherwise as `on`. */
  onUnknown(handler: Handler<UnknownEvent>): Router;
  onUnknown<Narrowed extends UnknownEvent = UnknownEvent>(
    options: BaseHandlerOptions<UnknownEvent, Narrowed>,
    handler: Handler<Narrowed>,
  ): Router;
  /** What is registered, in the order of registration. */
  handlers(): readonly RegisteredHandler[];
  /** For the worker: the handlers that a parsed event is for, in the order of registration. `when` is not asked yet. */
  match(parsed: ParsedEvent): readonly Registration[];
}

/** Every known event in version `V`. */
export type AnyEvent<V extends Version> = [Version] extends [V]
  ? WebhookEvent
  : Extract<WebhookEvent, { version: V }>;

/** A router without handlers. */
export function createRouter(): Router {
  const registrations: Registration[] = [];
  /** What was matched before, by trigger and version: a delivery must not pay for the handlers of others. */
  let matched = new Map<Trigger, Map<Version, readonly Registration[]>>();

  function register(selection: Selection, rest: readonly unknown[]): Router {
    const [given, handler] = rest.length > 1 ? rest : [{}, rest[0]];
    const taken = new Set(registrations.map(({ name }) => name));
    registrations.push(makeRegistration(selection, given, handler, taken));
    matched = new Map();
    return router;
  }

  const router: Router = {
    on: (pattern: unknown, ...rest: unknown[]) => {
      const patterns = readPatterns(pattern);
      const wanted = new Set(patterns.flatMap(triggersOf));
      return register(
        { method: 'on', patterns, triggers: triggers.filter((name) => wanted.has(name)) },
        rest,
      );
    },
    onAny: (...rest: unknown[]) => register({ method: 'onAny', patterns: [], triggers }, rest),
    onUnknown: (...rest: unknown[]) => register({ method: 'onUnknown', patterns: [], triggers: [] }, rest),
    handlers: () =>
      registrations.map(({ wants: _wants, call: _call, ...listed }): RegisteredHandler => listed),
    match(parsed) {
      if (parsed.kind === 'refused') return [];
      if (parsed.kind === 'unknown') return registrations.filter(({ method }) => method === 'onUnknown');
      const { trigger, version } = parsed.event;
      const byVersion = matched.get(trigger) ?? new Map<Version, readonly Registration[]>();
      const known = byVersion.get(version);
      if (known !== undefined) return known;
      const found = registrations.filter(
        (one) => one.triggers.includes(trigger) && (one.version === undefined || one.version === version),
      );
      matched.set(trigger, byVersion.set(version, found));
      return found;
    },
  };
  return router;
}
