import type { ApiRequest, Call, RequestOptions } from '../api-call.ts';
import { type EnsuredWebhook, type EnsureWebhookOptions, ensureWebhook } from '../ensure-webhook.ts';
import type { NewWebhook, Webhook, WebhookTrigger, WebhookUpdate } from '../types/webhook.ts';
import { readNewWebhook, readWebhookUpdate } from './limits/webhook.ts';
import { readNamed, readNothing } from './read-answer.ts';
import type { Send } from './send.ts';

/** The app's webhooks. Source: Part A, "Endpoints", "Webhooks". */
export interface Webhooks {
  /**
   * Subscribes `target` to `triggers`, in the API version of the client. The service generates the secret. It calls the target with
   * `HEAD` first. Source of the latter: the service's public documentation.
   */
  create(body: NewWebhook, options?: RequestOptions): ApiRequest<Webhook>;
  list(options?: RequestOptions): ApiRequest<readonly Webhook[]>;
  get(webhookId: string, options?: RequestOptions): ApiRequest<Webhook>;
  /** Changes the fields that are given. */
  update(webhookId: string, body: WebhookUpdate, options?: RequestOptions): ApiRequest<Webhook>;
  delete(webhookId: string, options?: RequestOptions): ApiRequest<void>;
  /** Creates the webhook of this target and version, or updates what differs, or leaves it. Touches no other. */
  ensure(
    wanted: EnsureWebhookOptions<WebhookTrigger>,
    options?: RequestOptions,
  ): Promise<EnsuredWebhook<Webhook>>;
}

/** Makes `client.webhooks`. */
export function createWebhooks(call: Call, send: Send): Webhooks {
  const one = (webhookId: string) => ['webhooks', webhookId];
  const read = readNamed<Webhook>('webhook');
  return {
    create: (body, options) =>
      send(() => ({ method: 'POST', segments: ['webhooks'], json: readNewWebhook(body) }), read, options),
    list: (options) =>
      send(
        () => ({ method: 'GET', segments: ['webhooks'] }),
        readNamed<readonly Webhook[]>('webhooks'),
        options,
      ),
    get: (webhookId, options) => send(() => ({ method: 'GET', segments: one(webhookId) }), read, options),
    update: (webhookId, body, options) =>
      send(() => ({ method: 'PUT', segments: one(webhookId), json: readWebhookUpdate(body) }), read, options),
    delete: (webhookId, options) =>
      send(() => ({ method: 'DELETE', segments: one(webhookId) }), readNothing, options),
    ensure: (wanted, options) => ensureWebhook<Webhook>(call, wanted, options),
  };
}
