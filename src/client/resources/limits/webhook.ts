import { OptionsError } from '../../../errors/index.ts';
import type { NewWebhook, WebhookUpdate } from '../../types/webhook.ts';
import { readBody } from './body.ts';
import { readCounted } from './count.ts';

/** `body` when it has a URL and triggers. Source: Part A, "Endpoints", "Webhooks". */
export function readNewWebhook(body: NewWebhook): NewWebhook {
  const { target, triggers } = readBody(body, 'webhook');
  checkTarget(target);
  readCounted(triggers, 'triggers', 1);
  return body;
}

/** `body` when what it has of a URL and of triggers could be created too. Source: Part A, "Endpoints", "Webhooks". */
export function readWebhookUpdate(body: WebhookUpdate): WebhookUpdate {
  const { target, triggers } = readBody(body, 'webhook');
  if (target !== undefined) checkTarget(target);
  if (triggers !== undefined) readCounted(triggers, 'triggers', 1);
  return body;
}

function checkTarget(target: string): void {
  const url = typeof target === 'string' && URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new OptionsError('target must be a whole URL of http or https.');
  }
}
