import type { PayloadOf } from '../fixture-types.ts';
import { type EventsOf, v1, v1May, v11 } from './envelope.ts';
import { openObject } from './open-object.ts';
import { appUser, client } from './people.ts';
import { channelError, reference } from './places.ts';
import { channel, fewOf, freeObject, id, text, unixSeconds } from './values.ts';

type UserTrigger =
  | `link:${'success' | 'match' | 'failure'}`
  | `client:${'add' | 'remove' | 'block'}`
  | 'merge:appUser'
  | 'appUser:delete';

const link = { appUser, channel, criteria: freeObject };
const error = channelError;
const merge = { surviving: appUser, discarded: fewOf(appUser, 1) };
const mayMerge = { discardedProperties: freeObject, discardedConversationId: id };
const clients = fewOf(client, 1);

export const userEvents: EventsOf<UserTrigger> = {
  'link:success': {
    v1: openObject<PayloadOf<'link:success', 'v1'>>({ ...v1('link:success'), ...link }, v1May),
    'v1.1': openObject<PayloadOf<'link:success', 'v1.1'>>({ ...v11('link:success'), ...link }, {}),
  },
  'link:match': {
    v1: openObject<PayloadOf<'link:match', 'v1'>>({ ...v1('link:match'), ...link }, v1May),
    'v1.1': openObject<PayloadOf<'link:match', 'v1.1'>>({ ...v11('link:match'), ...link }, {}),
  },
  'link:failure': {
    v1: openObject<PayloadOf<'link:failure', 'v1'>>({ ...v1('link:failure'), ...link, error }, v1May),
    'v1.1': openObject<PayloadOf<'link:failure', 'v1.1'>>({ ...v11('link:failure'), ...link, error }, {}),
  },
  'client:add': {
    v1: openObject<PayloadOf<'client:add', 'v1'>>({ ...v1('client:add'), appUser, clients }, v1May),
    'v1.1': openObject<PayloadOf<'client:add', 'v1.1'>>({ ...v11('client:add'), appUser, clients }, {}),
  },
  'client:remove': {
    'v1.1': openObject<PayloadOf<'client:remove', 'v1.1'>>({ ...v11('client:remove'), appUser, clients }, {}),
  },
  'client:block': {
    'v1.1': openObject<PayloadOf<'client:block', 'v1.1'>>(v11('client:block'), {
      appUser,
      client,
      clients,
      conversation: reference,
      timestamp: unixSeconds,
      reason: text,
    }),
  },
  'merge:appUser': {
    v1: openObject<PayloadOf<'merge:appUser', 'v1'>>(
      { ...v1('merge:appUser'), ...merge },
      { ...v1May, ...mayMerge },
    ),
    'v1.1': openObject<PayloadOf<'merge:appUser', 'v1.1'>>({ ...v11('merge:appUser'), ...merge }, mayMerge),
  },
  'appUser:delete': {
    'v1.1': openObject<PayloadOf<'appUser:delete', 'v1.1'>>({ ...v11('appUser:delete'), appUser }, {}),
  },
};
