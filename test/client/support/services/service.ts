import type { ApiFault } from '../../../../src/emulator/index.ts';
import type { Reply, SeenCall } from '../server.ts';

/**
 * What goes wrong with a call: what the emulator has faults for, and what a script alone can do: carry the call out and then answer with a status,
 * answer half, or answer nothing.
 */
export type Trouble =
  | ApiFault
  | { readonly type: 'statusAfterCommit'; readonly status: number }
  | { readonly type: 'cutAfterCommit' | 'silenceAfterCommit' | 'cut' };

/** A service on this machine that a client calls; what goes wrong is ordered. */
export interface Service {
  readonly baseUrl: string;
  /** The calls that came, oldest first. */
  readonly calls: SeenCall[];
  /** Orders what goes wrong with the next calls: one each, in this order; `undefined` for nothing. With those after them nothing does. */
  suffer(...troubles: readonly (Trouble | undefined)[]): void;
  /** Orders what goes wrong with all calls from now on, or with those of a method. */
  sufferAlways(trouble: Trouble, method?: string): void;
  /** Is told of each call that came, and then of the answer that does not; the answer waits for the first. */
  listen(listeners: Listeners): void;
  /** How many calls were carried out. */
  carriedOut(): number;
  close(): Promise<void>;
}

export interface Listeners {
  readonly onCall?: () => void | Promise<void>;
  readonly onSilence?: () => void;
}

/** A way to have a service. */
export interface ServiceKind {
  readonly service: string;
  /** Starts one. `model` answers the calls of a script with which nothing goes wrong; the emulator has its own answers. Default: 200 with `{}`. */
  start(model?: (call: SeenCall) => Reply): Promise<Service>;
  /** Whether it can be ordered. */
  knows(trouble: Trouble | undefined): boolean;
}

/** What is ordered, call by call. */
interface Plan extends Pick<Service, 'suffer' | 'sufferAlways'> {
  next(method: string): Trouble | undefined;
}

/** Makes a plan in which nothing goes wrong. */
export function createPlan(): Plan {
  let decide: (method: string) => Trouble | undefined = () => undefined;
  return {
    suffer(...troubles) {
      const left = [...troubles];
      decide = () => left.shift();
    },
    sufferAlways(trouble, method) {
      decide = (called) => (method === undefined || called === method ? trouble : undefined);
    },
    next: (method) => decide(method),
  };
}
