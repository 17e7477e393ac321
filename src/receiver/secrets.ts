import type { Clock } from '../clock.ts';
import { AuthenticationError, OptionsError, UnavailableError } from '../errors/index.ts';
import { describeError, type Logger } from '../logger.ts';
import type { QueueHealth } from '../queue/index.ts';
import { withDeadline } from './deadline.ts';
import { matchSecret, readSecretList, type Secret, type SecretList } from './secret-list.ts';

/** Gives the secrets that are right at the moment, for example from the service's REST API or from a vault. */
export type SecretsProvider = () => SecretList | Promise<SecretList>;

/** Knows which secrets are right. */
export interface SecretStore {
  /** The secret that `candidate` equals, at once when it is known. Throws or rejects with an `AuthenticationError` (401) or an `UnavailableError` (503). */
  identify(candidate: string): Secret | Promise<Secret>;
  /** Whether there are secrets to judge a call by. A provider that has failed is asked again, so that no call is needed to get well. */
  health(): QueueHealth;
}

/** What a store needs beside the secrets. */
export interface SecretStoreOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Until then an unknown secret may be a new one, in milliseconds since 1970. */
  readonly rotationUntilMs: number;
}

/** The provider is asked at most so often, in milliseconds. The service's first repeat comes later than that. */
export const REFRESH_INTERVAL_MS = 10_000;

/** After a failure the provider may be asked again this much later, in milliseconds. */
export const FAILURE_INTERVAL_MS = 1_000;

/** A list older than this is asked for again beside the call; one twice as old before the call, so that a revoked secret dies. */
export const MAX_AGE_MS = 300_000;

/** A call waits so long for the provider, in milliseconds. */
export const SECRETS_WAIT_MS = 2_000;

/** A provider that has not answered by then counts as failed, in milliseconds; until then a late list is still taken. */
export const PROVIDER_TIMEOUT_MS = 10_000;

/** A store whose secrets never change. */
export function createStaticSecrets(list: readonly Secret[], options: SecretStoreOptions): SecretStore {
  return {
    identify: (candidate) => matchSecret(candidate, list) ?? rejectUnknown(options, true),
    health: () => ({ ready: true }),
  };
}

/**
 * A store that asks `provider`: at once, again when a secret is unknown, and when the list is old. An unknown secret is called wrong only by a
 * list that was asked for after the call had come in; without such a list the answer is 503, and the service tries again.
 */
export function createProvidedSecrets(provider: SecretsProvider, options: SecretStoreOptions): SecretStore {
  const { clock, logger } = options;
  let list: readonly Secret[] | undefined;
  let listAtMs = 0;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let failed = false;
  let loading: Promise<boolean> | undefined;

  /** True when the list is new. Never rejects. */
  async function load(startedAtMs: number): Promise<boolean> {
    try {
      // `async` turns an exception of the provider into a rejection
      const asking = (async () => provider())();
      const given = await withDeadline(asking, PROVIDER_TIMEOUT_MS, clock, () => new ProviderTimeoutError());
      list = readSecretList(given);
      listAtMs = startedAtMs;
      failed = false;
    } catch (error) {
      failed = true;
      logger.warn({ error: describeProviderError(error) }, 'the secrets could not be loaded');
    } finally {
      loading = undefined;
    }
    return !failed;
  }

  const inTime = (done: Promise<boolean>) =>
    withDeadline(done, SECRETS_WAIT_MS, clock, () => new ProviderTimeoutError()).catch(() => false);

  /** Asks the provider, or joins a question under way. Nothing when it was asked too recently. */
  function ask(): { readonly done: Promise<boolean>; readonly joined: boolean } | undefined {
    if (loading !== undefined) return { done: loading, joined: true };
    const nowMs = clock.now();
    // a clock that was set back must not silence us until it has caught up
    if (Math.abs(nowMs - askedAtMs) < (failed ? FAILURE_INTERVAL_MS : REFRESH_INTERVAL_MS)) return undefined;
    askedAtMs = nowMs;
    loading = load(nowMs);
    return { done: loading, joined: false };
  }

  async function identifyAnew(candidate: string, asked: ReturnType<typeof ask>): Promise<Secret> {
    const isNew = asked && (await inTime(asked.done));
    if (!list) throw new UnavailableError('secrets_unavailable', 'no secrets have been loaded yet');
    return matchSecret(candidate, list) ?? rejectUnknown(options, isNew === true && !asked?.joined);
  }

  ask();
  return {
    identify(candidate) {
      const known = list && matchSecret(candidate, list);
      const ageMs = Math.abs(clock.now() - listAtMs);
      if (known && ageMs <= MAX_AGE_MS) return known;
      const asked = ask();
      return known && ageMs <= 2 * MAX_AGE_MS ? known : identifyAnew(candidate, asked);
    },
    health() {
      const why = failed ? 'the secrets could not be loaded' : 'the secrets are still being loaded';
      if (failed || !list) ask();
      if (!list) return { ready: false, reason: why };
      // Not a reason to turn calls away: what the last list knows is answered as ever, what it does not know is 503.
      return { ready: true, ...(failed && { reason: `${why} again: the last ones are used` }) };
    },
  };
}

/** Throws: the secret is wrong if we can be `sure`, and otherwise not known yet. */
function rejectUnknown({ clock, rotationUntilMs }: SecretStoreOptions, sure: boolean): never {
  if (sure && clock.now() >= rotationUntilMs)
    throw new AuthenticationError('the secret matches none of ours');
  throw new UnavailableError('secret_not_known_yet', 'the secret matches none of ours, but may be a new one');
}

class ProviderTimeoutError extends Error {
  override readonly name = 'ProviderTimeoutError';
  readonly code = 'provider_timeout';
}

/** Without the message, unless it is ours: a client that fetches secrets may quote them there, as `JSON.parse` does. */
function describeProviderError(error: unknown): object {
  const { message, ...rest } = describeError(error);
  return error instanceof OptionsError ? { ...rest, message } : rest;
}
