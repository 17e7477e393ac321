import type { FixtureName } from '../fixture-types.ts';
import { createRandom } from '../random.ts';
import {
  createTransport,
  makeHeaders,
  NoAnswerError,
  type Parcel,
  type Sendable,
  type Target,
  type TargetAnswer,
  toParcel,
} from '../sender/index.ts';
import { type ReplayOptions, readReplayOptions } from './options.ts';

/** What the target answered to one call. */
export interface ReplayAnswer {
  /** The fixture's name, where one was posted. */
  readonly name: FixtureName | undefined;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: TargetAnswer['headers'];
  /** The parsed value of a JSON answer, the text of any other. */
  readonly body: unknown;
  /** In milliseconds of real time. */
  readonly tookMs: number;
}

/**
 * Posts fixtures, or bodies of your own, to an app, a server, a URL or a receiver, once each and without the service's attempts.
 * Resolves to the answers in the order of `fixtures`, those of one fixture beside each other when `times` is above 1; no port is
 * open any more. Rejects when a call gets no answer, and stops the others. It works on `node:http` alone and needs no supertest.
 *
 * ```ts
 * const [answer] = await replay(app, 'v1.1/message.appUser/text', { path: '/webhooks/messaging', secret });
 * expect(answer?.status).toBe(200);
 * ```
 */
export async function replay(
  target: Target,
  fixtures: Sendable | readonly Sendable[],
  options: ReplayOptions,
): Promise<ReplayAnswer[]> {
  const { secret, header, times, shuffle, concurrency, timeoutMs } = readReplayOptions(options);
  const transport = createTransport(target, options.path);
  const parcels = listOf(fixtures).map(toParcel);
  const listed = parcels.flatMap((parcel) => Array.from({ length: times }, () => parcel));
  const inOrder = listed.map((parcel, place) => ({ parcel, place }));
  const waiting = shuffle === undefined ? inOrder : createRandom(shuffle).shuffle(inOrder);
  const answers: ReplayAnswer[] = [];
  const underWay = new Set<AbortController>();
  let failure: { readonly reason: unknown } | undefined;
  const stop = (reason: unknown) => {
    failure ??= { reason };
    for (const abort of underWay) abort.abort();
  };

  const post = async ({ name, body }: Parcel): Promise<ReplayAnswer> => {
    const abort = new AbortController();
    const late = setTimeout(() => {
      stop(new Error(`No answer to ${name ?? 'a call'} within ${timeoutMs} ms.`));
    }, timeoutMs);
    underWay.add(abort);
    const startedMs = performance.now();
    try {
      const call = { method: 'POST', headers: makeHeaders(body, header, secret), body } as const;
      const answer = await transport.call(call, abort.signal);
      return { name, ...readAnswer(answer), tookMs: performance.now() - startedMs };
    } catch (error) {
      throw describeFailure(error, name);
    } finally {
      clearTimeout(late);
      underWay.delete(abort);
    }
  };
  const postAll = async () => {
    for (let next = waiting.shift(); next && !failure; next = waiting.shift()) {
      answers[next.place] = await post(next.parcel);
    }
  };
  await Promise.all(
    Array.from({ length: Math.min(concurrency, listed.length) }, () => postAll().catch(stop)),
  );
  await transport.closed();
  if (failure !== undefined) throw failure.reason;
  return answers;
}

function listOf(fixtures: Sendable | readonly Sendable[]): readonly Sendable[] {
  return Array.isArray(fixtures) ? fixtures : [fixtures as Sendable];
}

function readAnswer({
  status,
  headers,
  body,
}: TargetAnswer): Pick<ReplayAnswer, 'status' | 'headers' | 'body'> {
  return { status, headers, body: isJson(headers) ? parse(body) : body };
}

function isJson(headers: TargetAnswer['headers']): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(String(headers['content-type'] ?? ''));
}

/** A target under test may say JSON and send something else. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function describeFailure(error: unknown, name: string | undefined): unknown {
  if (!(error instanceof NoAnswerError)) return error;
  return new Error(`No answer to ${name ?? 'a call'}: ${error.message}.`, { cause: error.cause });
}
