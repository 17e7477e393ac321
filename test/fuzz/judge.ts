import { setTimeout } from 'node:timers/promises';
import type { Answer } from '../../src/index.ts';
import type { Input, ReceiverKind } from './input.ts';
import { createSubjects, type Subject, Witness } from './receivers.ts';

/** An answer that takes longer counts as a fault, in milliseconds. */
export const MAX_ANSWER_MS = 250;

/** A slow answer is asked for again so often: a machine that was busy with something else is not the receiver's fault. */
export const SECOND_CHANCES = 8;

/** What became of an input. */
export interface Verdict {
  readonly status: number;
  readonly durationMs: number;
  /** What was wrong, or nothing. */
  readonly fault: string | undefined;
}

/** Makes calls, and judges what comes back. */
export class Judge {
  readonly #witness = new Witness();
  readonly #subjects: Record<ReceiverKind, Subject> = createSubjects(this.#witness);

  async judge(input: Input): Promise<Verdict> {
    const first = await this.#judgeOnce(input);
    if (first.fault !== undefined) return first;
    let { durationMs } = first;
    for (let chance = 0; durationMs > MAX_ANSWER_MS && chance < SECOND_CHANCES; chance++) {
      await setTimeout(20);
      durationMs = Math.min(durationMs, (await this.#judgeOnce(input)).durationMs);
    }
    const isSlow = durationMs > MAX_ANSWER_MS;
    return {
      ...first,
      durationMs,
      fault: isSlow ? `the answer took ${Math.round(durationMs)} ms` : undefined,
    };
  }

  async #judgeOnce(input: Input): Promise<Verdict> {
    const subject = this.#subjects[input.receiver];
    const call = prepareCall(subject, input);
    this.#witness.reset();
    const startedAtMs = performance.now();
    try {
      const answer = await call();
      const durationMs = performance.now() - startedAtMs;
      this.#witness.check();
      const fault = this.#witness.fault ?? faultOf(answer, subject, input.method) ?? pollution();
      return { status: answer.status, durationMs, fault };
    } catch (error) {
      return {
        status: 0,
        durationMs: performance.now() - startedAtMs,
        fault: `the receiver threw ${String(error)}`,
      };
    }
  }
}

/** The call, ready to be made: what a host has to do before is not the receiver's. */
function prepareCall({ receiver }: Subject, input: Input): () => Promise<Answer> {
  const { via, method, headers, body } = input;
  if (via === 'fetch') {
    const withBody = method !== 'GET' && method !== 'HEAD';
    const request = new Request('http://hook.test/', {
      method,
      headers: headers as [string, string][],
      ...(withBody && { body: new Uint8Array(body) }),
    });
    return async () => {
      const response = await receiver.fetch(request);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    };
  }
  const given = via === 'bytes' ? body : via === 'text' ? body.toString() : parseAsHost(body);
  return () => receiver.handle({ method, headers, body: given });
}

/** What a parser of a host makes of the bytes: anything that JSON can be, or the text that is none. */
function parseAsHost(body: Buffer): object | string | null {
  const text = body.toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const successes = ['queued', 'ignored', 'duplicate'];

function faultOf({ status, headers, body }: Answer, subject: Subject, method: string): string | undefined {
  if (!subject.statuses.has(status)) return `the status is ${status}: ${body}`;
  if (method === 'HEAD') return body === '' ? undefined : 'a HEAD was answered with a body';
  if (headers['content-length'] !== String(Buffer.byteLength(body))) return 'the content-length is wrong';
  const content = JSON.parse(body) as { outcome?: string; error?: string };
  const [said = '', ...others] = Object.values(content);
  if (others.length > 0) return `the answer says more than one thing: ${body}`;
  if (status === 200) return successes.includes(said) ? undefined : `a success says ${said}`;
  if (status === 503 && !subject.unavailable.includes(said)) return `the status is 503: ${body}`;
  return /^[a-z_]+$/.test(said) ? undefined : `the error is ${said}`;
}

function pollution(): string | undefined {
  return 'polluted' in {} || Object.keys(Object.prototype).length > 0
    ? 'Object.prototype was changed'
    : undefined;
}
