import type { Action, ChannelError, Message, Referral, Source } from '../../events/index.ts';
import type { ClientRecord, UserRecord } from './records.ts';

/** Where a message went: a channel, and which integration of it. */
interface HappeningDestination {
  readonly type: string;
  readonly integrationId?: string;
  /** Address on the channel; notifications alone have it. */
  readonly destinationId?: string;
}

interface Reached {
  /** `channel` and `user`: it got there. `failure`: it did not reach the user, and `error` says why. */
  readonly stage: 'channel' | 'user' | 'failure';
  readonly destination: HappeningDestination;
  readonly isFinalEvent: boolean;
  readonly externalMessages?: readonly { readonly id: string }[];
  /** With `failure` alone. */
  readonly error?: ChannelError;
}

/**
 * Something that the service tells webhooks of, whatever their version. Records are those of the state: they are read before `happen` returns.
 * `client` is the one through which the user acted. Source of the list: Part A, "Triggers".
 */
export type Happening =
  | {
      readonly type: 'message';
      readonly user: UserRecord;
      readonly message: Message;
      readonly client?: ClientRecord | undefined;
    }
  | ({
      readonly type: 'messageDelivery';
      readonly user: UserRecord;
      readonly message: Message;
    } & Reached)
  | ({
      readonly type: 'notificationDelivery';
      readonly notification: { readonly _id: string };
      readonly matched?: UserRecord | undefined;
      readonly matchedClient?: ClientRecord | undefined;
    } & Reached)
  | { readonly type: 'userDelete'; readonly user: UserRecord }
  | {
      readonly type: 'conversationStart' | 'conversationRead' | 'conversationReferral';
      readonly user: UserRecord;
      readonly source: Source;
      readonly client?: ClientRecord | undefined;
      /** Always with `conversationReferral`. */
      readonly referral?: Referral | undefined;
    }
  | {
      readonly type: 'postback';
      readonly user: UserRecord;
      readonly action: Action;
      /** Missing for a tap in a persistent menu. */
      readonly message?: Message | undefined;
      readonly client?: ClientRecord | undefined;
      readonly source: Source;
    }
  | {
      readonly type: 'merge';
      readonly surviving: UserRecord;
      readonly discarded: readonly UserRecord[];
      /** When the combined properties are above 4 kB. */
      readonly discardedProperties?: Readonly<Record<string, unknown>> | undefined;
      readonly discardedConversationId?: string | undefined;
    }
  | {
      readonly type: 'payment';
      readonly user: UserRecord;
      readonly source: Source;
      readonly message: Message;
      /** The buy action, with state `paid`. */
      readonly action: Action;
      readonly charge: { readonly id: string };
    }
  | {
      readonly type: 'linkMatch' | 'linkSuccess' | 'linkFailure';
      readonly user: UserRecord;
      readonly channel: string;
      readonly criteria: Readonly<Record<string, string>>;
      /** With `linkFailure` alone. */
      readonly error?: { readonly code: string; readonly message: string };
    }
  | {
      readonly type: 'clientAdd' | 'clientRemove' | 'clientBlock';
      readonly user: UserRecord;
      readonly clients: readonly ClientRecord[];
    }
  | {
      readonly type: 'typing';
      readonly user: UserRecord;
      readonly activity: 'typing:start' | 'typing:stop';
      readonly client?: ClientRecord | undefined;
      readonly source: Source;
    };
