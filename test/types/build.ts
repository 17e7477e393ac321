// Compiled, never run: what the types of the builders, the overrides and the arbitraries promise.
import fc from 'fast-check';
import type { EventOf, OpenSet, Trigger } from '../../src/events/index.ts';
import { arbitraryEvent } from '../../src/testing/fast-check/index.ts';
import { build, fixture, type freshen, type Overrides, type PayloadOf } from '../../src/testing/index.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function expectType<_Holds extends true>(): void {}

// The newest version by default, any other on demand.
export const newest = build('message:appUser', { text: 'hi' });
expectType<Equal<typeof newest, EventOf<'message:appUser', 'v1.1'>>>();
export const old = build('message:appUser', { version: 'v1', text: 'hi' });
expectType<Equal<typeof old, PayloadOf<'message:appUser', 'v1'>>>();
export const report = build('delivery:failure');
expectType<Equal<typeof report, PayloadOf<'delivery:failure', 'v1'>>>();
build('postback', { payload: 'BUY', seed: 3 }).postbacks[0]?.action.payload satisfies string | undefined;

// A trigger from a list gives every payload of the newest versions.
export const any = build('postback' as Trigger);
any.trigger satisfies Trigger;

// @ts-expect-error there is no such trigger
build('message:appuser');
// @ts-expect-error v1.1 does not send it
build('delivery:success', { version: 'v1.1' });
// @ts-expect-error a postback has no text
build('postback', { text: 'hi' });
// @ts-expect-error there is no such option
build('message:appUser', { txt: 'hi' });

// Messages are told apart by type, and have no fields but those of their type.
build('message:appMaker', { message: { type: 'image', mediaUrl: 'https://example.com/a.png' } });
build('message:appMaker', { message: { type: 'hologram', text: 'hi' } });
build('message:appMaker', { message: { metadata: { order: 5521 }, name: null } });
build('message:appMaker', { message: { type: 'location', coordinates: { lat: 1 } } });
build('message:appMaker', { message: { type: 'form', fields: [] } });
// @ts-expect-error an image has no fields
build('message:appMaker', { message: { type: 'image', fields: [] } });
// @ts-expect-error a URL is a text
build('message:appMaker', { message: { type: 'image', mediaUrl: 7 } });

// Overrides are partial down to the last object, in the fields of trigger and version.
build('message:delivery:failure', { overrides: { error: { code: 'blocked' }, conversation: undefined } });
build('message:delivery:failure', {
  overrides: { error: { code: 'new_code' }, destination: { type: 'new' } },
});
build('message:appUser', { version: 'v1', overrides: { appUser: { devices: [] } } });
expectType<Equal<Overrides<OpenSet<'web'>>, OpenSet<'web'>>>();
// @ts-expect-error the truncated user of v1.1 has no devices
build('message:appUser', { overrides: { appUser: { devices: [] } } });
// @ts-expect-error a list is given whole, with members that are whole
build('message:appUser', { overrides: { messages: [{ type: 'text' }] } });
fixture('v1.1/message.appUser/text', { appUser: { properties: { vip: true } }, conversation: undefined });
fixture('v1.1/message.appUser/text', {}, { fresh: true });
fixture('unknown/v2-body', { webhook: { version: 'v3' } });
// @ts-expect-error a misspelt field
fixture('v1.1/message.appUser/text', { appUser: { userID: 'customer-7' } });
// @ts-expect-error a user id is a text
fixture('v1.1/message.appUser/text', { appUser: { userId: 7 } });
// @ts-expect-error there is no such option
fixture('v1.1/message.appUser/text', {}, { frsh: true });
expectType<Equal<ReturnType<typeof fixture<'unknown/v2-body'>>, { readonly [key: string]: unknown }>>();
expectType<
  Equal<
    Overrides<{ a: { b: string }; list: number[] }>,
    { readonly a?: { readonly b?: string | undefined } | undefined; readonly list?: number[] | undefined }
  >
>();

// What freshen gives is what it got.
expectType<Equal<ReturnType<typeof freshen<{ a: 1 }>>, { a: 1 }>>();

// Arbitraries are typed like the builders.
const read = arbitraryEvent('conversation:read');
expectType<Equal<typeof read, fc.Arbitrary<EventOf<'conversation:read', 'v1.1'>>>>();
const start = arbitraryEvent('conversation:start', 'v1');
expectType<Equal<typeof start, fc.Arbitrary<PayloadOf<'conversation:start', 'v1'>>>>();
// @ts-expect-error v1 does not send it
arbitraryEvent('client:block', 'v1');
fc.assert(fc.property(read, ({ timestamp }) => Number.isFinite(timestamp)));
