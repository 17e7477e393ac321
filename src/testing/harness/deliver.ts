import { OptionsError } from '../../errors/index.ts';
import type { Answer, HandleInput, Receiver } from '../../index.ts';
import { readInteger, readOptions } from '../../options/index.ts';
import type { FixtureName } from '../fixture-types.ts';
import { fixture } from '../fixtures.ts';
import type { HarnessSettings } from './options.ts';

/** What `deliver` sends: a payload, the name of a fixture, or a body as text or bytes that is sent as it is. */
export type DeliverBody = FixtureName | object | Uint8Array | (string & {});

/** Options of `deliver`. */
export interface DeliverOptions {
  /** In place of the harness's secret; `null` sends none. */
  readonly secret?: string | null;
  /** More headers. One that the harness sends too takes its place; `undefined` leaves it out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** How often the same call is made, one after the other, as the service repeats it. */
  readonly times?: number;
}

/** What the service would be answered. */
export interface DeliverAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    /** What became of an acknowledged call. */
    readonly outcome?: 'queued' | 'duplicate' | 'ignored';
    /** The code of the error of a refused one. */
    readonly error?: string;
    readonly correlationId?: string;
  };
}

/** Posts bodies to a receiver, as the service does. */
export interface Deliver {
  (body: DeliverBody, options?: DeliverOptions & { readonly times?: undefined }): Promise<DeliverAnswer>;
  (body: DeliverBody, options: DeliverOptions & { readonly times: number }): Promise<DeliverAnswer[]>;
}

/** Makes `deliver`. */
export function createDeliver(receiver: Receiver, settings: HarnessSettings): Deliver {
  async function deliver(body: unknown, options: DeliverOptions = {}): Promise<unknown> {
    readOptions(options, ['secret', 'headers', 'times'], 'deliver');
    const { secret = settings.secret, times } = options;
    const headers = {
      'content-type': 'application/json',
      ...(secret !== null && { [settings.secretHeader]: secret }),
      ...lowerCased(options.headers),
    };
    // As bytes, which are inflated and decoded as those of a real call are.
    const call: HandleInput = { method: 'POST', headers, body: Buffer.from(readBody(body)) };
    if (times === undefined) return toDeliverAnswer(await receiver.handle(call));
    const answers: DeliverAnswer[] = [];
    for (let left = readInteger(times, 'times'); left > 0; left--) {
      answers.push(toDeliverAnswer(await receiver.handle(call)));
    }
    return answers;
  }
  // The overloads tell what `times` makes of the answer.
  return deliver as Deliver;
}

/** A text that looks like the path of a fixture: no JSON does. */
const FIXTURE_PATH = /^[\w.]+(\/[\w.:-]+)+$/;

function readBody(body: unknown): string | Uint8Array {
  if (typeof body === 'string') {
    return FIXTURE_PATH.test(body) ? JSON.stringify(fixture(body as FixtureName)) : body;
  }
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'object' && body !== null) return JSON.stringify(body);
  throw new OptionsError('deliver takes a payload, the name of a fixture, or a body as text or bytes.');
}

function lowerCased(headers: DeliverOptions['headers'] = {}): Record<string, string | readonly string[]> {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(given) as Record<string, string | readonly string[]>;
}

function toDeliverAnswer({ status, headers, body }: Answer): DeliverAnswer {
  return { status, headers, body: body === '' ? {} : (JSON.parse(body) as DeliverAnswer['body']) };
}
