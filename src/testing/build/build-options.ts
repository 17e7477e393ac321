import type { Trigger, VersionOf } from '../../index.ts';
import type { PayloadOf } from '../fixture-types.ts';
import type { MessageWish } from './messages.ts';
import type { Overrides } from './overrides.ts';

/** The newest version that has trigger `T`. */
export type NewestOf<T extends Trigger> =
  'v1.1' extends VersionOf<T> ? Extract<VersionOf<T>, 'v1.1'> : VersionOf<T>;

/** The triggers whose body has `messages`. */
export type MessagesTrigger =
  | 'message:appUser'
  | 'message:appMaker'
  | 'delivery:success'
  | 'delivery:failure';

/** What `build` is told: for all triggers, and besides what the trigger alone has. */
export type BuildOptions<T extends Trigger, V extends VersionOf<T>> = CommonOptions<T, V> & OwnOptions<T>;

interface CommonOptions<T extends Trigger, V extends VersionOf<T>> {
  /** Default: the newest version that has the trigger. */
  readonly version?: V;
  /**
   * Makes ids and times the same in each call: a whole number from 0. Events of one seed are about the same user,
   * conversation and message. Default: none, each call is a new event.
   */
  readonly seed?: number;
  /** Written over the body last, as in `fixture`: objects are merged, lists replaced, `undefined` removes a field. */
  readonly overrides?: Overrides<PayloadOf<T, V>>;
}

type OwnOptions<T extends Trigger> = T extends MessagesTrigger
  ? MessageWish
  : T extends 'postback'
    ? {
        /** Payload of the action that is tapped. Default: `RESERVE_BOOK`. */
        readonly payload?: string;
      }
    : unknown;
