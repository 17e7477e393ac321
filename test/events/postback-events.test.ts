import { known, refusedAt } from './known.ts';
import { type Body, sampleBody } from './samples.ts';

const action = { _id: 'a', type: 'postback', text: 'More', payload: 'MORE' };
const body = (postback: Body) => sampleBody('postback', { postbacks: [postback] });

test('a tap in a persistent menu has no message', () => {
  expect(known('postback', body({ action })).postbacks).toEqual([{ action }]);
});

test('a tap may have no metadata', () => {
  expect(known('postback', body({ action })).postbacks[0]?.metadata).toBeUndefined();
});

test('a tap may have a source', () => {
  const source = { type: 'messenger' };
  expect(known('postback', body({ action, source })).postbacks[0]?.source).toEqual(source);
});

test('a tap has an action with a payload', () => {
  expect(refusedAt(body({}))).toEqual(['postbacks.0.action']);
  expect(refusedAt(body({ action: { ...action, payload: undefined } }))).toEqual([
    'postbacks.0.action.payload',
  ]);
});
