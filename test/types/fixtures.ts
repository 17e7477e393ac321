// Compiled, never run: what the types of the fixtures promise.
import type { EventOf, JsonObject, Trigger, Version } from '../../src/events/index.ts';
import {
  type Fixture,
  type FixtureName,
  type FixturePayload,
  fixture,
  fixtures,
  type PayloadOf,
} from '../../src/testing/index.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function expectType<_Holds extends true>(): void {}

// A v1.1 fixture is what a handler gets.
export const message = fixture('v1.1/message.appUser/text');
message satisfies EventOf<'message:appUser', 'v1.1'>;
export const id: string = message.appUser._id;
for (const item of message.messages) {
  if (item.type === 'image') item.mediaUrl satisfies string;
  // @ts-expect-error a message has no such field in the tables
  item.role satisfies number;
}
expectType<Equal<FixturePayload<'v1.1/client.block/client'>, EventOf<'client:block', 'v1.1'>>>();
expectType<
  Equal<FixturePayload<'v1.1/message.delivery.channel/text'>, EventOf<'message:delivery:channel', 'v1.1'>>
>();

// A v1 fixture may leave the version out, or spell it in two ways.
const old = fixture('v1/message.appUser/text');
expectType<Equal<typeof old.version, 'v1' | '1' | undefined>>();
expectType<Equal<typeof old.trigger, 'message:appUser'>>();
export const { messages } = old;
messages[0]?._id satisfies string | undefined;
// @ts-expect-error the version is not sure to be there
export const notNormalized: EventOf<'message:appUser', 'v1'> = old;
const letterless = fixture('v1.1/message.appUser/version-without-letter');
expectType<Equal<typeof letterless.version, 'v1.1' | '1.1' | undefined>>();

// What has no schema is a JSON object.
expectType<Equal<FixturePayload<'unknown/v2-body'>, JsonObject>>();
expectType<Equal<FixturePayload<'refused/image-without-media-url'>, JsonObject>>();

// Names are checked.
// @ts-expect-error there is no such case
fixture('v1.1/message.appUser/txt');
// @ts-expect-error delivery:success is a trigger of v1 alone
fixture('v1.1/delivery.success/text');
// @ts-expect-error folders have no colons
fixture('v1.1/message:appUser/text');
export const someName = 'v1/postback/with-source' satisfies FixtureName;

// The filter gives the type of the payload.
for (const { name, trigger, version, payload } of fixtures({ trigger: 'postback' })) {
  expectType<Equal<typeof trigger, 'postback'>>();
  expectType<Equal<typeof version, 'v1' | 'v1.1'>>();
  expectType<Equal<typeof payload, PayloadOf<'postback', 'v1'> | PayloadOf<'postback', 'v1.1'>>>();
  payload.postbacks[0]?.action._id satisfies string | undefined;
  name satisfies `${Version}/postback/${string}`;
  // @ts-expect-error postbacks carry no messages
  payload.messages satisfies readonly unknown[];
}
const reads = fixtures({ trigger: 'conversation:read', version: 'v1.1' });
expectType<Equal<(typeof reads)[number]['payload'], EventOf<'conversation:read', 'v1.1'>>>();
expectType<Equal<Fixture<'client:block', 'v1'>, never>>();
for (const { trigger, version } of fixtures({ version: 'v1' })) {
  expectType<Equal<typeof version, 'v1'>>();
  // @ts-expect-error typing:appUser is a trigger of v1.1 alone
  if (trigger === 'typing:appUser') throw new Error();
}
for (const entry of fixtures()) {
  expectType<Equal<typeof entry.trigger, Trigger>>();
  if (entry.trigger === 'payment:success') entry.payload.payments[0]?.charge.id satisfies string | undefined;
}
// @ts-expect-error there is no such trigger
fixtures({ trigger: 'message:appuser' });
// @ts-expect-error there is no such version
fixtures({ version: 'v3' });
