import type { ChannelError, Client, Message, Version } from '../../events/index.ts';

/** All that the emulator knows: what `snapshot` copies and `restore` puts back. Maps, because ids are chosen by customers. */
export interface EmulatorState {
  /** By id. */
  readonly apps: Map<string, AppRecord>;
  /** API keys of the account and of all apps, by key id. */
  readonly keys: Map<string, KeyRecord>;
  /** Stored files, by the path below the media root. */
  readonly attachments: Map<string, AttachmentRecord>;
}

/** An API key. Source: Part A, "Authentication". */
export interface KeyRecord {
  /** `app_`, `act_` or `svc_` and 24 hex digits. */
  readonly _id: string;
  readonly secret: string;
  readonly name: string;
  /** The app of an app key; a key without one is the account's. */
  readonly appId: string | undefined;
}

/** An app and all that belongs to it. */
export interface AppRecord {
  readonly _id: string;
  readonly appToken: string;
  name: string;
  settings: Record<string, unknown>;
  metadata: Record<string, unknown>;
  /** By `_id`. */
  readonly users: Map<string, UserRecord>;
  /** The `_id` of the user with that `userId`. */
  readonly userIds: Map<string, string>;
  /** In the order of their creation, as are all lists below. */
  webhooks: WebhookRecord[];
  integrations: IntegrationRecord[];
  templates: TemplateRecord[];
  menu: MenuRecord | undefined;
  /** Menus that integrations have of their own, by integration id. */
  readonly integrationMenus: Map<string, MenuRecord>;
  /** One-time codes of link requests, by code. */
  readonly linkCodes: Map<string, { readonly userId: string; readonly integrationId: string }>;
  /** One-time codes that carry a user to an SDK client, by code: the `_id` of the user. */
  readonly authCodes: Map<string, string>;
  /** `<message id>/<destination type>/<trigger>` of each delivery event so far: each is sent once. Source: Part A, "Delivery policy". */
  readonly deliveredOnce: Set<string>;
  readonly channelState: ChannelState;
}

/** What the channels of an app know that no answer of the API shows. */
interface ChannelState {
  /** Failures to order, in the order of their arrival. */
  failures: ChannelFailureRecord[];
  /** Clients whose user is away, by client `_id`: the ids of the messages that wait for them at the channel. */
  readonly away: Map<string, string[]>;
  /** The ids of the messages that reached a client, by client `_id`. SDK clients see the whole conversation and have none. */
  readonly inboxes: Map<string, string[]>;
  /** Notifications that reached an address, by integration id and address. */
  readonly notices: Map<string, Message[]>;
  /** Business profiles, by integration id. */
  readonly profiles: Map<string, Record<string, unknown>>;
}

/** A failure that was ordered for the next deliveries. */
export interface ChannelFailureRecord {
  readonly error: ChannelError;
  /** At which stage it fails: before the channel takes the message, or afterwards. */
  readonly stage: 'channel' | 'user';
  /** Default: any. */
  readonly integrationId: string | undefined;
  /** `_id` of the user. Default: any. */
  readonly user: string | undefined;
  /** How many deliveries it still fails. */
  times: number;
}

/** A webhook. Its version is that of the path it was created with. Source: Part A, "Webhook". */
export interface WebhookRecord {
  readonly _id: string;
  readonly version: Version;
  readonly secret: string;
  target: string;
  triggers: string[];
  includeClient: boolean;
  includeFullAppUser: boolean;
}

/** An app user. Source: Part A, "App user". */
export interface UserRecord {
  readonly _id: string;
  readonly userId: string | undefined;
  givenName: string | undefined;
  surname: string | undefined;
  email: string | undefined;
  avatarUrl: string | undefined;
  /** ISO with milliseconds. */
  signedUpAt: string;
  toBeRetained: boolean | undefined;
  properties: Record<string, string | number | boolean>;
  conversationStarted: boolean;
  hasPaymentInfo: boolean;
  clients: ClientRecord[];
  pendingClients: ClientRecord[];
  /** What is known of each pending client's link, by the client's `_id`. */
  readonly links: Map<string, LinkRecord>;
  conversation: ConversationRecord | undefined;
  businessSystems: Record<string, unknown>[];
}

/** A client as it stands in answers and events, with what all of ours have. Source: Part A, "Client". */
export type ClientRecord = Client & {
  readonly _id: string;
  readonly id: string;
  readonly platform: string;
  status: 'active' | 'blocked' | 'inactive' | 'pending';
  active: boolean;
  primary: boolean;
};

/** A link that waits for its confirmation. Source: Part A, "Link a channel". */
export interface LinkRecord {
  readonly channel: string;
  readonly integrationId: string;
  readonly confirmation: 'immediate' | 'userActivity' | 'prompt';
  /** As the link events give it: `phoneNumber` and the like. */
  readonly criteria: Record<string, string>;
  readonly primary: boolean;
}

/** The conversation of a user. Source: Part B, "Conversation". */
export interface ConversationRecord {
  readonly _id: string;
  /** What the user has not read. */
  unreadCount: number;
  /** Unix seconds. */
  appMakerLastRead: number | undefined;
  appUserLastRead: number | undefined;
  /** Ascending by `received`, which never repeats. */
  messages: Message[];
}

/** An integration: answered as it is, but for the secret fields of its type, which are not kept here. Source: Part B, "Integration". */
export interface IntegrationRecord {
  readonly _id: string;
  readonly type: string;
  status: 'active' | 'inactive' | 'error';
  [field: string]: unknown;
}

/** Source: Part B, "Template". */
export interface TemplateRecord {
  readonly _id: string;
  name: string;
  /** As it is answered: filled, without ids. */
  message: Record<string, unknown>;
}

/** Source: Part B, "Persistent menu". */
export interface MenuRecord {
  items: MenuItemRecord[];
  settings: { inputEnabled: boolean };
}

export interface MenuItemRecord {
  readonly _id: string;
  readonly type: 'link' | 'postback' | 'submenu';
  readonly text: string;
  readonly uri?: string;
  readonly payload?: string;
  readonly items?: MenuItemRecord[];
}

/** A stored file. */
export interface AttachmentRecord {
  readonly appId: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** The user with whom the file goes; only of uploads with `for=message`. */
  readonly userId: string | undefined;
  /** Uploaded with `for=message`: it goes with the message that shows it. */
  readonly forMessage: boolean;
}
