/** A function that is told of an event. It may be async; what it throws or rejects with is logged and harms nothing. */
export type Listener<Payload> = (payload: Payload) => unknown;

/** Listeners by the name of their event, with what each event carries in `Events`. */
export interface Emitter<Events> {
  add<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>, once: boolean): void;
  /** Removes it as often as it was added. */
  remove<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): void;
  /** Calls the listeners in the order in which they were added. Never throws. */
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void;
}

/** An emitter that tells `onError` of listeners that fail. */
export function createEmitter<Events>(
  onError: (error: unknown, name: keyof Events, payload: Events[keyof Events]) => void,
): Emitter<Events> {
  let entries: readonly Entry<Events>[] = [];
  return {
    add: (name, listener, once) => {
      entries = [...entries, { name, listener: listener as Entry<Events>['listener'], once }];
    },
    remove: (name, listener) => {
      entries = entries.filter((entry) => entry.name !== name || entry.listener !== listener);
    },
    emit: (name, payload) => {
      if (entries.length === 0) return;
      const called = entries.filter((entry) => entry.name === name);
      entries = entries.filter((entry) => !(entry.once && called.includes(entry)));
      for (const { listener } of called) {
        const call = async () => await listener(payload);
        call().catch((error: unknown) => onError(error, name, payload));
      }
    },
  };
}

interface Entry<Events> {
  readonly name: keyof Events;
  /** Called with the payload of its own event alone. */
  readonly listener: (payload: unknown) => unknown;
  readonly once: boolean;
}
