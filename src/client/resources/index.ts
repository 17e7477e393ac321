import type { Call } from '../api-call.ts';
import { type AppUsers, createAppUsers } from './app-users.ts';
import { type Apps, createApps } from './apps.ts';
import { type Attachments, createAttachments } from './attachments.ts';
import { type Conversations, createConversations } from './conversations.ts';
import { createIntegrations, type Integrations } from './integrations.ts';
import { createKeys, type Keys } from './keys.ts';
import { type AppMenu, createMenu } from './menu.ts';
import { createMessages, type Messages } from './messages.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { createSend } from './send.ts';
import { createTemplates, type Templates } from './templates.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export type { AppUsers } from './app-users.ts';
export type { Apps } from './apps.ts';
export type { Attachments } from './attachments.ts';
export type { Channels } from './channels.ts';
export type { Conversations } from './conversations.ts';
export type { Integrations } from './integrations.ts';
export type { Keys } from './keys.ts';
export type { LinkRequests } from './link-requests.ts';
export type { AppMenu } from './menu.ts';
export type { CreateMessageOptions, Messages } from './messages.ts';
export type { Notifications } from './notifications.ts';
export type { Templates } from './templates.ts';
export type { Webhooks } from './webhooks.ts';

/**
 * The endpoints, grouped by what they are about. Of every method: first the ids, then the body or query, then the options. An answer that
 * holds one thing under its name (`{ "appUser": … }`) gives that thing; one that holds several gives all of them; one that says nothing
 * but "done" gives nothing. A wrong argument rejects with an `OptionsError` before the call, or is thrown by a `list` of pages.
 */
export interface Resources {
  readonly webhooks: Webhooks;
  readonly appUsers: AppUsers;
  readonly messages: Messages;
  readonly conversations: Conversations;
  readonly attachments: Attachments;
  readonly templates: Templates;
  readonly menu: AppMenu;
  readonly integrations: Integrations;
  /** Beyond the document. */
  readonly apps: Apps;
  /** Beyond the document. */
  readonly keys: Keys;
  /** Beyond the document. */
  readonly notifications: Notifications;
}

/** Makes the resources of a client out of the way in which it makes calls. */
export function createResources(call: Call): Resources {
  const send = createSend(call);
  return {
    webhooks: createWebhooks(call, send),
    appUsers: createAppUsers(send),
    messages: createMessages(call, send),
    conversations: createConversations(send),
    attachments: createAttachments(send),
    templates: createTemplates(call, send),
    menu: createMenu(send),
    integrations: createIntegrations(call, send),
    apps: createApps(call, send),
    keys: createKeys(send),
    notifications: createNotifications(send),
  };
}
