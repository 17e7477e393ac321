import { readOptions } from '../options/index.ts';
import type { Client } from './create-client.ts';
import { isSameTarget, type StoredWebhook } from './ensure-webhook.ts';

/** A webhook's secret as `createReceiver` takes it; its name is the webhook's id. */
export interface WebhookSecret {
  readonly name: string;
  readonly secret: string;
  readonly version: 'v1' | 'v1.1';
}

/** Which webhooks count. */
export interface WebhookSecretsOptions {
  /** Only webhooks with this target. Default: all of the app. */
  readonly target?: string | undefined;
}

/**
 * A provider for `createReceiver({ secrets: webhookSecrets(client) })`: it fetches the secrets of the app's webhooks from the service, so that none must be
 * kept elsewhere. The receiver asks at its start, and again when a secret is unknown to it: a webhook that was created a second ago is never
 * answered 401. Without any webhook the receiver answers 503 until there is one.
 */
export function webhookSecrets(
  client: Pick<Client, 'request'>,
  options: WebhookSecretsOptions = {},
): () => Promise<readonly WebhookSecret[]> {
  const { target } = readOptions(options, ['target'], 'webhookSecrets') as WebhookSecretsOptions;
  return async () => {
    const { webhooks = [] } = await client.request<{ webhooks?: readonly StoredWebhook[] }>(
      'GET',
      '/webhooks',
    );
    return webhooks
      .filter((webhook) => target === undefined || isSameTarget(webhook.target, target))
      .map(({ _id, secret, version }) => ({
        name: _id,
        secret,
        version: version === 'v1.1' ? 'v1.1' : 'v1',
      }));
  };
}
