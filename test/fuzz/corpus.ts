import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Input, type Packing, pack, type ReceiverKind, type Via } from './input.ts';
import { SECRET } from './receivers.ts';
import type { WireRequest } from './wire-requests.ts';

/** Where the kept inputs are, below the folder in which the tests are run. */
export const corpusFolder = 'test/fuzz/corpus';

/** Part of a body: a text, a text many times over, bytes, as many different numbers, or what stands in a file of the folder. */
type Part =
  | string
  | { readonly repeat: string; readonly times: number }
  | { readonly base64: string; readonly times?: number }
  | { readonly numbers: number }
  | { readonly file: string };

/** A call as it is kept. `@secret` stands for the right secret. */
interface KeptCall {
  readonly receiver?: ReceiverKind;
  readonly via?: Via;
  readonly method?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: readonly Part[];
  readonly packings?: readonly Packing[];
  /** What must be answered. */
  readonly status: number;
}

/** A request as it is kept: its lines, in which a part may be repeated, and its body. `@length` stands for the length of the body. */
interface KeptRequest {
  readonly wire: readonly Part[];
  readonly body?: readonly Part[];
  readonly status: number;
}

/** What is in a file of the corpus. */
export type Kept =
  | { readonly name: string; readonly status: number; readonly input: Input }
  | { readonly name: string; readonly status: number; readonly request: WireRequest };

/** Everything in the corpus, by name. */
export function readCorpus(): Kept[] {
  const names = readdirSync(corpusFolder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const kept = JSON.parse(readFileSync(join(corpusFolder, name), 'utf8')) as KeptCall | KeptRequest;
    const { status } = kept;
    return 'wire' in kept
      ? { name, status, request: toRequest(kept) }
      : { name, status, input: toInput(kept) };
  });
}

function toInput(kept: KeptCall): Input {
  const { receiver = 'plain', via = 'bytes', method = 'POST', headers = [['x-api-key', '@secret']] } = kept;
  return {
    receiver,
    via,
    method,
    headers: headers.map(([name, value]) => [name, value.replaceAll('@secret', SECRET)] as const),
    body: pack(joinParts(kept.body), kept.packings ?? []),
  };
}

function toRequest(kept: KeptRequest): WireRequest {
  const body = joinParts(kept.body).toString('latin1');
  const head = joinParts(kept.wire.map((part) => (typeof part === 'string' ? `${part}\n` : part))).toString(
    'latin1',
  );
  const [first = '', ...lines] = head
    .replaceAll('@secret', SECRET)
    .replaceAll('@length', String(body.length))
    .trimEnd()
    .split('\n');
  const [method = '', target = '', version = ''] = first.split(' ');
  return { method, target, version, lines, lineEnd: '\r\n', body, cuts: [] };
}

function joinParts(parts: readonly Part[] = []): Buffer {
  return Buffer.concat(parts.map(toBytes));
}

function toBytes(part: Part): Buffer {
  if (typeof part === 'string') return Buffer.from(part);
  if ('repeat' in part) return Buffer.from(part.repeat.repeat(part.times));
  if ('numbers' in part)
    return Buffer.from(Array.from({ length: part.numbers }, (_, i) => 100_000 + i).join());
  if ('base64' in part) return Buffer.concat(Array(part.times ?? 1).fill(Buffer.from(part.base64, 'base64')));
  return readFileSync(join(corpusFolder, part.file));
}
