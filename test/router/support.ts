import type { ParsedEvent, Trigger, Version, WebhookEvent } from '../../src/events/index.ts';
import type { DeliveryRun } from '../../src/router/index.ts';
import { createManualClock, type ManualClock } from '../../src/testing/manual-clock.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';

/** A parsed event with nothing in it but its trigger and version, and a text that must not be seen in logs. */
export function makeKnown(trigger: Trigger, version: Version = 'v1.1'): ParsedEvent {
  const payload = { trigger, version, messages: [{ text: 'a canary in the coal mine' }] };
  return { kind: 'known', event: payload as unknown as WebhookEvent, payload };
}

/** A parsed event of an unknown trigger. */
export function makeUnknown(): ParsedEvent {
  const payload = { trigger: 'message:brandNew' };
  const event = { trigger: 'message:brandNew', version: 'v1.1', reason: 'trigger', payload } as const;
  return { kind: 'unknown', event, payload };
}

/** A run of an event, with what it uses in reach of the test. */
export interface TestRun extends DeliveryRun {
  readonly clock: ManualClock;
  readonly logger: ReturnType<typeof createMemoryLogger>;
  /** What was written, and what is there from the start. */
  readonly stored: Map<string, string>;
  /** Takes the delivery back. */
  readonly takeBack: (reason?: unknown) => void;
}

/** A first run of a `message:appUser` event, changed by `overrides`. */
export function makeRun(
  overrides: Partial<DeliveryRun> = {},
  stored: Map<string, string> = new Map(),
): TestRun {
  const control = new AbortController();
  return {
    event: makeKnown('message:appUser').payload,
    delivery: {
      key: 'w1-key',
      attempt: 1,
      redelivered: false,
      receivedAtMs: 1_700_000_000_000,
      webhook: null,
    },
    trigger: 'message:appUser',
    signal: control.signal,
    timeoutMs: 60_000,
    checkpoints: {
      known: new Map(stored),
      write: async (name, value) => {
        stored.set(name, value);
      },
      note: (name, value) => {
        stored.set(name, value);
      },
    },
    settles: true,
    stored,
    takeBack: (reason) => control.abort(reason),
    ...overrides,
    logger: createMemoryLogger(),
    clock: createManualClock(),
  };
}
