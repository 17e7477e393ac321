import { createTransport } from '../../../testing/sender/index.ts';
import { ApiError } from '../../world/index.ts';

/** How long each `HEAD` may take, in milliseconds of real time. The service's own limit is unpublished. */
const PROBE_TIMEOUT_MS = 5_000;

/**
 * Calls `HEAD` on the target and, if that gives no 2xx, on the root of its domain. Rejects with `bad_request` when neither does. Source: the service's
 * public documentation; which statuses are good, and what a failure causes: inferred.
 */
export async function probeTarget(target: string): Promise<void> {
  const transport = createTransport(target, undefined);
  const seen: string[] = [];
  for (const path of transport.probePaths) {
    const call = { method: 'HEAD', ...(path !== undefined && { path }), headers: {}, body: '' } as const;
    try {
      const { status } = await transport.call(call, AbortSignal.timeout(PROBE_TIMEOUT_MS));
      if (status >= 200 && status < 300) return;
      seen.push(String(status));
    } catch (error) {
      seen.push(error instanceof Error ? error.message : 'no answer');
    }
  }
  throw new ApiError(
    'bad_request',
    `target: did not answer HEAD with 2xx (at the target: ${seen[0]}; at the root of its domain: ${seen[1]})`,
  );
}
