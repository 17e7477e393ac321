import type { Clock } from '../../clock.ts';
import { type Break, type FaultName, makeHeaders } from '../../testing/sender/index.ts';
import type { DeliveryFault } from '../faults/index.ts';
import type { DeliveryEntry } from './record.ts';

/** The header as the service spells it. Source: seen on the wire. */
const SECRET_HEADER = 'X-API-Key';

/** How an attempt is made. */
export interface AttemptPlan {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What happens to the call. */
  readonly fault: FaultName | Break;
  /** Waits in the middle of the body. */
  readonly pause?: { begin(): Promise<void>; readonly over: Promise<void> };
  readonly faults: readonly string[];
}

/** The next attempt of a delivery, spoilt as `drawn` says. */
export function planAttempt(
  { text, secret }: DeliveryEntry,
  drawn: readonly DeliveryFault[],
  clock: Clock,
): AttemptPlan {
  const has = (type: DeliveryFault['type']) => drawn.some((fault) => fault.type === type);
  const body = has('cutJson') ? text.slice(0, Math.floor(text.length / 2)) : text;
  const headers = makeHeaders(body, SECRET_HEADER, has('wrongSecret') ? `not-${secret}` : secret);
  const { [SECRET_HEADER]: _, ...withoutSecret } = headers;
  const slow = drawn.find((fault) => fault.type === 'slowBody');
  return {
    headers: has('noSecret') ? withoutSecret : headers,
    body,
    fault: drawn.map(({ type }) => type).find(isCallFault) ?? 'none',
    ...(slow !== undefined && 'ms' in slow && { pause: createPause(clock, slow.ms) }),
    faults: drawn.map(({ type }) => type),
  };
}

const callFaults = ['duplicate', 'loseResponse', 'late', 'cut', 'reset'] as const;

function isCallFault(type: string): type is (typeof callFaults)[number] {
  return (callFaults as readonly string[]).includes(type);
}

function createPause(clock: Clock, ms: number): NonNullable<AttemptPlan['pause']> {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    over,
    begin() {
      clock.schedule(end, ms);
      return over;
    },
  };
}
