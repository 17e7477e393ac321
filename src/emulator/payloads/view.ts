import type { WebhookRecord } from '../world/index.ts';

/** How a webhook sees what happens. */
export interface View extends Pick<WebhookRecord, 'version' | 'includeClient' | 'includeFullAppUser'> {
  /** When it happened: unix seconds, the same for every webhook. */
  readonly at: number;
}
