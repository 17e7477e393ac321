import type { OpenSet } from '../../events/index.ts';
import type { NewMessageContent } from './message.ts';

interface AnyNotification {
  readonly destination: {
    readonly integrationId: string;
    /** Address of the user on the channel, such as a phone number. */
    readonly destinationId: string;
  };
  readonly author: {
    readonly role: 'appMaker';
    readonly name?: string;
    readonly email?: string;
    readonly avatarUrl?: string;
  };
}

/**
 * A message to the user of a channel, who need not be known; with `messageSchema` in the native form of that channel.
 * Beyond the document. Source: the service's public documentation.
 */
export type NewNotification = AnyNotification &
  (
    | { readonly message: NewMessageContent; readonly messageSchema?: never }
    | { readonly message: Readonly<Record<string, unknown>>; readonly messageSchema: OpenSet<'whatsapp'> }
  );

/** What becomes of it is told by the notification:delivery events. Beyond the document. Source: the service's public documentation. */
export interface Notification {
  /** A UUID. */
  readonly _id: string;
}
