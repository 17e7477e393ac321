import { OptionsError } from '../errors/index.ts';
import type { ApiCall, ApiRequest, Call, RequestOptions, WithResponse } from './api-call.ts';
import { createRequest } from './api-request.ts';
import { isApiError } from './errors/index.ts';

/** A POST of a message that is not executed twice. */
export interface SafePost {
  /** The path of the user's messages, which is posted to and looked through. */
  readonly segments: readonly string[];
  /** The message. */
  readonly body: { readonly metadata?: Readonly<Record<string, unknown>> | undefined } & object;
  /** The same text for the same message, another one for each other message of the user. It travels in `metadata.dedupeKey`. */
  readonly dedupeKey: string;
  /**
   * Looks for the message before the first attempt as well, which costs a call: for code that may have posted before and then failed, such as a handler,
   * which runs again after its failure, after a crash and as the replay of a dead letter. Default: false.
   */
  readonly lookFirst?: boolean | undefined;
  readonly apiVersion?: ApiCall['apiVersion'] | undefined;
}

/** The field of `metadata` that carries the key. */
const DEDUPE_FIELD = 'dedupeKey';

/** Longer keys are refused, in characters: `metadata` is stored with the message and sent with its events. Our own limit. */
const MAX_KEY_LENGTH = 255;

interface FoundPage {
  readonly conversation?: unknown;
  readonly messages?: readonly { readonly metadata?: Readonly<Record<string, unknown>> | null }[];
}

/**
 * Posts a message; after a failure that leaves open whether it was executed (5xx, time-out, broken connection, unreadable answer) looks for the
 * key among the newest 100 messages, returns the message found as `{ message, conversation }`, and only without one posts again. What
 * remains: a POST that the service executes after the look-up is repeated. When the look-up fails, the POST's own error is thrown.
 */
export function safePost<Answer>(call: Call, post: SafePost, options?: RequestOptions): ApiRequest<Answer> {
  return createRequest(async () => {
    const { segments, body, dedupeKey, lookFirst = false } = post;
    checkKey(dedupeKey);
    const where = {
      base: 'app',
      segments,
      ...(post.apiVersion !== undefined && { apiVersion: post.apiVersion }),
    } as const;
    const metadata = { ...body.metadata, [DEDUPE_FIELD]: dedupeKey };
    const recover = (own?: RequestOptions) => findMessage(call, where, dedupeKey, own);
    const found = lookFirst ? await recover(options) : undefined;
    if (found !== undefined) return found as WithResponse<Answer>;
    return await call<Answer>(
      { ...where, method: 'POST', json: { ...body, metadata }, recover },
      options,
    ).withResponse();
  });
}

async function findMessage(
  call: Call,
  where: Pick<ApiCall, 'base' | 'segments' | 'apiVersion'>,
  key: string,
  options?: RequestOptions,
): Promise<WithResponse<unknown> | undefined> {
  try {
    const answer = await call<FoundPage>({ ...where, method: 'GET' }, options).withResponse();
    const { conversation, messages } = answer.data;
    // From the newest, which is the last: an older one can carry the key of a time when it meant another message.
    const message = messages?.findLast((one) => one.metadata?.[DEDUPE_FIELD] === key);
    return message && { ...answer, data: { message, conversation } };
  } catch (error) {
    // The conversation begins with its first message. Source: Part B, "Messages".
    if (isApiError(error, 'conversation_not_found')) return undefined;
    throw error;
  }
}

function checkKey(key: unknown): void {
  if (typeof key !== 'string' || key.trim() === '' || key.length > MAX_KEY_LENGTH) {
    throw new OptionsError(`dedupeKey must be a text of 1 to ${MAX_KEY_LENGTH} characters.`);
  }
}
