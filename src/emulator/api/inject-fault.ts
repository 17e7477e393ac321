import type { RequestHandler, Response } from 'express';
import type { ApiFault } from '../faults/index.ts';
import { apiErrorStatuses, type World } from '../world/index.ts';
import type { Trace, Traces } from './log/traces.ts';
import { sendAnswer } from './send-answer.ts';

/** Where faults of calls come from. */
export interface ApiFaults {
  /** The fault for this call, if one is due. `path` has the version in front and no query. */
  drawApi(method: string, path: string): ApiFault | undefined;
}

/** Has a call suffer the fault that is due, before it is looked at; one without a fault goes on. */
export function injectFaults(world: World, faults: ApiFaults, traces: Traces): RequestHandler {
  return (request, response, next) => {
    const trace = traces.of(response);
    const fault = faults.drawApi(request.method, request.path);
    if (fault === undefined) return next();
    trace.note({ fault: fault.type });
    switch (fault.type) {
      case 'latency':
        return delay(world, trace, response, fault.ms, next);
      case 'dropAfterCommit':
        trace.dropsAnswer = true;
        return next();
      case 'timeout':
        return trace.hold();
      case 'reset':
        trace.finish();
        return void request.socket.resetAndDestroy();
      case 'html':
        return sendHtml(response, trace, fault.status);
      case 'status':
        return sendStatus(response, trace, fault);
    }
  };
}

function delay({ clock }: World, trace: Trace, response: Response, ms: number, next: () => void): void {
  trace.hold();
  const cancel = clock.schedule(() => {
    response.off('close', cancel);
    trace.resume();
    next();
  }, ms);
  response.once('close', cancel);
}

function sendStatus(response: Response, trace: Trace, fault: Extract<ApiFault, { type: 'status' }>): void {
  const { status, code = codeOf(status), retryAfter } = fault;
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  sendAnswer(response, trace, { status, body: { error: { code, description: 'Ordered by a fault rule' } } });
}

function codeOf(status: number): string {
  const found = Object.entries(apiErrorStatuses).find(([, known]) => known === status);
  return found?.[0] ?? 'service_unavailable';
}

/** What a proxy in front of the service answers when the service does not: not JSON. */
function sendHtml(response: Response, trace: Trace, status: number): void {
  trace.finish(status);
  response
    .status(status)
    .type('html')
    .send(
      `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center></body></html>\n`,
    );
}
