import type { Referral, Source } from '../../index.ts';
import { type Cast, messengerIntegrationId } from './cast.ts';
import { conversation, v1, v11 } from './envelope.ts';
import type { MakersOf } from './makers.ts';
import { fullUser, truncatedUser, webSource } from './people.ts';

type ConversationTrigger =
  | 'conversation:start'
  | 'conversation:read'
  | 'conversation:referral'
  | 'typing:appUser';

/** The social channel has conversation:start, :read and :referral; the others lack one. */
function socialSource(): Source {
  return { type: 'messenger', integrationId: messengerIntegrationId };
}

function referral(): { referral: Referral } {
  return { referral: { code: 'shop-window-2' } };
}

function happening(cast: Cast) {
  return { source: socialSource(), appUser: truncatedUser(cast), timestamp: cast.at };
}

export const conversationMakers: MakersOf<ConversationTrigger> = {
  'conversation:start': {
    v1: (cast) => ({ ...v1('conversation:start'), ...happening(cast), appUser: fullUser(cast) }),
    'v1.1': (cast) => ({ ...v11('conversation:start'), ...happening(cast), ...conversation(cast) }),
  },
  'conversation:read': {
    v1: (cast) => ({ ...v1('conversation:read'), ...happening(cast) }),
    'v1.1': (cast) => ({ ...v11('conversation:read'), ...happening(cast), ...conversation(cast) }),
  },
  'conversation:referral': {
    v1: (cast) => ({ ...v1('conversation:referral'), ...happening(cast), ...referral() }),
    'v1.1': (cast) => ({
      ...v11('conversation:referral'),
      ...happening(cast),
      ...conversation(cast),
      ...referral(),
    }),
  },
  'typing:appUser': {
    'v1.1': (cast) => ({
      ...v11('typing:appUser'),
      ...conversation(cast),
      appUser: truncatedUser(cast),
      activity: { type: 'typing:start', role: 'appUser' },
      source: webSource(cast),
      timestamp: cast.at,
    }),
  },
};
