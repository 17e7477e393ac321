import type { Client, NewAction, NewMessage } from '../../../src/client/index.ts';
import type { Emulator, EndUser } from '../../../src/emulator/index.ts';
import type { Trigger } from '../../../src/events/index.ts';

/** What effects are brought about with. */
export interface EffectStage {
  readonly emulator: Emulator;
  readonly client: Client;
}

/** Brings something about through the API, or as the end user. */
type Effect = (stage: EffectStage) => void | Promise<void>;

/** What business and end users do so that webhooks are sent a trigger. */
export const effects: Readonly<Record<Trigger, Effect>> = {
  'message:appUser': ({ emulator }) => void emulator.user({ channel: 'telegram' }).say('hi'),
  'message:appMaker': async (stage) => void (await post(stage, meet(stage, 'web'))),
  'message:delivery:channel': async (stage) => void (await post(stage, meet(stage, 'telegram'))),
  'message:delivery:user': async (stage) => void (await post(stage, meet(stage, 'whatsapp'))),
  'message:delivery:failure': postToBlocked,
  'notification:delivery:channel': (stage) => notify(stage, 'telegram'),
  'notification:delivery:user': (stage) => notify(stage, 'whatsapp'),
  'notification:delivery:failure': (stage) => {
    stage.emulator.channels.fail({ code: 'rate_limited' });
    return notify(stage, 'whatsapp');
  },
  'delivery:success': async (stage) => void (await post(stage, meet(stage, 'telegram'))),
  'delivery:failure': postToBlocked,
  'conversation:start': ({ emulator }) => emulator.user({ channel: 'telegram' }).start('window-poster'),
  async 'conversation:read'(stage) {
    const person = meet(stage, 'web');
    await post(stage, person);
    person.read();
  },
  'conversation:referral': (stage) =>
    meet(stage, 'messenger').refer('ad-books', { source: 'ADS', type: 'OPEN_THREAD', adId: '6045246247433' }),
  async postback(stage) {
    const person = meet(stage, 'telegram');
    await post(stage, person, { actions: [{ type: 'postback', text: 'Reserve', payload: 'RESERVE' }] });
    person.tap('Reserve');
  },
  'typing:appUser': (stage) => void meet(stage, 'web').typing(),
  async 'appUser:delete'(stage) {
    await stage.client.appUsers.delete(idOf(meet(stage, 'whatsapp')));
  },
  async 'merge:appUser'(stage) {
    const { appUsers } = stage.client;
    const [surviving, discarded] = [meet(stage, 'web'), meet(stage, 'telegram')];
    await appUsers.update(idOf(surviving), { properties: { kept: 'k'.repeat(3_000) } });
    await appUsers.update(idOf(discarded), { properties: { dropped: 'd'.repeat(3_000) } });
    await appUsers.merge({ surviving: { _id: idOf(surviving) }, discarded: { _id: idOf(discarded) } });
  },
  async 'payment:success'(stage) {
    const person = meet(stage, 'telegram');
    await post(stage, person, { actions: [{ type: 'buy', text: 'Buy', amount: 1_890 }] });
    person.pay();
  },
  'link:success': (stage) => link(stage, { type: 'immediate' }),
  'link:match': (stage) =>
    link(stage, { type: 'immediate', message: { role: 'appMaker', type: 'text', text: 'Hi again' } }),
  async 'link:failure'(stage) {
    await link(stage, { type: 'prompt' });
    stage.emulator.user({ channel: 'twilio', externalId: phoneNumber }).answerPrompt('deny');
  },
  'client:add': ({ emulator }) => emulator.user({ channel: 'web' }).login('customer-7'),
  async 'client:remove'(stage) {
    await stage.client.appUsers.channels.unlink(idOf(meet(stage, 'telegram')), 'telegram');
  },
  'client:block': (stage) => meet(stage, 'whatsapp').block(),
};

/** The number of whom `link` links. */
export const phoneNumber = '+15145550142';

/** Somebody who has written already. */
export function meet({ emulator }: EffectStage, channel: string): EndUser {
  const person = emulator.user({ channel, givenName: 'Imani', surname: 'Okafor' });
  person.say('hi');
  return person;
}

/** The `_id` of the user that a person is. */
export function idOf(person: EndUser): string {
  if (person.user === undefined) throw new Error('nobody knows this person');
  return person.user._id;
}

/** Has the business write to a person, and waits until it is told. Gives the id of the message. */
export async function post(
  { client, emulator }: EffectStage,
  person: EndUser,
  fields: { readonly actions?: readonly NewAction[] } = {},
): Promise<string> {
  const wanted = { role: 'appMaker', type: 'text', text: 'Hello', ...fields } as NewMessage;
  const { message } = await client.messages.create(idOf(person), wanted);
  await emulator.idle();
  return message._id;
}

async function postToBlocked(stage: EffectStage): Promise<void> {
  const person = meet(stage, 'whatsapp');
  person.block();
  await post(stage, person);
}

async function notify(stage: EffectStage, channel: string): Promise<void> {
  const person = meet(stage, channel);
  const { externalId: destinationId = '' } = person;
  const integrationId = person.client?.integrationId ?? '';
  await stage.client.notifications.create({
    destination: { integrationId, destinationId },
    author: { role: 'appMaker' },
    message: { type: 'text', text: 'Your order is here' },
  });
}

type Confirmation = Parameters<Client['appUsers']['channels']['link']>[1]['confirmation'];

/** Links the number of `phoneNumber` to a new user, whose `userId` is `customer-1`. */
export async function link({ client, emulator }: EffectStage, confirmation: Confirmation): Promise<void> {
  await client.integrations.create({
    type: 'twilio',
    accountSid: 'AC0123456789',
    authToken: 'token-of-a-test',
    phoneNumberSid: 'PN0123456789',
  });
  await client.appUsers.create({ userId: 'customer-1' });
  await client.appUsers.channels.link('customer-1', {
    type: 'twilio',
    phoneNumber,
    confirmation: confirmation as { readonly type: 'prompt' },
  });
  await emulator.idle();
}
