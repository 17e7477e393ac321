import { OptionsError } from '../../src/errors/index.ts';
import { triggers } from '../../src/events/index.ts';
import { createRouter, type Router } from '../../src/router/index.ts';
import { makeKnown, makeUnknown } from './support.ts';

const names = (router: Router, parsed = makeKnown('message:appUser')) =>
  router.match(parsed).map(({ name }) => name);
const ignore = () => {};

test('matches a trigger and no other', () => {
  const router = createRouter().on('message:appUser', { name: 'a' }, ignore);
  expect(names(router)).toEqual(['a']);
  expect(names(router, makeKnown('message:appMaker'))).toEqual([]);
});

test.each(triggers)('matches %s by its own name', (trigger) => {
  const router = createRouter().on(trigger, { name: 'a' }, ignore);
  expect(triggers.filter((other) => names(router, makeKnown(other)).length > 0)).toEqual([trigger]);
});

test('matches every trigger of a family and none beside it', () => {
  const router = createRouter().on('message:delivery:*', { name: 'a' }, ignore);
  expect(triggers.filter((trigger) => names(router, makeKnown(trigger)).length > 0)).toEqual([
    'message:delivery:channel',
    'message:delivery:user',
    'message:delivery:failure',
  ]);
});

test('matches a handler once when its patterns overlap', () => {
  const router = createRouter().on(['message:*', 'message:appUser', 'message:appUser'], ignore);
  expect(names(router)).toEqual(['message:*,message:appUser/ignore']);
});

test('matches in the order of registration', () => {
  const router = createRouter()
    .onAny({ name: 'first' }, ignore)
    .on('message:appUser', { name: 'second' }, ignore)
    .on('message:*', { name: 'third' }, ignore);
  expect(names(router)).toEqual(['first', 'second', 'third']);
});

test('matches the asked version alone', () => {
  const router = createRouter()
    .on('message:appUser', { version: 'v1', name: 'a' }, ignore)
    .onAny({ version: 'v1.1', name: 'b' }, ignore);
  expect(names(router, makeKnown('message:appUser', 'v1'))).toEqual(['a']);
  expect(names(router, makeKnown('message:appUser', 'v1.1'))).toEqual(['b']);
});

test('matches a handler that was registered after an equal event', () => {
  const router = createRouter().onAny({ name: 'first' }, ignore);
  expect(names(router)).toEqual(['first']);
  router.onAny({ name: 'second' }, ignore);
  expect(names(router)).toEqual(['first', 'second']);
});

test('matches an unknown event with onUnknown and with nothing else', () => {
  const router = createRouter().onAny(ignore).on('message:*', ignore).onUnknown({ name: 'a' }, ignore);
  expect(names(router, makeUnknown())).toEqual(['a']);
  expect(names(router)).not.toContain('a');
});

test('matches nothing for a refused payload', () => {
  const router = createRouter().onAny(ignore).onUnknown(ignore);
  const refused = { kind: 'refused', trigger: 'postback', version: 'v1', issues: [], payload: {} } as const;
  expect(names(router, refused)).toEqual([]);
});

test('lists what is registered, without the functions', () => {
  const router = createRouter()
    .on('link:*', { name: 'crm', version: 'v1', timeoutMs: 5, attempts: 2, when: () => true }, ignore)
    .onUnknown(ignore);
  expect(router.handlers()).toEqual([
    {
      name: 'crm',
      method: 'on',
      patterns: ['link:*'],
      triggers: ['link:success', 'link:match', 'link:failure'],
      version: 'v1',
      timeoutMs: 5,
      attempts: 2,
    },
    { name: 'onUnknown/ignore', method: 'onUnknown', patterns: [], triggers: [] },
  ]);
});

test('names a handler by its pattern and its function, and numbers what comes again', () => {
  const router = createRouter()
    .on('postback', () => {})
    .on('postback', () => {})
    .on('postback', () => {})
    .on(['link:success', 'link:failure'], function save() {})
    .onAny(() => {});
  expect(router.handlers().map(({ name }) => name)).toEqual([
    'postback',
    'postback#2',
    'postback#3',
    'link:success,link:failure/save',
    'onAny',
  ]);
});

test('numbers a default name that was given to another handler', () => {
  const router = createRouter()
    .on('postback', { name: 'postback' }, () => {})
    .on('postback', () => {});
  expect(router.handlers().map(({ name }) => name)).toEqual(['postback', 'postback#2']);
});

test('refuses a name that is taken', () => {
  const router = createRouter().on('postback', { name: 'crm' }, ignore);
  expect(() => router.on('link:match', { name: 'crm' }, ignore)).toThrow(OptionsError);
  expect(router.handlers()).toHaveLength(1);
});

test.each([
  ['message:appuser', "did you mean 'message:appUser'?"],
  ['Postback', "did you mean 'postback'?"],
  ['message:delivery', "did you mean 'message:delivery:*'?"],
  ['conversations:read', "did you mean 'conversation:read'?"],
  ['message:delivery:chanel', "did you mean 'message:delivery:channel'?"],
  ['postback:*', "did you mean 'postback'?"],
  ['constructor', 'did you mean'],
  ['', 'did you mean'],
  ['*', 'use onAny'],
])('refuses the pattern %p and says what is right', (pattern, hint) => {
  const register = () => createRouter().on(pattern as 'postback', ignore);
  expect(register).toThrow(OptionsError);
  expect(register).toThrow(hint);
});

test.each([
  ['a pattern that is no text', () => createRouter().on(7 as never, ignore)],
  ['an empty list', () => createRouter().on([], ignore)],
  ['a wrong pattern in a list', () => createRouter().on(['postback', 'x' as 'postback'], ignore)],
  ['a handler that is no function', () => createRouter().on('postback', {}, 'x' as never)],
  ['no handler', () => createRouter().onAny(undefined as never)],
  ['options that are no object', () => createRouter().on('postback', null as never, ignore)],
  ['an unknown option', () => createRouter().on('postback', { timeout: 5 } as never, ignore)],
  ['a version for onUnknown', () => createRouter().onUnknown({ version: 'v1' } as never, ignore)],
  ['an unknown version', () => createRouter().on('postback', { version: 'v2' as 'v1' }, ignore)],
  [
    'a version that the trigger lacks',
    () => createRouter().on('delivery:success', { version: 'v1.1' as 'v1' }, ignore),
  ],
  [
    'a version that the family lacks',
    () => createRouter().on('message:delivery:*', { version: 'v1' as 'v1.1' }, ignore),
  ],
  [
    'a version that one of a list lacks',
    () => createRouter().on(['postback', 'typing:appUser'], { version: 'v1' as 'v1.1' }, ignore),
  ],
  ['a blank name', () => createRouter().on('postback', { name: ' ' }, ignore)],
  ['a when that is no function', () => createRouter().on('postback', { when: true as never }, ignore)],
  ['a timeout of zero', () => createRouter().on('postback', { timeoutMs: 0 }, ignore)],
  ['attempts that are not whole', () => createRouter().on('postback', { attempts: 1.5 }, ignore)],
  ['attempts that are no number', () => createRouter().on('postback', { attempts: '3' as never }, ignore)],
])('refuses %s', (_, register) => {
  expect(register).toThrow(OptionsError);
});

test('says which versions a trigger has', () => {
  expect(() => createRouter().on('delivery:success', { version: 'v1.1' as 'v1' }, ignore)).toThrow(
    "'delivery:success' never comes in version v1.1, only in v1.",
  );
});

test('takes a version that only some of a family have', () => {
  const router = createRouter().on('client:*', { version: 'v1', name: 'a' }, ignore);
  expect(names(router, makeKnown('client:add', 'v1'))).toEqual(['a']);
});
