import { OptionsError } from '../../errors/index.ts';
import type { ApiCall, Method } from '../api-call.ts';
import { TooLargeError } from '../errors/index.ts';

/** The largest JSON body, in bytes: `100kb` of Express, whose parser the service uses. Source: Part A, "Limits". */
const MAX_JSON_BYTES = 102_400;

/** The largest file, in bytes: `25mb` of the same. Source: Part A, "Limits". */
export const MAX_FILE_BYTES = 26_214_400;

/** What an attempt sends. */
export interface PreparedBody {
  readonly contentType: string | undefined;
  /** False when only an attempt that did not begin to send it leaves it whole. */
  readonly repeatable: boolean;
  /** The body of an attempt. Rejects with a `TooLarge`. */
  make(): Promise<string | FormData | undefined>;
}

/** A body over one of the limits, which knows its sizes and not yet its call. */
export class TooLarge extends Error {
  /** The same as it is thrown to the caller. */
  toError(method: Method, path: string): TooLargeError {
    const fields = { code: 'request_entity_too_large', method, path, attempts: 0, retryable: false };
    return new TooLargeError(`${method} ${path} is not sent: ${this.message}`, fields);
  }
}

/** Checks the body of a call. Throws an `OptionsError`, or a `TooLarge` where the size is known. */
export function prepareBody({ method, json, form }: Pick<ApiCall, 'method' | 'json' | 'form'>): PreparedBody {
  if (form !== undefined) {
    if (method === 'GET' || json !== undefined)
      throw new OptionsError('a form is sent alone, and not with GET.');
    return { contentType: undefined, repeatable: form.repeatable, make: createFormMaker(form) };
  }
  if (json === undefined) return { contentType: undefined, repeatable: true, make: async () => undefined };
  if (method === 'GET') throw new OptionsError('GET sends no body: use the query.');
  const text = toJson(json);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_JSON_BYTES) {
    throw new TooLarge(`the body has ${bytes} bytes, and the service takes ${MAX_JSON_BYTES}`);
  }
  return { contentType: 'application/json', repeatable: true, make: async () => text };
}

/** A form that cannot be made again is kept for the attempt after one that sent nothing. */
function createFormMaker(form: NonNullable<ApiCall['form']>): () => Promise<FormData> {
  let kept: FormData | undefined;
  return async () => {
    const made = kept ?? (await form.make());
    if (!form.repeatable) kept = made;
    for (const part of made.values()) {
      if (typeof part === 'string' || part.size <= MAX_FILE_BYTES) continue;
      throw new TooLarge(`the file has ${part.size} bytes, and the service takes ${MAX_FILE_BYTES}`);
    }
    return made;
  };
}

function toJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // Its message can quote the value.
  }
  if (text === undefined) throw new OptionsError('the body cannot be written as JSON.');
  return text;
}
