import type { ChannelError } from '../../index.ts';
import { type Cast, phoneNumber } from './cast.ts';
import { v1, v11 } from './envelope.ts';
import type { MakersOf } from './makers.ts';
import { client, clientInV1, truncatedUser } from './people.ts';

type UserTrigger =
  | `link:${'success' | 'match' | 'failure'}`
  | `client:${'add' | 'remove' | 'block'}`
  | 'merge:appUser'
  | 'appUser:delete';

function link(cast: Cast) {
  return {
    appUser: truncatedUser(cast),
    channel: 'whatsapp',
    criteria: { phoneNumber: `+${phoneNumber}` },
  };
}

function error(): { error: ChannelError } {
  return { error: { code: 'not_found', message: 'The user was not found on the channel' } };
}

function merge(cast: Cast) {
  return {
    surviving: truncatedUser(cast),
    discarded: [{ _id: cast.discardedUserId, conversationStarted: false }],
  };
}

export const userMakers: MakersOf<UserTrigger> = {
  'link:success': {
    v1: (cast) => ({ ...v1('link:success'), ...link(cast) }),
    'v1.1': (cast) => ({ ...v11('link:success'), ...link(cast) }),
  },
  'link:match': {
    v1: (cast) => ({ ...v1('link:match'), ...link(cast) }),
    'v1.1': (cast) => ({ ...v11('link:match'), ...link(cast) }),
  },
  'link:failure': {
    v1: (cast) => ({ ...v1('link:failure'), ...link(cast), ...error() }),
    'v1.1': (cast) => ({ ...v11('link:failure'), ...link(cast), ...error() }),
  },
  'client:add': {
    v1: (cast) => ({ ...v1('client:add'), appUser: truncatedUser(cast), clients: [clientInV1(cast)] }),
    'v1.1': (cast) => ({ ...v11('client:add'), appUser: truncatedUser(cast), clients: [client(cast)] }),
  },
  'client:remove': {
    'v1.1': (cast) => ({ ...v11('client:remove'), appUser: truncatedUser(cast), clients: [client(cast)] }),
  },
  // No text shows this body; the fields are those that the later major version has.
  'client:block': {
    'v1.1': (cast) => ({
      ...v11('client:block'),
      appUser: truncatedUser(cast),
      client: { ...client(cast), status: 'blocked', active: false, blocked: true },
      reason: 'blocked',
    }),
  },
  'merge:appUser': {
    v1: (cast) => ({ ...v1('merge:appUser'), ...merge(cast) }),
    'v1.1': (cast) => ({ ...v11('merge:appUser'), ...merge(cast) }),
  },
  'appUser:delete': {
    'v1.1': (cast) => ({ ...v11('appUser:delete'), appUser: truncatedUser(cast) }),
  },
};
