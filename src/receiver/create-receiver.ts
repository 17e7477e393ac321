import type { ServerResponse } from 'node:http';
import type { QueueHealth } from '../queue/index.ts';
import { createAnswerCall } from './answer-call.ts';
import { createStreamReader } from './body.ts';
import { createFetch, createHandBack, createHandle, type HandleInput } from './fetch-adapter.ts';
import { createServeNode, type NodeRequest } from './node-adapter.ts';
import { type ReceiverOptions, readReceiverOptions } from './options.ts';
import { createReleases } from './releases.ts';
import type { Answer } from './respond.ts';

/**
 * Answers the service's calls. It is a middleware for Express 4 and 5 and a listener for `node:http`; it never calls `next`, and
 * never throws into its host. Mount it with `app.use(path, receiver)`, so that it also answers `HEAD`.
 */
export interface Receiver {
  (request: NodeRequest, response: ServerResponse, next?: (error?: unknown) => void): void;
  /** For hosts of another kind: takes a call as a value and gives the answer as a value. Never rejects. */
  handle(call: HandleInput): Promise<Answer>;
  /** For hosts that speak the web-standard `Request` and `Response`. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /**
   * From now on calls are answered 503, and the connection is closed. Resolves when those taken before are answered and their keys given
   * back. It sets no time limit of its own. May be called twice.
   */
  drain(): Promise<void>;
  /**
   * Whether calls can be judged: not while it is being drained, and not before the secrets were loaded. Says nothing of the queue, which has
   * a health of its own. Never rejects.
   */
  health(): Promise<QueueHealth>;
}

/** Makes a receiver. Throws an `OptionsError` when an option is missing or wrong. */
export function createReceiver(options: ReceiverOptions): Receiver {
  const settings = readReceiverOptions(options);
  const releases = createReleases(settings.clock, settings.logger);
  // A number and no set: the tables that a set outgrows hang together in V8, and what stood in them outlives its call by several collections.
  let underWay = 0;
  let drained: Promise<void> | undefined;
  let empty = () => {};

  const answerCall = createAnswerCall(settings, releases, () => drained !== undefined);
  const readStream = createStreamReader(settings.limitBytes);
  const serve = createServeNode(answerCall, readStream, settings);
  const track = (work: Promise<void>): void => {
    // One that comes later is refused, and nobody waits for it.
    const counted = drained === undefined ? 1 : 0;
    underWay += counted;
    const end = () => {
      underWay -= counted;
      if (underWay === 0) empty();
    };
    work.then(end, end);
  };
  const handBack = createHandBack(answerCall, track);

  const middleware = (request: NodeRequest, response: ServerResponse): void => {
    track(serve(request, response));
  };
  return Object.assign(middleware, {
    handle: createHandle(handBack, readStream, settings.limitBytes),
    fetch: createFetch(handBack, readStream),
    drain(): Promise<void> {
      drained ??= new Promise((resolve) => {
        empty = resolve;
        if (underWay === 0) empty();
      });
      return drained;
    },
    async health(): Promise<QueueHealth> {
      const open = drained === undefined;
      return open ? settings.secrets.health() : { ready: false, reason: 'the receiver is shutting down' };
    },
  });
}
