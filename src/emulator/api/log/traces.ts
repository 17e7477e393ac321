import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Version } from '../../../events/index.ts';
import type { World } from '../../world/index.ts';
import type { ApiLog } from './api-log.ts';
import { toLogText } from './to-log-text.ts';

/** What becomes known of a call on its way. */
interface Findings {
  version?: Version;
  appId?: string;
  keyId?: string;
  fault?: string;
  requestBody?: unknown;
}

/** A call that is under way. */
export interface Trace {
  /** Set when the answer must not reach the caller. */
  dropsAnswer: boolean;
  /** Adds to what the log will say. */
  note(findings: Findings): void;
  warn(text: string): void;
  /** The call waits for the clock or for its caller: it is not in progress until `resume`. */
  hold(): void;
  resume(): void;
  /** Writes the call into the log. Only the first time counts; without it the end of the connection does it. */
  finish(status?: number, answerBody?: unknown): void;
}

/** The calls that are under way. */
export interface Traces {
  begin(request: IncomingMessage, response: ServerResponse): Trace;
  /** The trace of a call that has begun. */
  of(response: ServerResponse): Trace;
  /** How many calls are in progress, without those that are held. */
  pending(): number;
  /** Resolves when none is in progress. */
  idle(): Promise<void>;
}

/** Makes the traces that end in `log`. */
export function createTraces({ clock }: World, log: ApiLog): Traces {
  const traces = new WeakMap<ServerResponse, Trace>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  function leave(): void {
    busy--;
    if (busy === 0) for (const resolve of waiting.splice(0)) resolve();
  }

  function begin({ method = '', url: path = '' }: IncomingMessage, response: ServerResponse): Trace {
    const [atMs, startMs] = [clock.now(), performance.now()];
    const warnings: string[] = [];
    let known: Findings = {};
    let [held, over] = [false, false];
    busy++;
    const trace: Trace = {
      dropsAnswer: false,
      note(findings) {
        known = { ...known, ...findings };
      },
      warn: (text) => void warnings.push(text),
      hold() {
        if (held || over) return;
        held = true;
        leave();
      },
      resume() {
        if (!held || over) return;
        held = false;
        busy++;
      },
      finish(status, answerBody) {
        if (over) return;
        over = true;
        const { requestBody, ...rest } = known;
        const [asked, answered] = [toLogText(requestBody), toLogText(answerBody)];
        log.add({
          atMs,
          method,
          path,
          ...rest,
          ...(status !== undefined && { status }),
          durationMs: Math.round((performance.now() - startMs) * 10) / 10,
          warnings,
          ...(asked !== undefined && { requestBody: asked }),
          ...(answered !== undefined && { answerBody: answered }),
        });
        if (!held) leave();
      },
    };
    response.once('close', () => trace.finish());
    traces.set(response, trace);
    return trace;
  }

  return {
    begin,
    of: (response) => traces.get(response) ?? begin(response.req, response),
    pending: () => busy,
    idle: () => (busy === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
