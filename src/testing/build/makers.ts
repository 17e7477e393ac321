import type { Trigger, VersionOf } from '../../index.ts';
import type { PayloadOf } from '../fixture-types.ts';
import type { Cast } from './cast.ts';
import type { MessageWish } from './messages.ts';

/** What only some triggers have a use for; the others never see it. */
export interface Wish extends MessageWish {
  /** Payload of the postback action. */
  readonly payload?: string;
}

/** Makes the body of one trigger in one version. */
export type Maker<Payload> = (cast: Cast, wish: Wish) => Payload;

/** A maker for each version that has the trigger. The compiler holds each to the type that its schema gives. */
export type MakersOf<T extends Trigger> = {
  readonly [P in T]: { readonly [V in VersionOf<P>]: Maker<PayloadOf<P, V>> };
};
