import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { AnswerCall, Reply } from './answer-call.ts';
import { type Body, checkSize, type ReadStream } from './body.ts';
import { type HeadersInput, headerValues } from './headers.ts';
import type { Call } from './receive.ts';
import type { Answer } from './respond.ts';

/** A call for `receiver.handle`. */
export interface HandleInput {
  readonly method: string;
  readonly headers: HeadersInput;
  /** Bytes are inflated as `content-encoding` says. A text, or a value that was parsed already, is taken as it is. */
  readonly body?: string | Uint8Array | object | null | undefined;
}

/** Answers a call and hands the answer back; what is left to do then goes on. */
export type HandBack = (call: Call) => Promise<Answer>;

/** Makes the function that both hosts without a Node response call. `track` is given all work up to the release. */
export function createHandBack(answerCall: AnswerCall, track: (work: Promise<void>) => void): HandBack {
  return (call) =>
    new Promise((resolve) => {
      // no event tells here that the answer was written, so the release begins once it is handed back
      const finish = ({ answer, release }: Reply) => {
        resolve(answer);
        return release?.();
      };
      track(answerCall(call).then(finish));
    });
}

/** Answers a call that was taken apart by its host. */
export function createHandle(handBack: HandBack, readStream: ReadStream, limitBytes: number) {
  return async ({ method, headers, body }: HandleInput): Promise<Answer> => {
    const readBody = async (): Promise<Body> => {
      if (body === undefined || body === null) return '';
      if (typeof body === 'string') return checkSize(body, limitBytes);
      if (!(body instanceof Uint8Array)) return { parsed: body };
      return readStream(streamOf(body), encodingOf(headers));
    };
    const header = (name: string) => headerValues(headers, name);
    return handBack({ method: method.toUpperCase(), header, readBody });
  };
}

/** Answers a web-standard request. */
export function createFetch(handBack: HandBack, readStream: ReadStream) {
  return async (request: Request): Promise<Response> => {
    const { headers } = request;
    const readBody = async (): Promise<Body> => {
      if (request.bodyUsed)
        throw new Error('the body of the Request was read before the receiver: give it a clone');
      if (request.body === null) return '';
      const source = Readable.fromWeb(request.body as ReadableStream<Uint8Array>);
      try {
        return await readStream(source, encodingOf(headers));
      } finally {
        source.destroy();
      }
    };
    const {
      status,
      headers: answered,
      body,
    } = await handBack({
      method: request.method,
      header: (name) => headerValues(headers, name),
      readBody,
    });
    return new Response(request.method === 'HEAD' ? null : body, { status, headers: answered });
  };
}

function encodingOf(headers: HeadersInput): string | undefined {
  return headerValues(headers, 'content-encoding').join(', ') || undefined;
}

function streamOf(bytes: Uint8Array): Readable {
  const stream = new Readable({ read() {} });
  stream.push(bytes);
  stream.push(null);
  return stream;
}
