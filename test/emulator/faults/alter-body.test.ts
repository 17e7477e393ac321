import { alterBody, type DeliveryFault } from '../../../src/emulator/faults/index.ts';
import { parseEvent } from '../../../src/events/index.ts';
import { fixture, fixtures } from '../../../src/testing/index.ts';

const faults = (...types: ('unknownTrigger' | 'unknownKeys' | 'unknownValues')[]): DeliveryFault[] =>
  types.map((type) => ({ type }));

describe('bodies with what nobody knows yet', () => {
  it.each(fixtures().map(({ name, payload }) => [name, payload] as const))(
    'are still known: %s',
    (_, payload) => {
      const altered = alterBody({ ...payload }, faults('unknownKeys', 'unknownValues'));
      expect(altered).not.toEqual(payload);
      expect(parseEvent(altered)).toMatchObject({ kind: 'known', event: { trigger: payload.trigger } });
    },
  );

  it('are unknown with a trigger that does not exist', () => {
    const altered = alterBody({ ...fixture('v1.1/postback/carousel-button') }, faults('unknownTrigger'));
    expect(altered['trigger']).toBe('postback:unlisted');
    expect(parseEvent(altered)).toMatchObject({ kind: 'unknown' });
  });

  it('have new values in the sets of the service, and nowhere else', () => {
    const body = {
      version: 'v1.1',
      message: { type: 'text', role: 'appUser', text: 'hi', metadata: { type: 'mine' } },
      client: { platform: 'viber', status: 'active', raw: { type: 'theirs' } },
      count: { type: 1 },
      postbacks: [{ action: { type: 'postback' } }],
    };
    const before = structuredClone(body);
    expect(alterBody(body, faults('unknownValues'))).toEqual({
      version: 'v1.1',
      message: { type: 'unlisted-text', role: 'unlisted-appUser', text: 'hi', metadata: { type: 'mine' } },
      client: { platform: 'unlisted-viber', status: 'unlisted-active', raw: { type: 'theirs' } },
      count: { type: 1 },
      postbacks: [{ action: { type: 'postback' } }],
    });
    expect(body).toEqual(before);
  });

  it('have a new key in each object of the service, in lists too', () => {
    const altered = alterBody({ messages: [{ metadata: {} }, 'text'] }, faults('unknownKeys'));
    const unlistedKey = { since: 'tomorrow', list: [1, null] };
    expect(altered).toEqual({ messages: [{ metadata: {}, unlistedKey }, 'text'], unlistedKey });
  });

  it('are as they were without such a fault', () => {
    const body = { trigger: 'postback' };
    expect(alterBody(body, [{ type: 'delay', ms: 1 }])).toBe(body);
  });
});
