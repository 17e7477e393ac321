import type { AppUser, Message, Payment, Postback } from '../../index.ts';
import type { PayloadOf } from '../fixture-types.ts';
import { buyAction, postbackAction } from './buttons.ts';
import { type EventsOf, v1, v1May, v11 } from './envelope.ts';
import { message, messagesBy } from './messages.ts';
import { openObject } from './open-object.ts';
import { appUser, client, fullAppUser } from './people.ts';
import { reference, source } from './places.ts';
import { fewOf, freeObject, id, text, unixSeconds } from './values.ts';

const may = { conversation: reference, client, recentNotifications: fewOf(message) };

const postbacks = fewOf(
  openObject<Postback>({ action: postbackAction }, { message, metadata: freeObject, source }),
  1,
);

const payments = fewOf(
  openObject<Payment>(
    { message, action: buyAction, charge: openObject<Payment['charge']>({ id }, {}) },
    { source, version: text },
  ),
  1,
);

export const messageEvents: EventsOf<
  'message:appUser' | 'message:appMaker' | 'postback' | 'payment:success'
> = {
  'message:appUser': {
    v1: openObject<PayloadOf<'message:appUser', 'v1'>>(
      { ...v1('message:appUser'), messages: messagesBy('appUser'), appUser: fullAppUser },
      { ...v1May, ...may },
    ).map(withOneAuthor),
    'v1.1': openObject<PayloadOf<'message:appUser', 'v1.1'>>(
      { ...v11('message:appUser'), messages: messagesBy('appUser'), appUser },
      may,
    ).map(withOneAuthor),
  },
  'message:appMaker': {
    v1: openObject<PayloadOf<'message:appMaker', 'v1'>>(
      { ...v1('message:appMaker'), messages: messagesBy('appMaker'), appUser: fullAppUser },
      { ...v1May, ...may },
    ),
    'v1.1': openObject<PayloadOf<'message:appMaker', 'v1.1'>>(
      { ...v11('message:appMaker'), messages: messagesBy('appMaker'), appUser },
      may,
    ),
  },
  postback: {
    v1: openObject<PayloadOf<'postback', 'v1'>>(
      { ...v1('postback'), postbacks, appUser: fullAppUser },
      { ...v1May, conversation: reference, client },
    ),
    'v1.1': openObject<PayloadOf<'postback', 'v1.1'>>(
      { ...v11('postback'), postbacks, appUser },
      { conversation: reference, client },
    ),
  },
  'payment:success': {
    v1: openObject<PayloadOf<'payment:success', 'v1'>>(
      { ...v1('payment:success'), payments, appUser, timestamp: unixSeconds },
      { ...v1May, conversation: reference },
    ),
    'v1.1': openObject<PayloadOf<'payment:success', 'v1.1'>>(
      { ...v11('payment:success'), payments, appUser, timestamp: unixSeconds },
      { conversation: reference },
    ),
  },
};

/** The user wrote the messages: `authorId` is the id of the user. */
function withOneAuthor<Event extends { readonly messages: Message[]; readonly appUser: AppUser }>(
  event: Event,
): Event {
  const messages = event.messages.map((own): Message => ({ ...own, authorId: event.appUser._id }));
  return { ...event, messages };
}
