import { storeAttachment } from '../../../src/emulator/attachments/index.ts';
import type { Message } from '../../../src/events/index.ts';
import { findUnknownKeys } from '../support/unknown-keys.ts';
import { setUp } from './support.ts';

const id = expect.stringMatching(/^[0-9a-f]{24}$/);

/** What every message of the business has here. */
const common = {
  _id: id,
  role: 'appMaker',
  authorId: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
  avatarUrl: 'https://www.gravatar.com/avatar/00000000000000000000000000000000.png?s=200&d=mm',
  received: expect.any(Number),
  source: { type: 'api' },
};

const buttons = [
  { type: 'link', text: 'Shop', uri: 'https://shop.example.com' },
  { type: 'webview', text: 'Book', uri: 'https://w.example.com', fallback: 'https://f.example.com' },
  { type: 'buy', text: 'Buy', amount: 450 },
  { type: 'postback', text: 'Ring me', payload: 'RING' },
  { type: 'reply', text: 'Yes', payload: 'YES', iconUrl: 'https://i.example.com/y.png' },
  { type: 'locationRequest', text: 'Where?', metadata: { step: 1 } },
];
const filledButtons = [
  { _id: id, type: 'link', text: 'Shop', uri: 'https://shop.example.com' },
  {
    _id: id,
    type: 'webview',
    text: 'Book',
    uri: 'https://w.example.com',
    fallback: 'https://f.example.com',
  },
  {
    _id: id,
    type: 'buy',
    text: 'Buy',
    amount: 450,
    currency: 'usd',
    state: 'offered',
    uri: expect.stringMatching(/^http:\/\/emulator\.test\/checkout\/[0-9a-f]{24}$/),
  },
  { _id: id, type: 'postback', text: 'Ring me', payload: 'RING', uri: '' },
  { _id: id, type: 'reply', text: 'Yes', payload: 'YES', iconUrl: 'https://i.example.com/y.png', uri: '' },
  { _id: id, type: 'locationRequest', text: 'Where?', metadata: { step: 1 }, uri: '' },
];
const items = [
  {
    title: 'Tides',
    description: '240 pages',
    mediaUrl: 'https://media.example.com/tides.JPG?v=2',
    altText: 'A cover',
    size: 'large',
    actions: [
      { type: 'link', text: 'Read', uri: 'https://shop.example.com/tides' },
      { type: 'postback', text: 'Reserve', payload: 'TIDES' },
    ],
    metadata: { sku: 'bk-0071' },
  },
  { title: 'Salt', actions: [{ type: 'share' }] },
];
const filledItems = [
  {
    _id: id,
    title: 'Tides',
    description: '240 pages',
    mediaUrl: 'https://media.example.com/tides.JPG?v=2',
    mediaType: 'image/jpeg',
    size: 'large',
    actions: [
      { _id: id, type: 'link', text: 'Read', uri: 'https://shop.example.com/tides' },
      { _id: id, type: 'postback', text: 'Reserve', payload: 'TIDES', uri: '' },
    ],
    metadata: { sku: 'bk-0071' },
  },
  { _id: id, title: 'Salt', actions: [{ _id: id, type: 'share', uri: '' }] },
];
const itemsText = '1. Tides\n240 pages\nRead: https://shop.example.com/tides\n2. Salt';

/** Written by hand from what was recorded and documented: what is posted, and what it becomes. */
const goldens: readonly (readonly [string, object, object])[] = [
  ['a text', { type: 'text', text: 'Grüße' }, { type: 'text', text: 'Grüße' }],
  [
    'a text with every action',
    { type: 'text', text: 'So?', actions: buttons },
    { type: 'text', text: 'So?', actions: filledButtons },
  ],
  [
    'actions alone',
    { type: 'text', actions: [buttons[3]] },
    { type: 'text', text: '', actions: [filledButtons[3]] },
  ],
  [
    'a price with a currency',
    { type: 'text', text: 'x', actions: [{ type: 'buy', text: 'Buy', amount: 0, currency: 'eur' }] },
    {
      type: 'text',
      text: 'x',
      actions: [{ ...filledButtons[2], amount: 0, currency: 'eur' }],
    },
  ],
  [
    'an image',
    { type: 'image', mediaUrl: 'https://media.example.com/door.png', altText: 'A door' },
    {
      type: 'image',
      text: ' ',
      mediaUrl: 'https://media.example.com/door.png',
      mediaType: 'image/png',
      altText: 'A door',
    },
  ],
  [
    'an image with a text, of a stated type',
    { type: 'image', mediaUrl: 'https://media.example.com/7', mediaType: 'image/webp', text: 'This?' },
    { type: 'image', text: 'This?', mediaUrl: 'https://media.example.com/7', mediaType: 'image/webp' },
  ],
  [
    'a file',
    { type: 'file', mediaUrl: 'https://media.example.com/i.pdf' },
    { type: 'file', text: ' ', mediaUrl: 'https://media.example.com/i.pdf', mediaType: 'application/pdf' },
  ],
  [
    'a file whose type nothing tells',
    { type: 'file', mediaUrl: 'https://media.example.com/i' },
    { type: 'file', text: ' ', mediaUrl: 'https://media.example.com/i' },
  ],
  [
    'a carousel',
    { type: 'carousel', items, displaySettings: { imageAspectRatio: 'square' } },
    {
      type: 'carousel',
      text: itemsText,
      items: filledItems,
      displaySettings: { imageAspectRatio: 'square' },
    },
  ],
  [
    'a list with actions of its own',
    { type: 'list', items, actions: [buttons[0]] },
    { type: 'list', text: itemsText, items: filledItems, actions: [filledButtons[0]] },
  ],
  [
    'a location',
    {
      type: 'location',
      coordinates: { lat: 45.5, long: -73.6 },
      location: { name: 'Office', address: 'Main Street 1' },
    },
    {
      type: 'location',
      text: 'Location shared:\nhttps://maps.google.com/maps?q=45.5,-73.6',
      coordinates: { _id: id, lat: 45.5, long: -73.6 },
      location: { name: 'Office', address: 'Main Street 1' },
    },
  ],
  [
    'a form',
    {
      type: 'form',
      fields: [
        { type: 'text', name: 'full', label: 'Name?', placeholder: 'Ada', minSize: 1, maxSize: 64 },
        { type: 'email', name: 'mail', label: 'Mail?' },
        { type: 'select', name: 'slot', label: 'When?', options: [{ name: 'am', label: 'Morning' }] },
      ],
      blockChatInput: true,
    },
    {
      type: 'form',
      fields: [
        {
          _id: id,
          type: 'text',
          name: 'full',
          label: 'Name?',
          placeholder: 'Ada',
          minSize: 1,
          maxSize: 64,
        },
        { _id: id, type: 'email', name: 'mail', label: 'Mail?' },
        {
          _id: id,
          type: 'select',
          name: 'slot',
          label: 'When?',
          selectSize: 1,
          options: [{ _id: id, name: 'am', label: 'Morning' }],
        },
      ],
      blockChatInput: true,
      submitted: false,
    },
  ],
];

describe('what the service adds to a posted message', () => {
  it.each(goldens)('fills %s', async (_, posted, filled) => {
    const message = await setUp().post({ role: 'appMaker', ...posted });
    expect(message).toStrictEqual({ ...common, ...filled });
  });

  it.each(goldens)('makes events of %s that the receiver knows to the last key', async (_, posted) => {
    const message = await setUp().post({ role: 'appMaker', metadata: { a: 1 }, ...posted });
    const body = { trigger: 'message:appMaker', app: { _id: '1' }, appUser: { _id: '2' }, version: 'v1.1' };
    expect(findUnknownKeys({ ...body, messages: [message] })).toEqual([]);
  });

  it('gives each action, item, field and option an id of its own', async () => {
    const message = await setUp().post({ role: 'appMaker', type: 'list', items, actions: buttons });
    const ids = JSON.stringify(message).match(/"_id":"[^"]+"/g) ?? [];
    expect(ids).toHaveLength(1 + 2 + 3 + 6);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('takes type and size from its own attachment', async () => {
    const scene = setUp();
    const bytes = Buffer.from('GIF89a');
    const file = { bytes, mediaType: 'image/gif', fileName: 'dot' };
    const { mediaUrl } = storeAttachment(scene.world, scene.world.app, file);
    const message = await scene.post({ role: 'appMaker', type: 'image', mediaUrl });
    expect(message).toMatchObject({ mediaUrl, mediaType: 'image/gif', mediaSize: 6 });
    const { items: rows } = await scene.post({
      role: 'appMaker',
      type: 'list',
      items: [{ ...items[1], mediaUrl }],
    });
    expect(rows?.[0]).toMatchObject({ mediaUrl, mediaType: 'image/gif' });
  });

  it('shares nothing with the call', async () => {
    const scene = setUp();
    const metadata = { order: 1 };
    const message: Message = await scene.post({ role: 'appMaker', type: 'text', text: 'x', metadata });
    metadata.order = 2;
    expect(scene.user.conversation?.messages[0]?.metadata).toEqual({ order: 1 });
    expect(message.metadata).toEqual({ order: 1 });
  });
});
