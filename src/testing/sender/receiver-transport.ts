import type { Answer, HandleInput } from '../../index.ts';
import { NoAnswerError, type OutgoingCall, type Transport } from './transport.ts';

/** A target in this process that takes calls as values: a receiver, or whatever has its methods. */
export interface InProcessTarget {
  handle(call: HandleInput): Promise<Answer>;
  /** Gets the calls that are cut: only a `Request` can have a body that breaks. Without it such a call does not reach the target. */
  fetch?(request: Request): Promise<Response>;
}

/** Hands calls over in process: no socket, no wait for one, so a manual clock is exact to the millisecond. */
export function createReceiverTransport(target: InProcessTarget): Transport {
  return {
    inProcess: true,
    probePaths: [undefined],
    call: ({ method, headers, body }, signal) =>
      new Promise((resolve, reject) => {
        const fail = (error: unknown) => reject(new NoAnswerError('reset', error));
        // a target in process cannot be hung up on: what it answers later is dropped
        signal.addEventListener('abort', () => fail(signal.reason), { once: true });
        // `async` turns an exception of the target into a rejection
        const handling = (async () => target.handle({ method, headers, body }))();
        handling.then(resolve, fail);
      }),
    async cut(call) {
      // nobody is left to read what the target answers
      target.fetch?.(toBrokenRequest(call)).catch(() => {});
    },
    closed: async () => {},
  };
}

/** A request whose body breaks off after its first half. */
function toBrokenRequest({ method, headers, body }: OutgoingCall): Request {
  const bytes = Buffer.from(body);
  let begun = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (begun) return controller.error(new Error('the connection was cut'));
      begun = true;
      controller.enqueue(bytes.subarray(0, Math.floor(bytes.length / 2)));
    },
  });
  return new Request('http://target.invalid/', { method, headers, body: stream, duplex: 'half' });
}
