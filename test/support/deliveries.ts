import { randomUUID } from 'node:crypto';
import type { Delivery } from '../../src/delivery.ts';

/** A delivery of a text message with a key of its own, changed by `overrides`. */
export function makeDelivery(overrides: Partial<Delivery> = {}): Delivery {
  return {
    key: `w1-${randomUUID()}`,
    keyStrength: 'strong',
    windowMs: 3_600_000,
    trigger: 'message:appUser',
    version: 'v1.1',
    payload: {
      trigger: 'message:appUser',
      version: 'v1.1',
      app: { _id: '5f3a6c1e9b1d4a0012ab34c0' },
      appUser: { _id: '5f3a6c1e9b1d4a0012ab34c1' },
      messages: [
        {
          _id: '5f3a6c1e9b1d4a0012ab34c2',
          type: 'text',
          text: 'hello',
          role: 'appUser',
          authorId: '5f3a6c1e9b1d4a0012ab34c1',
          received: 1_597_664_286.123,
          source: { type: 'web' },
        },
      ],
    },
    receivedAtMs: 1_700_000_000_000,
    webhook: null,
    ...overrides,
  };
}
