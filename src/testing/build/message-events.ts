import { conversation, v1, v11 } from './envelope.ts';
import type { MakersOf } from './makers.ts';
import { carouselWith, messageOfApp, messageOfUser, paidAction, postbackAction } from './messages.ts';
import { channelSource, fullUser, truncatedUser } from './people.ts';

export const messageMakers: MakersOf<
  'message:appUser' | 'message:appMaker' | 'postback' | 'payment:success'
> = {
  'message:appUser': {
    v1: (cast, wish) => ({
      ...v1('message:appUser'),
      messages: [messageOfUser(cast, wish)],
      appUser: fullUser(cast),
    }),
    'v1.1': (cast, wish) => ({
      ...v11('message:appUser'),
      ...conversation(cast),
      messages: [messageOfUser(cast, wish)],
      appUser: truncatedUser(cast),
    }),
  },
  'message:appMaker': {
    v1: (cast, wish) => ({
      ...v1('message:appMaker'),
      messages: [messageOfApp(cast, wish)],
      appUser: fullUser(cast),
    }),
    'v1.1': (cast, wish) => ({
      ...v11('message:appMaker'),
      ...conversation(cast),
      messages: [messageOfApp(cast, wish)],
      appUser: truncatedUser(cast),
    }),
  },
  postback: {
    v1: (cast, { payload }) => {
      const action = postbackAction(cast, payload);
      return {
        ...v1('postback'),
        postbacks: [{ message: carouselWith(cast, action), action }],
        appUser: fullUser(cast),
      };
    },
    'v1.1': (cast, { payload }) => {
      const action = postbackAction(cast, payload);
      return {
        ...v11('postback'),
        ...conversation(cast),
        postbacks: [{ message: carouselWith(cast, action), action }],
        appUser: truncatedUser(cast),
      };
    },
  },
  'payment:success': {
    v1: (cast) => ({ ...v1('payment:success'), ...payment(cast) }),
    'v1.1': (cast) => ({ ...v11('payment:success'), ...conversation(cast), ...payment(cast) }),
  },
};

function payment(cast: Parameters<typeof paidAction>[0]) {
  const action = paidAction(cast);
  return {
    payments: [
      {
        source: channelSource(),
        message: carouselWith(cast, action),
        action,
        charge: { id: cast.chargeId },
      },
    ],
    appUser: truncatedUser(cast),
    timestamp: cast.at,
  };
}
