import { OptionsError } from '../../errors/index.ts';
import { type JsonObject, readVersion, type Version } from '../../events/index.ts';
import type { EmulatorState } from '../world/index.ts';

/** A webhook as the address of a delivery. */
interface Receiver {
  readonly appId: string;
  readonly webhookId: string;
  readonly target: string;
  readonly secret: string;
  readonly version: Version;
}

/**
 * The webhooks that get a recorded body: those of its version, of the app `appId`, else of its own app if there is one, else of all. A body
 * whose version is unknown goes to all versions. Throws an `OptionsError` when there is none.
 */
export function findReceivers(state: EmulatorState, body: JsonObject, appId: unknown): Receiver[] {
  const version = readVersion(body);
  const own = (body['app'] as { readonly _id?: unknown } | null | undefined)?._id;
  const only = appId ?? (typeof own === 'string' && state.apps.has(own) ? own : undefined);
  const receivers = [...state.apps.values()]
    .filter(({ _id }) => only === undefined || _id === only)
    .flatMap(({ _id, webhooks }) =>
      webhooks
        .filter((webhook) => version === null || webhook.version === version)
        .map((webhook) => ({
          appId: _id,
          webhookId: webhook._id,
          target: webhook.target,
          secret: webhook.secret,
          version: webhook.version,
        })),
    );
  if (receivers.length > 0) return receivers;
  throw new OptionsError(`There is no webhook for a body of version ${version ?? 'unknown'}.`);
}
