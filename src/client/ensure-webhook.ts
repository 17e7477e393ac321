import { OptionsError } from '../errors/index.ts';
import { readOptions } from '../options/index.ts';
import type { ApiVersion, Call, RequestOptions, WithResponse } from './api-call.ts';

/** The webhook that is wanted. */
export interface EnsureWebhookOptions<Trigger extends string = string> {
  /** Where the service calls. With the version it says which webhook is meant. */
  readonly target: string;
  /** All the triggers; others that the webhook has are taken away. */
  readonly triggers: readonly Trigger[];
  /** Default: as it is; false for a new webhook. */
  readonly includeClient?: boolean | undefined;
  /** Default: as it is; false for a new webhook. */
  readonly includeFullAppUser?: boolean | undefined;
  /** The version whose webhook is meant: one of the other version with the same target is left alone. Default: the client's. */
  readonly apiVersion?: ApiVersion | undefined;
}

/** A webhook of the service, as far as it is read here. */
export interface StoredWebhook {
  readonly _id: string;
  readonly target: string;
  readonly triggers: readonly string[];
  readonly secret: string;
  /** Absent in webhooks of v1. */
  readonly version?: string | undefined;
  readonly includeClient?: boolean | undefined;
  readonly includeFullAppUser?: boolean | undefined;
}

/** What `ensureWebhook` found or did. */
export interface EnsuredWebhook<Webhook> {
  readonly webhook: Webhook;
  readonly action: 'created' | 'updated' | 'unchanged';
}

const KEYS = ['target', 'triggers', 'includeClient', 'includeFullAppUser', 'apiVersion'];

/**
 * Sees to it that the app has this webhook: creates it, or updates what differs, or leaves it. Every other webhook stays as it is, also one of the
 * other version with this target, as there is during an upgrade. Can be called at every start; two that start at the same moment can create two.
 */
export async function ensureWebhook<Webhook extends StoredWebhook = StoredWebhook>(
  call: Call,
  wanted: EnsureWebhookOptions,
  options?: RequestOptions,
): Promise<EnsuredWebhook<Webhook>> {
  checkWanted(wanted);
  const { target, triggers, includeClient, includeFullAppUser } = wanted;
  const apiVersion = wanted.apiVersion ?? call.apiVersion ?? 'v1.1';
  const where = { base: 'app', apiVersion } as const;
  const find = async (own?: RequestOptions): Promise<WithResponse<Webhook | undefined>> => {
    const answer = await call<{ webhooks?: readonly Webhook[] }>(
      { ...where, method: 'GET', segments: ['webhooks'] },
      own,
    ).withResponse();
    const webhook = answer.data.webhooks?.find(
      (one) => (one.version ?? 'v1') === apiVersion && isSameTarget(one.target, target),
    );
    return { ...answer, data: webhook };
  };

  const { data: stored } = await find(options);
  const flags = {
    ...(includeClient !== undefined && { includeClient }),
    ...(includeFullAppUser !== undefined && { includeFullAppUser }),
  };
  if (stored === undefined) {
    const recover = async (own: RequestOptions) => {
      const answer = await find(own);
      return answer.data && { ...answer, data: { webhook: answer.data } };
    };
    const json = { target, triggers: [...new Set(triggers)], ...flags };
    const { webhook } = await call<{ webhook: Webhook }>(
      { ...where, method: 'POST', segments: ['webhooks'], json, recover },
      options,
    );
    return { webhook, action: 'created' };
  }
  const json = {
    ...(!isSameSet(stored.triggers, triggers) && { triggers: [...new Set(triggers)] }),
    ...(includeClient !== undefined &&
      includeClient !== (stored.includeClient ?? false) && { includeClient }),
    ...(includeFullAppUser !== undefined &&
      includeFullAppUser !== (stored.includeFullAppUser ?? false) && { includeFullAppUser }),
  };
  if (Object.keys(json).length === 0) return { webhook: stored, action: 'unchanged' };
  const { webhook } = await call<{ webhook: Webhook }>(
    { ...where, method: 'PUT', segments: ['webhooks', stored._id], json },
    options,
  );
  return { webhook, action: 'updated' };
}

/** Two spellings of one URL are one target: the service may store it with a slash or a lower case that we did not write. */
export function isSameTarget(stored: string, wanted: string): boolean {
  const parsable = URL.canParse(stored) && URL.canParse(wanted);
  return stored === wanted || (parsable && new URL(stored).href === new URL(wanted).href);
}

/** The service may keep them in an order of its own. */
function isSameSet(stored: readonly string[] | undefined, wanted: readonly string[]): boolean {
  const [a, b] = [new Set(stored), new Set(wanted)];
  return a.size === b.size && [...a].every((trigger) => b.has(trigger));
}

function checkWanted(wanted: EnsureWebhookOptions): void {
  readOptions(wanted, KEYS, 'webhooks.ensure');
  const { target, triggers } = wanted;
  if (typeof target !== 'string' || !/^https?:\/\//i.test(target) || !URL.canParse(target)) {
    throw new OptionsError('target must be a URL with http or https, such as https://example.com/webhooks.');
  }
  if (!Array.isArray(triggers) || triggers.length === 0 || !triggers.every(isName)) {
    throw new OptionsError("triggers must be a list of at least one trigger, such as ['message:appUser'].");
  }
  for (const flag of ['includeClient', 'includeFullAppUser'] as const) {
    const value = wanted[flag];
    if (value !== undefined && typeof value !== 'boolean')
      throw new OptionsError(`${flag} must be true or false.`);
  }
  if (wanted.apiVersion !== undefined && wanted.apiVersion !== 'v1' && wanted.apiVersion !== 'v1.1') {
    throw new OptionsError('apiVersion must be v1 or v1.1.');
  }
}

function isName(trigger: unknown): boolean {
  return typeof trigger === 'string' && trigger.trim() !== '';
}
