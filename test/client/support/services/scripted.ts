import { dropConnection, giveReply, html, type Reply, type SeenCall, startServer } from '../server.ts';
import { createPlan, type Listeners, type Service, type ServiceKind, type Trouble } from './service.ts';

/** A server that answers what it is told. */
export const scripted: ServiceKind = {
  service: 'a scripted server',
  start: startScripted,
  knows: () => true,
};

async function startScripted(
  model: (call: SeenCall) => Reply = () => ({ status: 200, body: {} }),
): Promise<Service> {
  const server = await startServer();
  const { next, ...plan } = createPlan();
  let listeners: Listeners = {};
  let carriedOut = 0;
  const carryOut = (call: SeenCall): Reply => {
    carriedOut++;
    return model(call);
  };
  server.answer(({ method }) => (response, call) => {
    const trouble = next(method);
    const answer = () => {
      giveReply(
        response,
        call,
        spoil(trouble, () => carryOut(call)),
      );
      if (!response.writableEnded && !response.destroyed) listeners.onSilence?.();
    };
    void Promise.resolve(listeners.onCall?.()).then(answer);
  });
  return {
    ...plan,
    baseUrl: server.baseUrl,
    calls: server.calls,
    listen(given) {
      listeners = given;
    },
    carriedOut: () => carriedOut,
    close: server.close,
  };
}

const silence: Reply = () => {};

function spoil(trouble: Trouble | undefined, carryOut: () => Reply): Reply {
  switch (trouble?.type) {
    case 'status':
      return refuse(trouble);
    case 'html':
      return html(trouble.status);
    case 'reset':
      return dropConnection;
    case 'timeout':
      return silence;
    case 'dropAfterCommit':
      carryOut();
      return dropConnection;
    case 'statusAfterCommit':
      carryOut();
      return { status: trouble.status };
    case 'cutAfterCommit':
      carryOut();
      return cut(201);
    case 'silenceAfterCommit':
      carryOut();
      return silence;
    case 'cut':
      return cut(200);
    case 'latency':
      throw new Error('a script answers at once: let it wait in onCall');
    case undefined:
      return carryOut();
  }
}

function refuse({ status, code, retryAfter }: Extract<Trouble, { type: 'status' }>): Reply {
  return {
    status,
    ...(code !== undefined && { body: { error: { code } } }),
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  };
}

function cut(status: number): Reply {
  return (response) => response.writeHead(status, { 'content-type': 'application/json' }).end('{"mess');
}
