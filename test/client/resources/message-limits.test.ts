import type { Client } from '../../../src/client/create-client.ts';
import type { NewItem, NewItemAction, NewMenuItem, NewMessage } from '../../../src/client/types/index.ts';
import { expectRefusal, expectSent, type Refused, repeat } from './limits-support.ts';
import { createAppClient, type Recorder, startRecorder } from './support.ts';

let recorder: Recorder;
let client: Client;
beforeAll(async () => {
  recorder = await startRecorder();
  client = createAppClient(recorder);
});
beforeEach(() =>
  recorder.answerWith({ status: 200, body: '{"appUser":{},"menu":{},"webhook":{},"template":{}}' }),
);
afterAll(() => recorder.close());

const link: NewItemAction = { type: 'link', text: 'Open', uri: 'https://example.com' };
const item = (actions: number): NewItem => ({ title: 'Hat', actions: repeat(actions, link) });
const cards = (items: readonly NewItem[]): NewMessage => ({ role: 'appMaker', type: 'carousel', items });
const rows = (items: readonly NewItem[]): NewMessage => ({ role: 'appMaker', type: 'list', items });
const post = (message: unknown) => client.messages.create('u', message as NewMessage);
const text = (actions: readonly unknown[]) => post({ role: 'appMaker', type: 'text', text: 'hi', actions });

describe('limits of messages', () => {
  it.each<Refused>([
    ['no item', () => post(cards([])), 'items must be 1 to 10; there are 0.'],
    ['11 items', () => post(cards(repeat(11, item(1)))), 'items must be 1 to 10; there are 11.'],
    ['11 rows', () => post(rows(repeat(11, item(1)))), 'items must be 1 to 10; there are 11.'],
    ['items that are no list', () => post({ ...cards([]), items: 'all' }), 'items must be a list'],
    ['carousels without items', () => post({ role: 'appMaker', type: 'carousel' }), 'items must be a list'],
    [
      'items without action',
      () => post(cards([item(1), item(0)])),
      'items[1].actions must be 1 to 3; there are 0.',
    ],
    ['items with 4 actions', () => post(cards([item(4)])), 'items[0].actions must be 1 to 3; there are 4.'],
    ['items without title', () => post(cards([{ ...item(1), title: '' }])), 'items[0].title must be a text'],
    ['no role', () => post({ type: 'text', text: 'hi' }), 'role must be a text'],
    ['no type', () => post({ role: 'appMaker', text: 'hi' }), 'type must be a text'],
    ['no body', () => post(undefined), 'The message must be an object.'],
    ['a list as body', () => post([]), 'The message must be an object.'],
    [
      'amounts with a fraction',
      () => text([{ type: 'buy', text: 'Buy', amount: 9.99 }]),
      'amount must be a whole number',
    ],
    [
      'amounts below zero',
      () => text([{ type: 'buy', text: 'Buy', amount: -1 }]),
      'amount must be a whole number',
    ],
    [
      'uppercase currencies',
      () => text([{ type: 'buy', text: 'Buy', amount: 1, currency: 'USD' }]),
      'currency must be a lowercase',
    ],
    [
      'wrong actions of items',
      () => post(cards([{ title: 'Hat', actions: [{ type: 'buy', text: 'Buy', amount: 9.99 }] }])),
      'amount must be a whole number',
    ],
    [
      'two webviews that open on their own',
      () => text(repeat(2, { type: 'webview', text: 'a', uri: 'b', fallback: 'c', openOnReceive: true })),
      'At most one webview',
    ],
    [
      'native messages without content',
      () => post({ role: 'appMaker', type: 'text', messageSchema: 'whatsapp' }),
      'message in the form',
    ],
  ])('refuses %s', (...refused) => expectRefusal(recorder, refused));

  it.each<[string, () => PromiseLike<unknown>]>([
    ['one item with one action', () => post(cards([item(1)]))],
    ['10 items with 3 actions', () => post(cards(repeat(10, item(3))))],
    ['10 rows', () => post(rows(repeat(10, item(3))))],
    ['an amount of nothing', () => text([{ type: 'buy', text: 'Buy', amount: 0, currency: 'eur' }])],
    [
      'one webview that opens on its own',
      () =>
        text([
          { type: 'webview', text: 'a', uri: 'b', fallback: 'c', openOnReceive: true },
          { type: 'webview', text: 'a', uri: 'b', fallback: 'c' },
        ]),
    ],
    [
      'native messages',
      () => post({ role: 'appMaker', type: 'text', messageSchema: 'whatsapp', message: {} }),
    ],
  ])('sends %s', (_, call) => expectSent(recorder, call));

  it('holds for templates, confirmations and notifications too', async () => {
    const message = cards([]);
    const confirmation = { type: 'immediate', message } as const;
    const words = 'items must be 1 to 10';
    const destination = { integrationId: 'i', destinationId: 'd' };
    const author = { role: 'appMaker' } as const;
    const calls = [
      () => client.templates.create({ name: 'n', message }),
      () => client.templates.update('t', { message }),
      () => client.appUsers.channels.link('u', { type: 'whatsapp', phoneNumber: '+1 5', confirmation }),
      () => client.notifications.create({ destination, author, message: { type: 'list', items: [] } }),
    ];
    for (const call of calls) await expectRefusal(recorder, ['', call, words]);
  });
});

const link1: NewMenuItem = { type: 'link', text: 'Shop', uri: 'https://example.com' };
const submenu = (count: number): NewMenuItem => ({
  type: 'submenu',
  text: 'More',
  items: repeat(count, link1),
});
const inner = (count: number): NewMenuItem => ({ type: 'submenu', text: 'Most', items: [submenu(count)] });

describe('limits of menus', () => {
  it.each<Refused>([
    ['no item', () => client.menu.update({ items: [] }), 'items must be 1 to 3; there are 0.'],
    ['4 items', () => client.menu.update({ items: repeat(4, link1) }), 'items must be 1 to 3; there are 4.'],
    [
      'an empty submenu',
      () => client.menu.update({ items: [submenu(0)] }),
      'items[0].items must be 1 to 5; there are 0.',
    ],
    [
      '6 items in a submenu',
      () => client.menu.update({ items: [link1, submenu(6)] }),
      'items[1].items must be 1 to 5; there are 6.',
    ],
    [
      '6 items in a submenu of one',
      () => client.menu.update({ items: [inner(6)] }),
      'items[0].items[0].items must be 1 to 5',
    ],
    [
      'an entry without text',
      () => client.menu.update({ items: [{ ...link1, text: '' }] }),
      'items[0].text must be a text',
    ],
    [
      '4 items of an integration',
      () => client.integrations.menu.update('i', { items: repeat(4, link1) }),
      'items must be 1 to 3',
    ],
  ])('refuses %s', (...refused) => expectRefusal(recorder, refused));

  it.each<[string, readonly NewMenuItem[]]>([
    ['1 item', [link1]],
    ['3 items', repeat(3, link1)],
    ['5 items in a submenu', [submenu(5), inner(1)]],
  ])('sends %s', (_, items) => expectSent(recorder, () => client.menu.update({ items })));
});
