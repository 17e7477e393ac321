import { known, refusedAt } from './known.ts';
import { sampleBody } from './samples.ts';

describe.each(['message:delivery:user', 'notification:delivery:user'] as const)('%s', (trigger) => {
  test('may say that it is not the final event', () => {
    expect(known(trigger, sampleBody(trigger, { isFinalEvent: false })).isFinalEvent).toBe(false);
    expect(refusedAt(sampleBody(trigger, { isFinalEvent: undefined }))).toEqual(['isFinalEvent']);
  });

  test.each([[[]], [undefined]])('may have externalMessages %j', (externalMessages) => {
    expect(known(trigger, sampleBody(trigger, { externalMessages })).externalMessages).toEqual(
      externalMessages,
    );
  });

  test('may have no timestamp', () => {
    expect(known(trigger, sampleBody(trigger, { timestamp: undefined })).timestamp).toBeUndefined();
  });

  test('refuses a timestamp that is not finite', () => {
    expect(refusedAt(sampleBody(trigger, { timestamp: Number.POSITIVE_INFINITY }))).toEqual(['timestamp']);
  });
});

test('a delivered message is an id alone', () => {
  const body = sampleBody('message:delivery:channel', { message: { _id: 'm' }, conversation: undefined });
  expect(known('message:delivery:channel', body).message).toEqual({ _id: 'm' });
});

test('a notification has a UUID and no app user', () => {
  const notification = { _id: '8f14e45f-ceea-467f-a9d5-31e8a9f0d3b1' };
  const body = sampleBody('notification:delivery:channel', { notification, matchResult: undefined });
  expect(known('notification:delivery:channel', body).notification).toEqual(notification);
  expect(body).not.toHaveProperty('appUser');
});

test.each([{}, { appUser: { _id: 'u', conversationStarted: true } }, { client: {} }])(
  'a match result may be %j',
  (matchResult) => {
    const body = sampleBody('notification:delivery:user', { matchResult });
    expect(known('notification:delivery:user', body).matchResult).toEqual(matchResult);
  },
);

test.each(['message:delivery:failure', 'notification:delivery:failure', 'delivery:failure'] as const)(
  '%s has an error',
  (trigger) => {
    expect(refusedAt(sampleBody(trigger, { error: undefined }))).toEqual(['error']);
    expect(refusedAt(sampleBody(trigger, { error: {} }))).toEqual(['error.code']);
  },
);

describe('an error', () => {
  const read = (error: object) =>
    known('message:delivery:failure', sampleBody('message:delivery:failure', { error })).error;

  test.each([
    { errors: [{ code: 470, title: 'Too late' }] },
    { code: 102, message: 'Session expired' },
    { ok: 'False', error_code: 403, description: 'Forbidden' },
    { message: 'no' },
    undefined,
    null,
    'text',
  ])('may have underlyingError %j', (underlyingError) => {
    expect(read({ code: 'uncategorized_error', underlyingError }).underlyingError).toEqual(underlyingError);
  });

  test.each(['forbidden', 'blocked', 'moon_phase'])('may have code %s', (code) => {
    expect(read({ code })).toEqual({ code });
  });
});

test('the first v1 delivery names a channel in place of a destination', () => {
  const body = {
    trigger: 'delivery:success',
    channel: 'line',
    items: [],
    actions: [],
    messages: [{ _id: 'm', role: 'appMaker', authorId: 'h', received: 1, text: 'x' }],
    appUser: { _id: 'u' },
    timestamp: 1.5,
  };
  expect(known('delivery:success', body)).toEqual({ ...body, version: 'v1' });
});

test('a destination type is open', () => {
  const destination = { type: 'pigeon' };
  expect(
    known('message:delivery:user', sampleBody('message:delivery:user', { destination })).destination.type,
  ).toBe('pigeon');
});
