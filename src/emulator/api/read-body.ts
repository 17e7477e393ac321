import type { Response as ExpressResponse, Request, RequestHandler } from 'express';
import { isJsonObject } from '../../events/index.ts';
import { ApiError } from '../world/index.ts';

/** What was sent along with a call. */
export interface CallBody {
  readonly body: unknown;
  readonly form: FormData | undefined;
}

/** What else than the file an upload may hold, in bytes: its fields and boundaries. */
export const FORM_MARGIN_BYTES = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body, up to the limit of `parser`, Express' `raw`. No body at all is right, whatever the content type says. Source:
 * Part A, "What the service does" and "Limits". Rejects with `bad_request`, or with what the parser gives.
 */
export async function readJson(
  request: Request,
  response: ExpressResponse,
  parser: RequestHandler,
): Promise<unknown> {
  const read = await readBytes(request, response, parser);
  if (Buffer.isBuffer(read) && read.length === 0) return undefined;
  const body = Buffer.isBuffer(read) ? parseJson(read, mediaTypeOf(request)) : read;
  if (!isJsonObject(body)) throw new ApiError('bad_request', 'The body must be a JSON object');
  return body;
}

/** Reads a multipart body of which no file is larger than `limitBytes`. Rejects as `readJson` does. */
export async function readForm(
  request: Request,
  response: ExpressResponse,
  parser: RequestHandler,
  limitBytes: number,
): Promise<FormData> {
  const read = await readBytes(request, response, parser);
  if (!Buffer.isBuffer(read) || mediaTypeOf(request) !== 'multipart/form-data')
    throw new ApiError('bad_request', 'The body must be multipart/form-data');
  const form = await parseForm(read, request.headers['content-type'] ?? '');
  for (const value of form.values())
    if (typeof value !== 'string' && value.size > limitBytes)
      throw new ApiError('request_entity_too_large', 'The file is too large');
  return form;
}

/** A buffer, empty without a body; or the value that a parser of the host, if we are mounted in one, has made of it before us. */
async function readBytes(
  request: Request,
  response: ExpressResponse,
  parser: RequestHandler,
): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    parser(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  const body: unknown = request.body;
  if (body === undefined) return Buffer.alloc(0);
  // Before its keys are looked at: a buffer has one for each byte.
  if (Buffer.isBuffer(body)) return body;
  // Express 4 gives an empty object for no body.
  return isJsonObject(body) && Object.keys(body).length === 0 ? Buffer.alloc(0) : body;
}

function mediaTypeOf({ headers }: Request): string {
  return (headers['content-type'] ?? '').split(';', 1).join().trim().toLowerCase();
}

function parseJson(bytes: Buffer, mediaType: string): unknown {
  if (mediaType !== 'application/json')
    throw new ApiError('bad_request', 'A body needs the header content-type: application/json');
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new ApiError('bad_request', 'The body is not valid JSON');
  }
}

async function parseForm(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new ApiError('bad_request', 'The body is not valid multipart/form-data');
  }
}
