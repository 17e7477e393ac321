import { showMessage } from '../../../src/emulator/channels/index.ts';
import type { Message } from '../../../src/events/index.ts';
import { setUpChannels } from './support.ts';

const buttons = [
  { type: 'link', text: 'Shop', uri: 'https://example.com/shop' },
  { type: 'postback', text: 'More', payload: 'MORE' },
  { type: 'reply', text: 'Yes', payload: 'YES' },
];

function show(platform: string, fields: object) {
  return showMessage(platform, setUpChannels(platform).post(fields));
}

describe('showMessage', () => {
  it('gives a text with the buttons that the channel has', () => {
    const shown = show('telegram', { actions: buttons });
    expect(shown).toMatchObject({ type: 'text', text: 'Hello', role: 'appMaker', items: [] });
    expect(shown.buttons.map(({ text }) => text)).toEqual(['Shop', 'More', 'Yes']);
  });

  it('writes links out and leaves the rest away where there are no buttons', () => {
    const shown = show('twilio', { actions: buttons });
    expect(shown).toMatchObject({ text: 'Hello\nShop https://example.com/shop', buttons: [] });
  });

  it.each([
    ['web', { type: 'image', text: '', mediaUrl: 'https://example.com/a.png' }],
    ['wechat', { type: 'image', text: '', mediaUrl: 'https://example.com/a.png' }],
    ['something', { type: 'text', text: 'https://example.com/a.png' }],
  ])('shows an image on %s as %j', (platform, expected) => {
    const shown = show(platform, { type: 'image', text: undefined, mediaUrl: 'https://example.com/a.png' });
    expect(shown).toMatchObject(expected);
    expect('mediaUrl' in shown).toBe(expected.type === 'image');
  });

  const items = [
    {
      title: 'Tea',
      description: 'Green',
      mediaUrl: 'https://example.com/tea.png',
      actions: [buttons[0], buttons[1]],
    },
  ];

  it('shows cards with their buttons where the channel has them', () => {
    const { type, items: cards } = show('messenger', { type: 'carousel', text: undefined, items });
    expect(type).toBe('carousel');
    expect(cards).toMatchObject([
      { title: 'Tea', description: 'Green', mediaUrl: 'https://example.com/tea.png' },
    ]);
    expect(cards[0]?.buttons.map(({ text }) => text)).toEqual(['Shop', 'More']);
  });

  it('shows cards as a list of texts elsewhere', () => {
    const shown = show('twilio', { type: 'carousel', text: undefined, items });
    expect(shown).toMatchObject({ type: 'text', items: [], buttons: [] });
    expect(shown.text).toBe('1. Tea\nGreen\nShop: https://example.com/shop');
  });

  it('shows the map link of a place where there are no maps', () => {
    const place = { type: 'location', text: undefined, coordinates: { lat: 1.5, long: 2 } };
    expect(show('twilio', place)).toMatchObject({
      type: 'text',
      text: 'Location shared:\nhttps://maps.google.com/maps?q=1.5,2',
    });
    expect(show('telegram', place).type).toBe('location');
  });

  it('shows a message of a type that nobody knows as it is', () => {
    const message = {
      _id: '1',
      role: 'appMaker',
      authorId: 'a',
      received: 1,
      type: 'hologram',
    } as unknown as Message;
    expect(showMessage('telegram', message)).toStrictEqual({
      _id: '1',
      role: 'appMaker',
      received: 1,
      type: 'hologram',
      text: '',
      items: [],
      buttons: [],
      message,
    });
  });
});
