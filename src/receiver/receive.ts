import type { Delivery } from '../delivery.ts';
import { MethodError } from '../errors/index.ts';
import { type ParsedEvent, parseEvent } from '../events/index.ts';
import type { EnqueueResult } from '../queue/index.ts';
import { authenticate } from './authenticate.ts';
import type { Body } from './body.ts';
import { enqueue } from './enqueue.ts';
import type { Settings } from './options.ts';
import { parseJson } from './parse-json.ts';
import type { Releases } from './releases.ts';
import type { Secret } from './secret-list.ts';
import { isAccepted, toDelivery } from './to-delivery.ts';

/** One HTTP call, whichever host brought it. */
export interface Call {
  /** In upper case. */
  readonly method: string;
  /** All values of a header, whose name is given in lower case. */
  readonly header: (name: string) => readonly string[];
  /** Reads the body; called only for a caller that has shown a secret. Throws or rejects with a `BodyError` or a `RequestAbortedError`. */
  readBody(): Body | Promise<Body>;
}

/** What has been found out about a call so far: for the log, also of a call that failed half-way. */
export interface Findings {
  readonly startedAtMs: number;
  secret?: Secret;
  /** Until there is a delivery: the event that was made of a payload is as large as that, and need not wait for the queue with it. */
  parsed?: ParsedEvent | undefined;
  delivery?: Delivery;
}

/** What became of a call that was not refused. */
export type Receipt =
  | { readonly outcome: 'probed' | 'ignored' }
  | { readonly outcome: 'queued' | 'duplicate'; readonly delivery: Delivery; readonly result: EnqueueResult };

/** The way of a call, stage by stage. A failed stage throws the error named beside it; anything else that is thrown is a 500. */
export async function receive(
  call: Call,
  found: Findings,
  settings: Settings,
  releases: Releases,
): Promise<Receipt> {
  if (checkMethod(call.method) === 'HEAD') return { outcome: 'probed' }; // MethodError → 405
  found.secret = await authenticate(call.header(settings.secretHeader), settings.secrets); // AuthenticationError → 401, UnavailableError → 503
  const waitedMs = settings.clock.now() - found.startedAtMs;
  const { payload, json } = parseJson(await call.readBody()); // BodyError → 400, 413, 415
  found.parsed = parseEvent(payload, parseOptions(found.secret)); // BodyError → 400
  if (!isAccepted(found.parsed, settings.acceptVersions)) return { outcome: 'ignored' }; // 200, not queued
  found.delivery = toDelivery(found.parsed, found.secret, settings); // with its key
  found.parsed = undefined;
  const result = await enqueue(found.delivery, json, waitedMs, settings, releases); // QueueError → 503
  return { outcome: result.outcome, delivery: found.delivery, result }; // 200: stored, not yet handled
}

function checkMethod(method: string): 'POST' | 'HEAD' {
  if (method !== 'POST' && method !== 'HEAD') throw new MethodError('the method is neither POST nor HEAD');
  return method;
}

function parseOptions({ version }: Secret): { defaultVersion?: NonNullable<Secret['version']> } {
  return version === undefined ? {} : { defaultVersion: version };
}
