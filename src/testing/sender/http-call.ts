import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type Break, NoAnswerError, type OutgoingCall, type TargetAnswer } from './transport.ts';

/** Failures before a connection came about. */
const refusals: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
];

/**
 * Makes one call over a connection of its own: what a kept one would add, the race of its end with the next call, is no fault of the
 * target. Follows no redirect.
 */
export function callOverHttp(url: URL, call: OutgoingCall, signal: AbortSignal): Promise<TargetAnswer> {
  return new Promise((resolve, reject) => {
    const request = open(url, call, signal);
    request.on('response', (response) => {
      readAnswer(response).then(resolve, reject);
    });
    request.on('error', (error) => reject(toNoAnswer(error)));
    if (call.pause === undefined) request.end(call.body);
    else sendWithPause(request, call.body, call.pause);
  });
}

/** Sends the headers and half of the body, or nothing at all, then breaks the connection. */
export function cutOverHttp(url: URL, call: OutgoingCall, signal: AbortSignal, how: Break): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = open(url, call, signal);
    const [half] = halve(call.body);
    request.on('error', (error) => reject(toNoAnswer(error)));
    // a target may answer before it reads the body; nobody is left to hear that
    request.on('response', (response) => response.on('error', () => {}).resume());
    request.on('close', resolve);
    if (how === 'cut') request.write(half, () => request.destroy());
    else request.on('socket', (socket) => socket.on('connect', () => request.destroy()));
  });
}

function sendWithPause(request: ClientRequest, body: string | Uint8Array, pause: () => Promise<void>): void {
  const [half, rest] = halve(body);
  request.write(half);
  void pause().then(() => {
    if (!request.destroyed) request.end(rest);
  });
}

function halve(body: string | Uint8Array): readonly [Buffer, Buffer] {
  const bytes = Buffer.from(body);
  const middle = Math.floor(bytes.length / 2);
  return [bytes.subarray(0, middle), bytes.subarray(middle)];
}

function open(url: URL, { method, path, headers }: OutgoingCall, signal: AbortSignal): ClientRequest {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return request(path === undefined ? url : new URL(path, url), { method, headers, agent: false, signal });
}

function readAnswer(response: IncomingMessage): Promise<TargetAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', (error) => reject(toNoAnswer(error)));
    response.on('end', () => {
      const { statusCode = 0, headers } = response;
      resolve({ status: statusCode, headers, body: Buffer.concat(chunks).toString() });
    });
  });
}

function toNoAnswer(error: NodeJS.ErrnoException): NoAnswerError {
  return new NoAnswerError(refusals.includes(error.code) ? 'refused' : 'reset', error);
}
