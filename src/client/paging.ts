import { OptionsError } from '../errors/index.ts';
import { readInteger, readOptions } from '../options/index.ts';
import type { ApiCall, Call, Query, RequestOptions } from './api-call.ts';

/** A list of the service, fetched page by page while it is read. Nothing is fetched before; each reading begins anew. */
export interface Paged<Item, Page> extends AsyncIterable<Item> {
  /** The answers as the service gives them, less what an earlier page held already. */
  pages(): AsyncIterable<Page>;
  /** The items in one array, at most `limit` of them. Default: all there are, which can be 30,000 messages. */
  toArray(options?: { readonly limit?: number | undefined }): Promise<Item[]>;
}

/** Where to begin to read messages: unix seconds, decimals allowed, the bound itself left out. Only one of them can be given. */
export interface MessageBounds {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/** What a list of messages must have to be walked. */
export interface MessagePage<Message> {
  readonly messages: readonly Message[];
  /** Where newer messages follow. Only its query is used, with our own host: credentials never leave for another. */
  readonly next?: string | undefined;
}

interface Dated {
  readonly _id: string;
  readonly received: number;
}

/** Makes a list from its pages and the order in which to read a page. */
function paginate<Item, Page>(
  pages: () => AsyncGenerator<Page, void, undefined>,
  itemsOf: (page: Page) => readonly Item[],
): Paged<Item, Page> {
  async function* walk(): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages()) yield* itemsOf(page);
  }
  return {
    pages,
    [Symbol.asyncIterator]: walk,
    async toArray(options = {}) {
      readOptions(options, ['limit'], 'toArray');
      const limit =
        options.limit === undefined ? Number.POSITIVE_INFINITY : readInteger(options.limit, 'limit', 0);
      const items: Item[] = [];
      if (limit === 0) return items;
      for await (const item of walk()) if (items.push(item) >= limit) break;
      return items;
    },
  };
}

/**
 * The messages at `segments`: from the newest (or `before`) back in time, newest first; with `after` forward, oldest first. Bounds of the
 * service leave the bound itself out, so pages overlap by a millisecond and repeats are dropped by `_id`: messages that share a timestamp
 * are neither lost nor doubled. Only of more messages of one millisecond than a page holds, the rest cannot be reached. Both bounds throw
 * an `OptionsError`. Source: Part B, "Messages".
 */
export function listMessages<Message extends Dated, Page extends MessagePage<Message> = MessagePage<Message>>(
  call: Call,
  segments: readonly string[],
  bounds: MessageBounds = {},
  options?: RequestOptions,
): Paged<Message, Page> {
  const { before, after } = checkBounds(bounds);
  const fetchPage = async (query: Query): Promise<Page> => {
    const page = await call<Page>({ method: 'GET', base: 'app', segments, query }, options);
    return Array.isArray(page.messages) ? page : { ...page, messages: [] };
  };
  if (after !== undefined)
    return paginate(
      () => walkForward(fetchPage, after),
      (page) => page.messages,
    );
  return paginate(
    () => walkBack(fetchPage, before),
    (page) => [...page.messages].reverse(),
  );
}

/** A list with `limit` and `offset`, of which `key` holds the items. It ends where the answer does not say `hasMore`. */
export function listByOffset<Item, Page>(
  call: Call,
  list: Pick<ApiCall, 'base' | 'segments' | 'query' | 'apiVersion'> & { readonly key: keyof Page & string },
  options?: RequestOptions,
): Paged<Item, Page> {
  const { key, ...where } = list;
  const itemsOf = (page: Page): readonly Item[] => (Array.isArray(page[key]) ? page[key] : []);
  async function* pages(): AsyncGenerator<Page, void, undefined> {
    let offset = where.query?.['offset'];
    for (;;) {
      const page = await call<Page>({ ...where, method: 'GET', query: { ...where.query, offset } }, options);
      yield page;
      const { length } = itemsOf(page);
      if (length === 0 || (page as { hasMore?: unknown }).hasMore !== true) return;
      offset = Number(offset ?? 0) + length;
    }
  }
  return paginate(pages, itemsOf);
}

type FetchPage<Page> = (query: Query) => Promise<Page>;

/** The default page is the newest one, and `next` leads to newer messages: back in time only `before` leads. */
async function* walkBack<Message extends Dated, Page extends MessagePage<Message>>(
  fetchPage: FetchPage<Page>,
  before: number | undefined,
): AsyncGenerator<Page, void, undefined> {
  const takeFresh = createSieve<Message>();
  let bound = before;
  let largest = 0;
  let strict = false;
  for (let number = 1; ; number++) {
    const page = await fetchPage({ before: bound });
    const fresh = takeFresh(page.messages);
    if (number === 1 || fresh.length > 0) yield { ...page, messages: fresh };
    const edge = Math.min(...timesOf(page.messages));
    // A page that is not full held all there is, and what is full is not known: the size is a setting of the service.
    if (!Number.isFinite(edge) || page.messages.length < largest) return;
    largest = page.messages.length;
    // Nothing but repeats: a whole page shares the edge's millisecond, or this is the end.
    if (fresh.length === 0 && strict) return;
    strict = fresh.length === 0;
    bound = Math.min(strict ? edge : addMs(edge, 1), before ?? Number.POSITIVE_INFINITY);
  }
}

async function* walkForward<Message extends Dated, Page extends MessagePage<Message>>(
  fetchPage: FetchPage<Page>,
  after: number,
): AsyncGenerator<Page, void, undefined> {
  const takeFresh = createSieve<Message>();
  let query: Query = { after };
  let strict = false;
  for (let number = 1; ; number++) {
    const page = await fetchPage(query);
    const fresh = takeFresh(page.messages);
    if (number === 1 || fresh.length > 0) yield { ...page, messages: fresh };
    if (typeof page.next !== 'string' || (fresh.length === 0 && strict)) return;
    strict = fresh.length === 0;
    const edge = Math.max(...timesOf(page.messages));
    const given = readQuery(page.next);
    const own = strict ? edge : addMs(edge, -1);
    query = Number.isFinite(edge) ? { ...given, after: Math.max(own, after) } : given;
  }
}

/** A function that gives those of its messages that it has not seen before. */
function createSieve<Message extends Dated>(): (messages: readonly Message[]) => Message[] {
  const seen = new Set<string>();
  return (messages) =>
    messages.filter(({ _id }) => {
      const fresh = !seen.has(_id);
      seen.add(_id);
      return fresh;
    });
}

function timesOf(messages: readonly Dated[]): number[] {
  return messages.map(({ received }) => received).filter((time) => Number.isFinite(time));
}

/** Unix seconds so many milliseconds later, in whole ones: a sum of floats would end in a tail of digits. */
function addMs(seconds: number, changeMs: number): number {
  return (Math.round(seconds * 1000) + changeMs) / 1000;
}

function readQuery(url: string): Query {
  const start = url.indexOf('?');
  const query = Object.fromEntries(new URLSearchParams(start < 0 ? '' : url.slice(start).split('#')[0]));
  const { before: _, ...rest } = query;
  return rest;
}

function checkBounds(bounds: MessageBounds): MessageBounds {
  readOptions(bounds, ['before', 'after'], 'the list of messages');
  for (const name of ['before', 'after'] as const) {
    const bound = bounds[name];
    if (bound === undefined) continue;
    if (typeof bound !== 'number' || !Number.isFinite(bound) || bound < 0 || bound > MAX_SECONDS) {
      throw new OptionsError(`${name} must be a time in unix seconds: divide milliseconds by 1000.`);
    }
  }
  if (Object.values(bounds).filter((bound) => bound !== undefined).length > 1) {
    throw new OptionsError('before and after cannot be given together: the service takes one of them.');
  }
  return bounds;
}

/** A larger number is a time in milliseconds: as seconds it would lie in the year 5138. */
const MAX_SECONDS = 100_000_000_000;
