import type { PayloadOf } from '../fixture-types.ts';
import { type EventsOf, v1, v1May, v11 } from './envelope.ts';
import { openObject } from './open-object.ts';
import { appUser, client, fullAppUser } from './people.ts';
import { activity, reference, referral, source } from './places.ts';
import { channel, unixSeconds } from './values.ts';

const must = { appUser, timestamp: unixSeconds };
const may = { conversation: reference, client };
const mayV1 = { ...v1May, ...may, source, channel };

export const conversationEvents: EventsOf<
  'conversation:start' | 'conversation:read' | 'conversation:referral' | 'typing:appUser'
> = {
  'conversation:start': {
    v1: openObject<PayloadOf<'conversation:start', 'v1'>>(
      { ...v1('conversation:start'), ...must, appUser: fullAppUser },
      { ...mayV1, referral },
    ),
    'v1.1': openObject<PayloadOf<'conversation:start', 'v1.1'>>(
      { ...v11('conversation:start'), ...must, source },
      { ...may, referral },
    ),
  },
  'conversation:read': {
    v1: openObject<PayloadOf<'conversation:read', 'v1'>>(
      { ...v1('conversation:read'), ...must },
      { ...mayV1, referral },
    ),
    'v1.1': openObject<PayloadOf<'conversation:read', 'v1.1'>>(
      { ...v11('conversation:read'), ...must, source },
      { ...may, referral },
    ),
  },
  'conversation:referral': {
    v1: openObject<PayloadOf<'conversation:referral', 'v1'>>(
      { ...v1('conversation:referral'), ...must, referral },
      mayV1,
    ),
    'v1.1': openObject<PayloadOf<'conversation:referral', 'v1.1'>>(
      { ...v11('conversation:referral'), ...must, source, referral },
      may,
    ),
  },
  'typing:appUser': {
    'v1.1': openObject<PayloadOf<'typing:appUser', 'v1.1'>>(
      { ...v11('typing:appUser'), activity, appUser },
      { ...may, source, timestamp: unixSeconds },
    ),
  },
};
