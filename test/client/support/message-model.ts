import type { Reply, SeenCall } from './server.ts';

/** A message of the model. */
export interface ModelMessage {
  readonly _id: string;
  readonly received: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/**
 * A list of messages as the document describes it: ascending, at most `pageSize` of them, exclusive bounds, the newest without a bound, and `next`
 * where newer ones follow. Messages are given in ascending order.
 */
export function listFrom(
  all: readonly ModelMessage[],
  call: SeenCall,
  pageSize: number,
  origin: string,
): Reply {
  const { pathname, searchParams } = new URL(call.url, origin);
  const [before, after] = [searchParams.get('before'), searchParams.get('after')];
  if (before !== null && after !== null) return { status: 400, body: { error: { code: 'bad_request' } } };
  const inside = all.filter(
    ({ received }) =>
      (before === null || received < Number(before)) && (after === null || received > Number(after)),
  );
  const messages = after === null ? inside.slice(-pageSize) : inside.slice(0, pageSize);
  const last = messages.at(-1);
  const more = last !== undefined && all.some(({ received }) => received > last.received);
  const cut = after !== null && inside.length > messages.length;
  const next = `${origin}${pathname}?after=${last?.received}&page=%26`;
  return { status: 200, body: { conversation: { _id: 'c' }, messages, ...((more || cut) && { next }) } };
}
