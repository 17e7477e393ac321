import type { Router } from 'switchhook';
import type { Client } from 'switchhook/client';

type NewMessage = Parameters<Client['messages']['create']>[1];

/** What the handlers answer to these words; to any other, what can be tried. */
const answers: Readonly<Record<string, NewMessage>> = {
  buttons: {
    role: 'appMaker',
    type: 'text',
    text: 'A postback comes as an event of its own, a reply as a message.',
    actions: [
      { type: 'postback', text: 'Tap me', payload: 'tapped' },
      { type: 'link', text: 'Read on', uri: 'https://example.com' },
    ],
  },
  cards: {
    role: 'appMaker',
    type: 'carousel',
    items: ['Espresso', 'Cortado'].map((title) => ({
      title,
      description: 'A channel that has no cards shows them as text.',
      actions: [{ type: 'postback', text: `Order ${title}`, payload: `order-${title.toLowerCase()}` }],
    })),
  },
  form: {
    role: 'appMaker',
    type: 'form',
    fields: [
      { type: 'text', name: 'name', label: 'Your name' },
      { type: 'email', name: 'email', label: 'Your address' },
    ],
  },
  pay: {
    role: 'appMaker',
    type: 'text',
    text: 'Nothing is charged here.',
    actions: [{ type: 'buy', text: 'Pay', amount: 250, currency: 'usd' }],
  },
};

/** Adds handlers that answer what a user does, each event once, however often they run. */
export function addReplies(router: Router, client: Client): void {
  const reply = (userId: string, message: NewMessage, dedupeKey: string) =>
    client.messages.create(userId, message, { dedupeKey, lookFirst: true });
  const say = (userId: string, text: string, dedupeKey: string) =>
    reply(userId, { role: 'appMaker', type: 'text', text }, dedupeKey);

  router.on('message:appUser', { name: 'reply' }, async (event, context) => {
    const message = event.messages.findLast(({ role }) => role === 'appUser');
    if (message === undefined) return;
    const { key } = context.delivery;
    await client.conversations.sendActivity(event.appUser._id, { type: 'conversation:read' });
    if (message.type === 'formResponse') {
      await say(event.appUser._id, `Noted: ${message.textFallback ?? 'your answers'}`, key);
      return;
    }
    const word = (message.payload ?? message.text ?? '').trim().toLowerCase();
    const known = Object.hasOwn(answers, word) ? answers[word] : undefined;
    await reply(
      event.appUser._id,
      known ?? {
        role: 'appMaker',
        type: 'text',
        text: `You said: ${message.text?.trim() || message.type}`,
        actions: Object.keys(answers).map((text) => ({ type: 'reply', text, payload: text })),
      },
      key,
    );
  });

  router.on('postback', { name: 'postback' }, async (event, context) => {
    const tapped = event.postbacks.map(({ action }) => action.payload).join(', ');
    await say(event.appUser._id, `You tapped ${tapped}.`, context.delivery.key);
  });

  router.on('payment:success', { name: 'payment' }, async (event, context) => {
    await say(event.appUser._id, 'Thank you, it is paid.', context.delivery.key);
  });
}
