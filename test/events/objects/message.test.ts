import { known, refusedAt } from '../known.ts';
import { actionsByType, type Body, messageBody, messagesByType, sampleBody } from '../samples.ts';

const read = (message: Body) => known('message:appUser', messageBody(message)).messages[0];

describe.each(Object.entries(messagesByType))('a message of type %s', (_type, message) => {
  test('is read whole', () => {
    expect(read(message)).toEqual(message);
  });

  test('may stand in recentNotifications and in a payment', () => {
    known('message:appUser', sampleBody('message:appUser', { recentNotifications: [message] }));
  });
});

test.each([
  ['text', 'text'],
  ['image', 'mediaUrl'],
  ['file', 'mediaUrl'],
  ['location', 'coordinates'],
  ['carousel', 'items'],
  ['list', 'items'],
  ['form', 'fields'],
  ['formResponse', 'fields'],
] as const)('a message of type %s without %s is refused there', (type, field) => {
  const { [field]: _, ...rest } = messagesByType[type] as Body;
  expect(refusedAt(sampleBody('message:appUser', { messages: [messagesByType.text, rest] }))).toEqual([
    `messages.1.${field}`,
  ]);
});

test('a place needs both coordinates', () => {
  expect(refusedAt(messageBody({ type: 'location', coordinates: { lat: 1 } }))).toEqual([
    'messages.0.coordinates.long',
  ]);
});

test.each(['_id', 'role', 'authorId', 'received'])('a message without %s is refused there', (field) => {
  expect(refusedAt(messageBody({ type: 'text', text: 'x', [field]: undefined }))).toEqual([
    `messages.0.${field}`,
  ]);
});

test('a wrong message inside a quoted one is refused in its place', () => {
  const quotedMessage = { type: 'message', content: { ...messagesByType.image, mediaUrl: 1 } };
  expect(refusedAt(messageBody({ type: 'text', text: 'x', quotedMessage }))).toEqual([
    'messages.0.quotedMessage.content.mediaUrl',
  ]);
});

describe('quirks of messages', () => {
  test('type missing, as in 2016', () => {
    expect(read({ text: 'hello' })).toMatchObject({ text: 'hello' });
    expect(read({ mediaUrl: 'https://example.org/i.jpg' })).toMatchObject({ mediaUrl: expect.any(String) });
  });

  test.each(['audio', 'video', 'interactive', 'hologram', ''])('type %j, which has no shape', (type) => {
    expect(read({ type, anything: [1] })).toMatchObject({ type, anything: [1] });
  });

  test.each([1, null, {}])('type %j, which is no text, is refused', (type) => {
    expect(refusedAt(messageBody({ type }))).toEqual(['messages.0.type']);
  });

  test('name null', () => {
    expect(read({ type: 'text', text: 'x', name: null })?.name).toBeNull();
  });

  test('name missing', () => {
    expect(read({ type: 'text', text: 'x', name: undefined })?.name).toBeUndefined();
  });

  test('text missing on an image', () => {
    expect(read(messagesByType.image)?.text).toBeUndefined();
  });

  test.each(['', '  ', 'a\0b', '\ud83d'])('text %j', (text) => {
    expect(read({ type: 'text', text })?.text).toBe(text);
  });

  test('metadata as a list, as in the oldest documents', () => {
    expect(read({ type: 'text', text: 'x', metadata: [] })?.metadata).toEqual([]);
  });

  test('metadata {} and missing', () => {
    expect(read({ type: 'text', text: 'x', metadata: {} })?.metadata).toEqual({});
    expect(read({ type: 'text', text: 'x', metadata: undefined })?.metadata).toBeUndefined();
  });

  test('actions and items empty', () => {
    expect(read({ type: 'text', text: 'x', actions: [], items: [] })).toMatchObject({
      actions: [],
      items: [],
    });
    expect(read({ type: 'carousel', items: [] })).toMatchObject({ items: [] });
  });

  test('a quoted message as a whole', () => {
    const quotedMessage = { type: 'message', content: messagesByType.form };
    expect(read({ type: 'text', text: 'x', quotedMessage })?.quotedMessage).toEqual(quotedMessage);
  });

  test('a quoted message as an id of the channel', () => {
    const quotedMessage = { type: 'externalMessageId', externalMessageId: 'wamid.1' };
    expect(read({ type: 'text', text: 'x', quotedMessage })?.quotedMessage).toEqual(quotedMessage);
  });

  test('a quoted message of another type', () => {
    expect(read({ type: 'text', text: 'x', quotedMessage: { type: 'new' } })?.quotedMessage).toEqual({
      type: 'new',
    });
  });

  test.each(['whisper', 'bot', ''])('role %j', (role) => {
    expect(read({ type: 'text', text: 'x', role })?.role).toBe(role);
  });

  test('source missing', () => {
    expect(read({ type: 'text', text: 'x', source: undefined })?.source).toBeUndefined();
  });

  test.each(['0123456789012345678', 'aGk+/w==', '3C8BF5D5-6B1C-4F59-9D53-9F6D4B0E6C11', undefined])(
    'source.id %p',
    (id) => {
      expect(read({ type: 'text', text: 'x', source: { type: 'line', id } })?.source?.id).toBe(id);
    },
  );

  test.each(['newchannel', ''])('source.type %j', (type) => {
    expect(read({ type: 'text', text: 'x', source: { type } })?.source?.type).toBe(type);
  });

  test('originalMessageTimestamp as text', () => {
    const source = {
      type: 'whatsapp',
      originalMessageTimestamp: '2020-08-17T14:58:06.123Z',
      group: 'g',
      intent: 1,
    };
    expect(read({ type: 'text', text: 'x', source })?.source).toEqual(source);
  });

  test.each([1597676286, 1597676286.1, 1597676286.12, 1597676286.123])('received %d', (received) => {
    expect(read({ type: 'text', text: 'x', received })?.received).toBe(received);
  });

  test.each(['m', '5f3a6c1e9b1d4a0012ab', '5f3a6c1e9b1d4a0012ab34c2a', 'x'.repeat(255)])('_id %s', (_id) => {
    expect(read({ type: 'text', text: 'x', _id })?._id).toBe(_id);
  });

  test('an empty _id is refused', () => {
    expect(refusedAt(messageBody({ type: 'text', text: 'x', _id: '' }))).toEqual(['messages.0._id']);
  });

  test('the payload of a reply', () => {
    expect(read({ type: 'text', text: 'Yes', payload: 'YES' })?.payload).toBe('YES');
  });

  test('a deleted message', () => {
    expect(read({ type: 'text', text: '[deleted]', deleted: true })?.deleted).toBe(true);
  });
});

describe('actions', () => {
  const readAction = (action: Body) => read({ type: 'text', text: 'x', actions: [action] })?.actions?.[0];

  test.each(Object.values(actionsByType) as Body[])('of type $type are read whole', (action) => {
    expect(readAction(action)).toEqual(action);
  });

  test.each([
    ['link', 'uri'],
    ['webview', 'uri'],
    ['postback', 'payload'],
    ['reply', 'payload'],
    ['buy', 'amount'],
    ['buy', 'currency'],
    ['share', '_id'],
    ['link', 'type'],
  ] as const)('of type %s without %s are refused there', (type, field) => {
    const { [field]: _, ...action } = actionsByType[type] as Body;
    expect(refusedAt(messageBody({ type: 'text', text: 'x', actions: [action] }))).toEqual([
      `messages.0.actions.0.${field}`,
    ]);
  });

  test('of an unknown type are kept', () => {
    expect(readAction({ _id: 'a', type: 'dance', steps: [1] })).toEqual({
      _id: 'a',
      type: 'dance',
      steps: [1],
    });
  });

  test('may have an empty uri and openOnReceive', () => {
    const action = { ...actionsByType.webview, uri: '', openOnReceive: true };
    expect(readAction(action)).toEqual(action);
  });
});

describe('form fields', () => {
  const readField = (field: Body) => {
    const message = read({ type: 'formResponse', fields: [field] });
    return message?.type === 'formResponse' ? message.fields[0] : undefined;
  };

  test('of an answered select have no options', () => {
    const field = {
      type: 'select',
      name: 'n',
      label: 'N',
      selectSize: 0,
      options: [],
      select: [{ _id: 'o', name: 'l', label: 'L' }],
    };
    expect(readField(field)).toEqual(field);
  });

  test('of an unknown type are kept', () => {
    expect(readField({ type: 'date', name: 'n', date: '2020-01-01' })).toEqual({
      type: 'date',
      name: 'n',
      date: '2020-01-01',
    });
  });

  test('of a known type must have its types right', () => {
    expect(
      refusedAt(messageBody({ type: 'form', fields: [{ type: 'select', name: 'n', select: 'x' }] })),
    ).toEqual(['messages.0.fields.0.select']);
  });
});
