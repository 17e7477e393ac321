import { OptionsError } from '../../errors/index.ts';
import { nearestTo, readInteger, readOptions } from '../../options/index.ts';

/**
 * Every fault of a delivery: whether it is drawn once for all attempts or for each attempt, which aspect it spoils (one fault for each), and
 * how long it takes in milliseconds, where it takes time.
 */
const deliveryFaults = {
  duplicate: { drawnFor: 'attempt', spoils: 'call' },
  loseResponse: { drawnFor: 'attempt', spoils: 'call' },
  late: { drawnFor: 'attempt', spoils: 'call' },
  cut: { drawnFor: 'attempt', spoils: 'call' },
  reset: { drawnFor: 'attempt', spoils: 'call' },
  cutJson: { drawnFor: 'attempt', spoils: 'json' },
  wrongSecret: { drawnFor: 'attempt', spoils: 'secret' },
  noSecret: { drawnFor: 'attempt', spoils: 'secret' },
  slowBody: { drawnFor: 'attempt', spoils: 'pace', ms: 5_000 },
  delay: { drawnFor: 'delivery', spoils: 'time', ms: 5_000 },
  reorder: { drawnFor: 'delivery', spoils: 'time', ms: 5_000 },
  unknownTrigger: { drawnFor: 'delivery', spoils: 'trigger' },
  unknownKeys: { drawnFor: 'delivery', spoils: 'keys' },
  unknownValues: { drawnFor: 'delivery', spoils: 'values' },
  bothVersions: { drawnFor: 'delivery', spoils: 'version' },
} as const satisfies Record<string, FaultTraits>;

/** The names of the faults of deliveries. */
export const deliveryFaultNames: readonly string[] = Object.keys(deliveryFaults);

interface FaultTraits {
  readonly drawnFor: 'delivery' | 'attempt';
  readonly spoils: string;
  readonly ms?: number;
}

type Named = keyof typeof deliveryFaults;
type Timed = 'slowBody' | 'delay' | 'reorder';

/**
 * What goes wrong with a delivery, or with one attempt of it.
 * - `duplicate`: the call is made twice at the same time; the first decides.
 * - `loseResponse`: your receiver answers, then the connection ends and the answer is lost.
 * - `late`: the answer is held up until the time limit is over.
 * - `cut`: the connection is closed in the middle of the body.
 * - `reset`: the connection ends before anything is sent; your receiver sees no call.
 * - `cutJson`: a whole call with half of the JSON.
 * - `wrongSecret`, `noSecret`: another secret in the header, or no header.
 * - `slowBody`: `ms` pass in the middle of the body. Default: 5,000.
 * - `delay`: the first attempt is made `ms` later. Default: 5,000.
 * - `reorder`: the first attempt waits until the next delivery to the webhook had its own, for `ms` at most. Default: 5,000.
 * - `unknownTrigger`: the body says a trigger that does not exist.
 * - `unknownKeys`: each object of the body has a key more.
 * - `unknownValues`: message types, roles, platforms and the like are none that are known.
 * - `bothVersions`: the event is sent in the other version too.
 */
export type DeliveryFault =
  | { readonly type: Exclude<Named, Timed> }
  | { readonly type: Timed; readonly ms: number };

/** A fault by its name alone, or with its time. */
export type DeliveryAction =
  | Named
  | { readonly type: Exclude<Named, Timed> }
  | { readonly type: Timed; readonly ms?: number | undefined };

/** `action` as a fault. Throws an `OptionsError` with the nearest name. */
export function readDeliveryAction(action: unknown): DeliveryFault {
  const { type, ms } = readOptions(
    typeof action === 'string' ? { type: action } : action,
    ['type', 'ms'],
    'the action of a delivery fault',
  );
  const name = readFaultName(type, Object.keys(deliveryFaults) as Named[]);
  const traits: FaultTraits = deliveryFaults[name];
  if (traits.ms !== undefined)
    return { type: name as Timed, ms: readInteger(ms ?? traits.ms, 'action.ms', 0) };
  if (ms !== undefined) throw new OptionsError(`The fault ${name} takes no ms.`);
  return { type: name as Exclude<Named, Timed> };
}

/** The traits by which a fault is drawn. */
export function traitsOf({ type }: DeliveryFault): FaultTraits {
  return deliveryFaults[type];
}

/** `name` as one of `names`. Throws an `OptionsError` with the nearest. */
export function readFaultName<Name extends string>(name: unknown, names: readonly Name[]): Name {
  if ((names as readonly unknown[]).includes(name)) return name as Name;
  const nearest = typeof name === 'string' ? ` The nearest is '${nearestTo(name, names)}'.` : '';
  throw new OptionsError(`There is no such fault.${nearest} There are ${names.join(', ')}.`);
}
