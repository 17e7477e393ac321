import type { Client } from '../../../src/client/index.ts';
import { repeat } from '../../client/resources/limits-support.ts';
import { failureOf } from '../../client/support/client.ts';
import { endAll, type Started, start } from './support/start.ts';

let service: Started;
let client: Client;
let phoneId: string;
let profileId: string;
beforeAll(async () => {
  service = await start();
  client = service.makeClient();
  await client.appUsers.create({ userId: 'u' });
  profileId = (await client.integrations.create({ type: 'whatsapp', deploymentId: 'd' }))._id;
  const sms = { type: 'twilio', accountSid: 'a', authToken: 't', phoneNumberSid: 'p' } as const;
  phoneId = (await client.integrations.create(sms))._id;
});
afterAll(endAll);

const link = { type: 'link', text: 'Open', uri: 'https://example.com' } as const;
const item = (actions: number) => ({ title: 'Hat', actions: repeat(actions, link) });
const items = (type: 'carousel' | 'list', count: number, actions: number) => ({
  role: 'appMaker',
  type,
  items: repeat(count, item(actions)),
});
const submenu = (count: number) => ({ type: 'submenu', text: 'More', items: repeat(count, link) });
const withAction = (action: object) => ({ role: 'appMaker', type: 'text', text: 'hi', actions: [action] });
const phone = (phoneNumber: string) => ({
  type: 'twilio',
  integrationId: phoneId,
  phoneNumber,
  confirmation: { type: 'prompt' },
});
/** As JSON `{"k":"…"}`: eight bytes around the value. */
const properties = (bytes: number) => ({ properties: { k: 'x'.repeat(bytes - 8) } });

// Past the client's own checks, which are the same: they would refuse before the call.
const post = (path: readonly string[], json: () => object) => async () =>
  await client.request('POST', path, { json: json() });
const put = (path: () => readonly string[], json: object) => async () =>
  await client.request('PUT', path(), { json });
const send = (json: object) => post(['appusers', 'u', 'messages'], () => json);
const update = (json: object) => put(() => ['appusers', 'u'], json);
const menu = (entries: readonly object[]) => put(() => ['menu'], { items: entries });
const profile = (json: object) => put(() => ['integrations', profileId, 'profile'], json);
const linkBy = (number: string) => post(['appusers', 'u', 'channels'], () => phone(number));

type Calls = Readonly<Record<string, () => Promise<unknown>>>;

/** What the client lets pass. */
const taken: Calls = {
  '4096 bytes of properties': update(properties(4096)),
  'one item with one action': send(items('carousel', 1, 1)),
  '10 items with 3 actions': send(items('carousel', 10, 3)),
  '10 rows': send(items('list', 10, 3)),
  'an amount of nothing': send(withAction({ type: 'buy', text: 'Buy', amount: 0, currency: 'eur' })),
  'a menu of 1 item': menu([link]),
  'a menu of 3 items': menu(repeat(3, link)),
  '5 items in a submenu': menu([submenu(5)]),
  'an about of 139 characters': profile({
    about: '👋'.repeat(139),
    websites: repeat(2, 'https://example.com'),
  }),
  'a text of 128 and one of 256 characters': profile({ email: 'x'.repeat(128), address: 'x'.repeat(256) }),
  'a phone number with spaces and dashes': linkBy('+1 212-555-2368'),
  'a phone number with brackets': linkBy('+1 (212) 555.2369'),
  'a trigger that is not known here': post(['webhooks'], () => ({
    target: 'https://example.com/hooks',
    triggers: ['message:edited'],
  })),
};

/** What the client refuses before the call. */
const refused: Calls = {
  '4097 bytes of properties': update(properties(4097)),
  'no item': send(items('carousel', 0, 0)),
  '11 items': send(items('carousel', 11, 1)),
  '11 rows': send(items('list', 11, 1)),
  'an item without action': send(items('carousel', 1, 0)),
  'an item with 4 actions': send(items('carousel', 1, 4)),
  'an amount with a fraction': send(withAction({ type: 'buy', text: 'Buy', amount: 9.99 })),
  'no role': send({ type: 'text', text: 'hi' }),
  'no type': send({ role: 'appMaker', text: 'hi' }),
  'a menu without item': menu([]),
  'a menu of 4 items': menu(repeat(4, link)),
  'an empty submenu': menu([submenu(0)]),
  '6 items in a submenu': menu([submenu(6)]),
  'an about of 140 characters': profile({ about: 'x'.repeat(140) }),
  'an empty address': profile({ address: '' }),
  '3 websites': profile({ websites: repeat(3, 'https://example.com') }),
  'a phone number without +': linkBy('12125552368'),
  'a phone number with letters': linkBy('+1 212 CALL'),
  'a link by userActivity without message': post(['appusers', 'u', 'channels'], () => ({
    ...phone('+12125552370'),
    confirmation: { type: 'userActivity' },
  })),
  'a webhook without triggers in its list': post(['webhooks'], () => ({
    target: 'https://example.com',
    triggers: [],
  })),
  'a target of another protocol': post(['webhooks'], () => ({
    target: 'ftp://example.com',
    triggers: ['postback'],
  })),
  'a template without name': post(['templates'], () => ({
    name: '',
    message: { role: 'appMaker', type: 'text', text: 'a' },
  })),
  'an empty userId': post(['appusers'], () => ({ userId: '' })),
};

describe('the emulator and the limits of the client', () => {
  it.each(Object.entries(taken))('agree that %s can be sent', async (_, call) => {
    await expect(call()).resolves.toBeDefined();
    expect(service.emulator.calls.list().at(-1)?.status).toBeLessThan(300);
  });

  it.each(Object.entries(refused))('agree that %s cannot', async (_, call) => {
    expect(await failureOf(call())).toMatchObject({ status: 400, code: 'bad_request' });
  });
});
