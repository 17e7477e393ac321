import type { ChannelError, Destination } from '../../index.ts';
import { type Cast, phoneNumber } from './cast.ts';
import { conversation, v1, v11 } from './envelope.ts';
import type { MakersOf } from './makers.ts';
import { messageOfApp } from './messages.ts';
import { channelSource, truncatedUser } from './people.ts';

type ReportTrigger =
  | `message:delivery:${'channel' | 'user' | 'failure'}`
  | `notification:delivery:${'channel' | 'user' | 'failure'}`
  | 'delivery:success'
  | 'delivery:failure';

function destination(): Destination {
  return channelSource();
}

/** A known code with the channel's own error behind it. */
function error(): ChannelError {
  return { code: 'blocked', underlyingError: { errors: [{ code: 470, title: 'Message failed to send' }] } };
}

function messageReport(cast: Cast) {
  return {
    ...conversation(cast),
    appUser: truncatedUser(cast),
    message: { _id: cast.appMessageId },
    destination: destination(),
    timestamp: cast.at,
  };
}

function notificationReport(cast: Cast) {
  return {
    notification: { _id: cast.notificationId },
    matchResult: { appUser: truncatedUser(cast), ...conversation(cast) },
    destination: { ...destination(), destinationId: phoneNumber },
    timestamp: cast.at,
  };
}

/** What the channel calls it, which a failed one may lack. */
function arrived({ externalMessageId }: Cast) {
  return { externalMessages: [{ id: externalMessageId }] };
}

export const deliveryMakers: MakersOf<ReportTrigger> = {
  'message:delivery:channel': {
    'v1.1': (cast) => ({
      ...v11('message:delivery:channel'),
      ...messageReport(cast),
      ...arrived(cast),
      isFinalEvent: false,
    }),
  },
  'message:delivery:user': {
    'v1.1': (cast) => ({
      ...v11('message:delivery:user'),
      ...messageReport(cast),
      ...arrived(cast),
      isFinalEvent: true,
    }),
  },
  'message:delivery:failure': {
    'v1.1': (cast) => ({
      ...v11('message:delivery:failure'),
      ...messageReport(cast),
      isFinalEvent: true,
      error: error(),
    }),
  },
  'notification:delivery:channel': {
    'v1.1': (cast) => ({
      ...v11('notification:delivery:channel'),
      ...notificationReport(cast),
      ...arrived(cast),
      isFinalEvent: false,
    }),
  },
  'notification:delivery:user': {
    'v1.1': (cast) => ({
      ...v11('notification:delivery:user'),
      ...notificationReport(cast),
      ...arrived(cast),
      isFinalEvent: true,
    }),
  },
  'notification:delivery:failure': {
    'v1.1': (cast) => ({
      ...v11('notification:delivery:failure'),
      ...notificationReport(cast),
      isFinalEvent: true,
      error: error(),
    }),
  },
  'delivery:success': {
    v1: (cast, wish) => ({
      ...v1('delivery:success'),
      ...v1Report(cast),
      messages: [messageOfApp(cast, wish)],
    }),
  },
  'delivery:failure': {
    v1: (cast, wish) => ({
      ...v1('delivery:failure'),
      ...v1Report(cast),
      messages: [messageOfApp(cast, wish)],
      error: error(),
    }),
  },
};

/** No SDK channel: v1 did not report on those. Source: Part A, "Versioning". */
function v1Report(cast: Cast) {
  return { appUser: truncatedUser(cast), destination: { type: destination().type }, timestamp: cast.at };
}
