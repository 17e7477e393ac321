import { type CallSettings, makeCall } from './make-call.ts';
import { isSuccess, type Outcome } from './policy.ts';
import type { Transport } from './transport.ts';

/** What the `HEAD` calls gave. */
export interface Probe {
  /** True when each webhook's target, or its bare domain, answered 2xx. */
  readonly good: boolean;
  readonly calls: readonly { readonly at: 'target' | 'domain'; readonly outcome: Outcome }[];
}

/**
 * Calls `HEAD` on a target, and on its bare domain if that fails, without a secret: none exists yet. Source: the service's public
 * documentation. Never rejects.
 */
export async function probeWebhook(transport: Transport, settings: CallSettings): Promise<Probe> {
  const calls: { at: 'target' | 'domain'; outcome: Outcome }[] = [];
  for (const path of transport.probePaths) {
    const call = { method: 'HEAD', ...(path !== undefined && { path }), headers: {}, body: '' } as const;
    const { outcome } = await makeCall(transport, call, 'none', settings);
    calls.push({ at: path === undefined ? 'target' : 'domain', outcome });
    if (isSuccess(outcome)) break;
  }
  return { good: isSuccess(calls.at(-1)?.outcome), calls };
}
