import type { NewMessage } from '../../src/client/index.ts';
import type { EndUser } from '../../src/emulator/index.ts';
import { closeServers } from '../receiver/support.ts';
import { type EffectStage, idOf } from './support/effects.ts';
import { closeEmulators } from './support/start-emulator.ts';
import { closeReceivers } from './support/start-receiver.ts';
import { checkDeliveries, startStage } from './support/start-stage.ts';

jest.setTimeout(30_000);

afterEach(async () => {
  await closeEmulators();
  await closeReceivers();
  await closeServers();
});

const metadata = { order: 7, express: true };
const postback = {
  type: 'postback',
  text: 'More',
  payload: 'MORE',
  metadata,
  iconUrl: 'https://example.com/i.png',
};
const buttons = [
  postback,
  { type: 'link', text: 'Shop', uri: 'https://example.com', default: true },
  {
    type: 'webview',
    text: 'Look',
    uri: 'https://example.com',
    fallback: 'https://example.com',
    size: 'tall',
  },
];
/** Channels that take no payments refuse it. */
const offer = {
  type: 'text',
  text: 'Tides',
  actions: [{ type: 'buy', text: 'Buy', amount: 1_890, currency: 'usd' }],
};
const items = [
  {
    title: 'Tides',
    description: 'A novel',
    mediaUrl: 'https://example.com/a.png',
    mediaType: 'image/png',
    size: 'large',
    actions: [postback, { type: 'share' }],
    metadata,
  },
  { title: 'Shores', actions: [{ type: 'link', text: 'Shop', uri: 'https://example.com' }] },
];
const fields = [
  { type: 'text', name: 'name', label: 'Name', placeholder: 'yours', minSize: 1, maxSize: 40 },
  { type: 'email', name: 'email', label: 'E-mail' },
  { type: 'select', name: 'day', label: 'Day', options: [{ name: 'sat', label: 'Saturday' }] },
];

/** What a business can write. */
const written = {
  'a text with its author': {
    type: 'text',
    text: 'Hello',
    name: 'Priya',
    email: 'priya@example.com',
    avatarUrl: 'https://example.com/p.png',
    metadata,
    subroles: ['AI'],
  },
  buttons: { type: 'text', text: 'What now?', actions: buttons },
  replies: {
    type: 'text',
    text: 'Yes?',
    actions: [
      { type: 'reply', text: 'Yes', payload: 'YES', iconUrl: 'https://example.com/y.png', metadata },
      { type: 'locationRequest', text: 'Where?', metadata },
    ],
  },
  'buttons in shorthand': { type: 'text', text: 'Choose %[Yes](reply:YES) %[No](reply:NO)' },
  'an image': { type: 'image', mediaUrl: 'https://example.com/a.png', text: 'A picture', altText: 'the sea' },
  'a file': { type: 'file', mediaUrl: 'https://example.com/a.pdf', mediaType: 'application/pdf' },
  'a carousel': { type: 'carousel', items, displaySettings: { imageAspectRatio: 'square' } },
  'a list': { type: 'list', items, actions: [postback] },
  'a place': {
    type: 'location',
    coordinates: { lat: 45.5, long: -73.6 },
    location: { name: 'Here', address: '1 Quay' },
  },
  'a form': { type: 'form', fields, blockChatInput: true },
} as const;

/** What a user can do with what is written. */
const acts: Readonly<Record<string, (person: EndUser) => unknown>> = {
  'a text with a payload': (person) => person.say({ type: 'text', text: 'hi', payload: 'HI' }),
  'an image': (person) => person.say({ type: 'image', mediaUrl: 'https://example.com/u.png' }),
  'a file': (person) => person.say({ type: 'file', mediaUrl: 'https://example.com/u.pdf' }),
  'a place': (person) => person.say({ type: 'location', coordinates: { lat: 1, long: 2 } }),
};

async function write({ client, emulator }: EffectStage, person: EndUser, fieldsOf: object): Promise<void> {
  await client.messages.create(idOf(person), { role: 'appMaker', ...fieldsOf } as NewMessage);
  await emulator.idle();
}

/** Somebody of whom all is known, who has written. */
async function meetKnown({ client, emulator }: EffectStage, channel: string): Promise<EndUser> {
  await client.appUsers.create({
    userId: 'customer-7',
    givenName: 'Imani',
    surname: 'Okafor',
    email: 'imani.okafor@example.com',
    avatarUrl: 'https://example.com/imani.png',
    toBeRetained: true,
    properties: { loyaltyTier: 'gold', orders: 14, vip: true },
  });
  const person = emulator.user({ channel, userId: 'customer-7', givenName: 'Imani' });
  person.say('hi');
  return person;
}

const channels = ['web', 'messenger', 'telegram', 'whatsapp', 'mailgun'];

describe.each(channels)('bodies about somebody on %s', (channel) => {
  it('are known, with all that is in them, whatever the business writes', async () => {
    const stage = await startStage();
    const person = await meetKnown(stage, channel);
    for (const each of Object.values(written)) await write(stage, person, each);
    const told = await checkDeliveries(stage);
    const posted = told.filter(({ trigger, version }) => trigger === 'message:appMaker' && version === 'v1');
    // each is told to two webhooks; shorthand alone makes more than one message
    expect(posted.length).toBeGreaterThanOrEqual(2 * Object.keys(written).length);
  });

  it('are known, with all that is in them, whatever the user does', async () => {
    const stage = await startStage();
    const person = await meetKnown(stage, channel);
    for (const act of Object.values(acts)) act(person);
    const told = await checkDeliveries(stage);
    const said = told.filter(({ trigger, version }) => trigger === 'message:appUser' && version === 'v1.1');
    expect(said).toHaveLength(2 * (1 + Object.keys(acts).length));
  });
});

describe('bodies about answers', () => {
  it('are known, with all that is in them: taps, replies, payments, forms', async () => {
    const stage = await startStage();
    const person = await meetKnown(stage, 'web');
    await write(stage, person, written['buttons']);
    person.tap('More');
    await write(stage, person, offer);
    person.pay('Buy');
    await write(stage, person, written['replies']);
    person.reply('Yes');
    await write(stage, person, written['a carousel']);
    person.tap('More');
    await write(stage, person, written['a form']);
    person.submitForm({ name: 'Imani', email: 'imani@example.com', day: 'sat' });
    person.typing();
    person.read();
    const told = await checkDeliveries(stage);
    expect(new Set(told.map(({ trigger }) => trigger))).toEqual(
      new Set([
        'client:add',
        'message:appUser',
        'message:appMaker',
        'message:delivery:channel',
        'message:delivery:user',
        'postback',
        'payment:success',
        'typing:appUser',
        'conversation:read',
      ]),
    );
  });
});
