import { known, refusedAt } from './known.ts';
import { messageBody, messagesByType, sampleBody } from './samples.ts';

test.each(['v1', 'v1.1'])('messages may be an empty list in %s', (version) => {
  expect(known('message:appUser', sampleBody('message:appUser', { version, messages: [] })).messages).toEqual(
    [],
  );
});

test('messages missing is refused, so that no message is lost unseen', () => {
  expect(refusedAt(sampleBody('message:appUser', { messages: undefined }))).toEqual(['messages']);
});

test('two messages in one body are both read', () => {
  const messages = [messagesByType.text, messagesByType.image];
  expect(known('message:appMaker', sampleBody('message:appMaker', { messages })).messages).toEqual(messages);
});

test('conversation may be missing in v1.1', () => {
  expect(
    known('message:appUser', messageBody({ text: 'x' }, { conversation: undefined })).conversation,
  ).toBeUndefined();
});

test('the early v1 body has no app, no version and no types', () => {
  const body = {
    trigger: 'message:appUser',
    messages: [
      { _id: 'm', role: 'appUser', authorId: 'u', received: 1444348338.704, text: 'hi', actions: [] },
    ],
    appUser: { _id: 'u', devices: [] },
  };
  expect(known('message:appUser', body)).toEqual({ ...body, version: 'v1' });
});
