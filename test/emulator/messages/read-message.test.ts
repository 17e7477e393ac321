import { refusal, setUp } from './support.ts';

const action = { type: 'link', text: 'Shop', uri: 'https://shop.example.com' };
const item = { title: 'Tides', actions: [action] };
const option = { name: 'am', label: 'Morning' };
const select = { type: 'select', name: 'slot', label: 'When?', options: [option] };
const opening = { type: 'webview', text: 'a', uri: 'u', fallback: 'f', openOnReceive: true };
/** Metadata whose JSON has that many bytes; `ü` has two. */
const metadataOf = (bytes: number) => ({ a: `${'ü'.repeat(100)}${'x'.repeat(bytes - 208)}` });

const text = { role: 'appMaker', type: 'text', text: 'Hello' };
const buy = { type: 'buy', text: 'Buy', amount: 450 };

const refused: readonly (readonly [string, object, string, string])[] = [
  ['no role', { type: 'text', text: 'x' }, 'bad_request', 'role'],
  ['the role whisper', { ...text, role: 'whisper' }, 'bad_request', 'role'],
  ['an unknown type', { ...text, type: 'audio' }, 'bad_request', 'type'],
  ['a text without text', { role: 'appMaker', type: 'text' }, 'bad_request', 'text'],
  ['a blank text without actions', { ...text, text: '', actions: [] }, 'bad_request', 'text'],
  ['a text that is a number', { ...text, text: 7 }, 'bad_request', 'text'],
  ['an image without URL', { ...text, type: 'image' }, 'bad_request', 'mediaUrl'],
  ['a file as image', { ...text, type: 'image', mediaUrl: 'https://e.com/a.pdf' }, 'not_an_image', 'pdf'],
  [
    'an image of a type that is none',
    { ...text, type: 'image', mediaUrl: 'https://e.com/a.png', mediaType: 'video/mp4' },
    'not_an_image',
    'video/mp4',
  ],
  ['a carousel without items', { ...text, type: 'carousel' }, 'bad_request', 'items'],
  ['no item', { ...text, type: 'carousel', items: [] }, 'bad_request', 'items'],
  ['11 items', { ...text, type: 'list', items: Array(11).fill(item) }, 'bad_request', 'items'],
  [
    'an item without title',
    { ...text, type: 'list', items: [{ actions: [action] }] },
    'bad_request',
    'title',
  ],
  ['an item without actions', { ...text, type: 'list', items: [{ title: 'a' }] }, 'bad_request', 'actions'],
  [
    'an item with no action',
    { ...text, type: 'list', items: [{ ...item, actions: [] }] },
    'bad_request',
    'actions',
  ],
  [
    'an item with 4 actions',
    { ...text, type: 'list', items: [{ ...item, actions: Array(4).fill(action) }] },
    'bad_request',
    'items.0.actions',
  ],
  ['a location without place', { ...text, type: 'location' }, 'bad_request', 'coordinates'],
  [
    'a place without longitude',
    { ...text, type: 'location', coordinates: { lat: 1 } },
    'bad_request',
    'coordinates.long',
  ],
  ['a form without fields', { ...text, type: 'form', fields: [] }, 'bad_request', 'fields'],
  [
    'two fields of one name',
    { ...text, type: 'form', fields: [select, { ...select, label: 'Where?' }] },
    'bad_request',
    'name of its own',
  ],
  [
    '21 options',
    { ...text, type: 'form', fields: [{ ...select, options: Array(21).fill(option) }] },
    'bad_request',
    'options',
  ],
  [
    'a least size above the largest',
    { ...text, type: 'form', fields: [{ type: 'text', name: 'a', label: 'A', minSize: 129 }] },
    'bad_request',
    'minSize',
  ],
  ['an action without type', { ...text, actions: [{ text: 'a' }] }, 'bad_request', 'actions.0'],
  ['a link without uri', { ...text, actions: [{ type: 'link', text: 'a' }] }, 'bad_request', 'uri'],
  ['a link without text', { ...text, actions: [{ type: 'link', uri: 'u' }] }, 'bad_request', 'text'],
  [
    'a webview without fallback',
    { ...text, actions: [{ type: 'webview', text: 'a', uri: 'u' }] },
    'bad_request',
    'fallback',
  ],
  ['a price without amount', { ...text, actions: [{ type: 'buy', text: 'a' }] }, 'bad_request', 'amount'],
  ['half a cent', { ...text, actions: [{ ...buy, amount: 1.5 }] }, 'bad_request', 'amount'],
  ['a currency in capitals', { ...text, actions: [{ ...buy, currency: 'USD' }] }, 'bad_request', 'currency'],
  [
    'a postback without payload',
    { ...text, actions: [{ type: 'postback', text: 'a' }] },
    'bad_request',
    'payload',
  ],
  ['a reply without payload', { ...text, actions: [{ type: 'reply', text: 'a' }] }, 'bad_request', 'payload'],
  ['a share outside of items', { ...text, actions: [{ type: 'share' }] }, 'bad_request', 'actions.0'],
  ['two webviews that open', { ...text, actions: [opening, opening] }, 'bad_request', 'openOnReceive'],
  ['nested metadata', { ...text, metadata: { a: { b: 1 } } }, 'bad_request', 'metadata'],
  ['metadata null', { ...text, metadata: { a: null } }, 'bad_request', 'metadata'],
  ['4,097 bytes of metadata', { ...text, metadata: metadataOf(4_097) }, 'bad_request', 'metadata'],
  [
    'too large metadata of an action',
    { ...text, actions: [{ ...action, metadata: metadataOf(4_097) }] },
    'bad_request',
    'metadata',
  ],
  ['an empty destination', { ...text, destination: {} }, 'bad_request', 'destination'],
  [
    'a destination of both kinds',
    { ...text, destination: { integrationId: '1', integrationType: 'web' } },
    'bad_request',
    'destination',
  ],
  ['subroles that are no list', { ...text, subroles: 'AI' }, 'bad_request', 'subroles'],
  [
    'a destination of the user',
    { ...text, role: 'appUser', destination: { integrationType: 'web' } },
    'bad_request',
    'destination',
  ],
  ['actions of the user', { ...text, role: 'appUser', actions: [action] }, 'bad_request', 'actions'],
  [
    'items of the user',
    { ...text, role: 'appUser', type: 'carousel', items: [item] },
    'bad_request',
    'items',
  ],
  ['a form of the user', { ...text, role: 'appUser', type: 'form', fields: [select] }, 'bad_request', 'form'],
  ['a native message without content', { ...text, messageSchema: 'whatsapp' }, 'bad_request', 'message'],
  [
    'a native text without body',
    { ...text, messageSchema: 'whatsapp', message: { type: 'text' } },
    'bad_request',
    'text',
  ],
  [
    'an unknown quoted message',
    { ...text, quotedMessage: { type: 'message', content: { _id: '7' } } },
    'message_not_found',
    '',
  ],
];

const taken: readonly (readonly [string, object])[] = [
  [
    '10 items of 3 actions',
    { type: 'carousel', items: Array(10).fill({ ...item, actions: Array(3).fill(action) }) },
  ],
  ['an item of 1 action', { type: 'list', items: [item] }],
  ['4,096 bytes of metadata', { type: 'text', text: 'a', metadata: metadataOf(4_096) }],
  ['20 options', { type: 'form', fields: [{ ...select, options: Array(20).fill(option) }] }],
  [
    'a least size that is the largest',
    { type: 'form', fields: [{ type: 'text', name: 'a', label: 'A', minSize: 128 }] },
  ],
  [
    'one webview that opens',
    { type: 'text', text: 'a', actions: [opening, { ...opening, openOnReceive: false }] },
  ],
  ['a price of nothing', { type: 'text', text: 'a', actions: [{ ...buy, amount: 0 }] }],
  ['an image whose type nothing tells', { type: 'image', mediaUrl: 'https://e.com/a' }],
  ['what channels take in their own form', { type: 'text', text: 'a', override: { line: { payload: {} } } }],
  ['subroles', { type: 'text', text: 'a', subroles: ['AI'] }],
];

describe('reading a posted message', () => {
  it.each(refused)('refuses %s and stores nothing', async (_, body, code, place) => {
    const scene = setUp();
    await expect(scene.post(body)).rejects.toEqual(refusal(code, place));
    expect(scene.user.conversation).toBeUndefined();
    expect(scene.world.happenings).toEqual([]);
  });

  it.each(taken)('takes %s without a warning', async (_, body) => {
    const options = { body: { role: 'appMaker', ...body } };
    const answer = await setUp().call('POST /appusers/customer-7/messages', options);
    expect(answer).toMatchObject({ status: 201, warnings: [] });
  });

  it('warns of unknown fields, wherever they are, and leaves them out', async () => {
    const scene = setUp();
    const body = {
      role: 'appMaker',
      type: 'list',
      items: [{ ...item, colour: 'red' }],
      actions: [{ ...action, emoji: '👋' }],
      priority: 1,
    };
    const { warnings, body: answer } = await scene.call('POST /appusers/customer-7/messages', { body });
    expect(new Set(warnings)).toEqual(
      new Set([
        "unknown field 'actions.0.emoji'",
        "unknown field 'items.0.colour'",
        "unknown field 'priority'",
      ]),
    );
    expect(JSON.stringify(answer)).not.toMatch(/colour|emoji|priority/);
  });

  it('wants a type in v1.1', async () => {
    const { type: _, ...body } = text;
    await expect(setUp().post(body)).rejects.toEqual(refusal('bad_request', 'type'));
  });

  it.each([
    ['text', { text: 'x' }],
    ['image', { mediaUrl: 'https://e.com/a.gif' }],
    ['image', { mediaUrl: 'https://e.com/a' }],
    ['file', { mediaUrl: 'https://e.com/a.zip' }],
    ['file', { mediaUrl: 'https://e.com/a.gif', mediaType: 'video/mp4' }],
    ['carousel', { items: [item] }],
    ['location', { coordinates: { lat: 1, long: 2 } }],
    ['form', { fields: [select] }],
  ])('finds the type %s in v1, and warns: %j', async (type, content) => {
    const options = { version: 'v1', body: { role: 'appMaker', ...content } } as const;
    const { body, warnings } = await setUp().call('POST /appusers/customer-7/messages', options);
    expect(body).toMatchObject({ message: { type } });
    expect(warnings).toEqual([expect.stringContaining('type is missing')]);
  });

  it('refuses a body that is no object', async () => {
    const call = setUp().call('POST /appusers/customer-7/messages', { body: 'text' });
    await expect(call).rejects.toEqual(refusal('bad_request', 'object'));
  });
});
