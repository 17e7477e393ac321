import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { ClientRecord, Happening, UserRecord } from '../../../src/emulator/world/index.ts';
import { parseEvent, versions } from '../../../src/events/index.ts';
import { message as anyMessage } from '../../../src/testing/fast-check/messages.ts';
import { findUnknownKeys } from '../support/unknown-keys.ts';
import { createHappenings, render, client as sampleClient, user as sampleUser } from './samples.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', 'a\u0000b', '\uD800', '__proto__', '田中 芽衣', '"\\'),
);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const id = fc.string({ minLength: 1, maxLength: 255 });

const client: fc.Arbitrary<ClientRecord> = fc
  .record(
    {
      platform: fc.constantFrom('web', 'whatsapp', 'a-new-channel'),
      status: fc.constantFrom('active' as const, 'blocked' as const, 'inactive' as const, 'pending' as const),
      displayName: text,
      externalId: text,
      info: fc.dictionary(text, fc.oneof(text, fc.nat())),
      raw: fc.jsonValue(),
    },
    { requiredKeys: ['platform', 'status'], noNullPrototype: true },
  )
  .map((fields) => ({ ...sampleClient, ...fields }));

const user: fc.Arbitrary<UserRecord> = fc
  .record({
    userId: maybe(text),
    givenName: maybe(text),
    surname: maybe(text),
    email: maybe(text),
    avatarUrl: maybe(text),
    properties: fc.dictionary(
      text,
      fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
    ),
    conversationStarted: fc.boolean(),
    clients: fc.array(client, { maxLength: 3 }),
    pendingClients: fc.array(client, { maxLength: 2 }),
    conversation: fc.constantFrom(undefined, sampleUser.conversation),
  })
  .map((fields) => ({ ...sampleUser, ...fields }));

/** Keys that the messages have now and then, as the service may add some. */
const strange = /\.(x-|constructor$|toString$|hasOwnProperty$|a\.b:c$)/s;

const templates = createHappenings();
const name = fc.constantFrom(...(Object.keys(templates) as (keyof typeof templates)[]));

/** Each happening, about other people and things. */
const happening: fc.Arbitrary<Happening> = fc
  .record({
    name,
    user,
    other: user,
    message: anyMessage,
    client: maybe(client),
    clients: fc.array(client, { minLength: 1, maxLength: 3 }),
    source: fc.record(
      { type: text, id: text, integrationId: id },
      { requiredKeys: ['type'], noNullPrototype: true },
    ),
    criteria: fc.dictionary(text, text),
    matched: maybe(user),
    referral: fc.record(
      { code: text, details: fc.constant({}) },
      { requiredKeys: ['code'], noNullPrototype: true },
    ),
    externalMessages: maybe(fc.array(fc.record({ id }), { maxLength: 3 })),
  })
  .map(({ name: chosen, other, client: chosenClient, ...parts }) => {
    const template: Happening = templates[chosen];
    const changed = { ...template, ...parts, client: chosenClient, matchedClient: chosenClient };
    return { ...changed, surviving: parts.user, discarded: [other] } as unknown as Happening;
  });

const asked = fc.record({
  version: fc.constantFrom(...versions),
  includeClient: fc.boolean(),
  includeFullAppUser: fc.boolean(),
});

describe('every body, whoever and whatever it is about', () => {
  it('is an event that the receiver knows, with all its keys', () => {
    fc.assert(
      fc.property(happening, asked, (told, fields) => {
        for (const { trigger, body } of render(told, fields)) {
          expect(parseEvent(body)).toMatchObject({
            kind: 'known',
            event: { trigger, version: fields.version },
          });
          expect(findUnknownKeys(body).filter((path) => !strange.test(path))).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is the same after a way through JSON', () => {
    fc.assert(
      fc.property(happening, asked, (told, fields) => {
        for (const { body } of render(told, fields))
          expect(isDeepStrictEqual(JSON.parse(JSON.stringify(body)), body)).toBe(true);
      }),
    );
  });
});
