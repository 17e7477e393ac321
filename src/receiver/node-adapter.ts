import type { IncomingMessage, ServerResponse } from 'node:http';
import { sleep } from '../clock.ts';
import { describeError } from '../logger.ts';
import type { AnswerCall } from './answer-call.ts';
import { type Body, checkSize, type ReadStream } from './body.ts';
import { tooLarge } from './body-size.ts';
import type { Settings } from './options.ts';
import type { Call } from './receive.ts';
import type { Answer } from './respond.ts';

/** A request of `node:http`, perhaps with what a parser of the host has left on it. */
export type NodeRequest = IncomingMessage & { body?: unknown; rawBody?: Buffer | string };

/** How long a caller that is refused may go on sending before the connection is closed, in milliseconds. */
const LINGER_MS = 500;

/** Answers a request of `node:http`. Resolves when that is done, a weak key's release included. Never rejects. */
export type ServeNode = (request: NodeRequest, response: ServerResponse) => Promise<void>;

/** Makes the function behind the middleware. */
export function createServeNode(
  answerCall: AnswerCall,
  readStream: ReadStream,
  settings: Settings,
): ServeNode {
  const { limitBytes, logger } = settings;

  return async (request, response) => {
    // A host that looks at the bytes has set them flowing; what passes while the secret is judged would be lost to us.
    if (request.readableFlowing) request.pause();
    const { answer, release } = await answerCall(toCall(request, readStream, limitBytes));
    if (response.headersSent) {
      logger.warn({ status: answer.status }, 'the host has answered already');
      return;
    }
    try {
      if (await write(answer, request, response, settings)) await release?.();
    } catch (error) {
      // The host's response cannot take it. Without an answer the service tries again.
      logger.error({ status: answer.status, error: describeError(error) }, 'the answer could not be written');
      response.destroy();
    }
  };
}

function toCall(request: NodeRequest, readStream: ReadStream, limitBytes: number): Call {
  return {
    method: request.method ?? '',
    header: (name) => headerOf(request, name),
    readBody() {
      if (isRead(request)) return checkSize(leftBody(request), limitBytes);
      const encoding = request.headers['content-encoding'];
      const declared = Number(request.headers['content-length'] ?? 0);
      if (encoding === undefined && declared > limitBytes) throw tooLarge();
      return readStream(request, encoding);
    },
  };
}

/** A header as the host sees it, except that one which came twice is not joined: no secret can look like two. */
function headerOf({ headers, rawHeaders = [] }: IncomingMessage, name: string): readonly string[] {
  const sent: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const each = rawHeaders[i];
    if (each?.length === name.length && each.toLowerCase() === name) sent.push(rawHeaders[i + 1] ?? '');
  }
  if (sent.length > 1) return sent;
  const value = headers[name];
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** True when a parser of the host has taken the bytes. `body` alone does not say so: Express 4 sets it to `{}` for what it skips. */
function isRead(request: NodeRequest): boolean {
  return typeof request.pipe !== 'function' || request.readableEnded || request.readableDidRead;
}

function leftBody({ rawBody, body }: NodeRequest): Body {
  if (typeof rawBody === 'string' || Buffer.isBuffer(rawBody)) return rawBody;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  if (body !== undefined) return { parsed: body };
  throw new Error(
    'the body was read before the receiver and left neither in rawBody nor in body: mount the receiver first',
  );
}

/** True when the answer was written, false when the caller was gone before. */
async function write(
  answer: Answer,
  request: NodeRequest,
  response: ServerResponse,
  { clock }: Settings,
): Promise<boolean> {
  response.writeHead(answer.status, answer.headers);
  const written = new Promise<boolean>((resolve) => {
    // `close` alone means that the connection broke first
    response.on('finish', () => resolve(true)).on('close', () => resolve(false));
    if (response.destroyed) resolve(false);
  });
  if (answer.headers['connection'] === 'close' && answer.body !== '' && request.complete === false) {
    // To close while the caller is sending resets the connection, and the reset can overtake the answer (a blocking client that
    // sent 3 MB lost 42 of 80 answers so). So the answer goes out whole, and its end, which closes, waits a little for the caller.
    response.write(answer.body);
    request.resume();
    const sent = new Promise((resolve) => request.once('end', resolve).once('close', resolve));
    await Promise.race([sent, sleep(LINGER_MS, clock)]);
    response.end();
  } else {
    response.end(answer.body);
  }
  return written;
}
