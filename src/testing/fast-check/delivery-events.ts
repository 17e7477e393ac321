import fc from 'fast-check';
import type { PayloadOf } from '../fixture-types.ts';
import { type EventsOf, v1, v1May, v11 } from './envelope.ts';
import { messagesBy } from './messages.ts';
import { openObject } from './open-object.ts';
import { appUser } from './people.ts';
import { channelError, destination, externalMessage, matchResult, reference } from './places.ts';
import { channel, fewOf, unixSeconds } from './values.ts';

type ReportTrigger =
  | `message:delivery:${'channel' | 'user' | 'failure'}`
  | `notification:delivery:${'channel' | 'user' | 'failure'}`
  | 'delivery:success'
  | 'delivery:failure';

const report = { destination, isFinalEvent: fc.boolean() };
const mayReport = { externalMessages: fewOf(externalMessage), timestamp: unixSeconds };

const messageReport = { ...report, appUser, message: reference };
const mayMessageReport = { ...mayReport, conversation: reference };

const notificationReport = { ...report, notification: reference };
const mayNotificationReport = { ...mayReport, matchResult };

const v1Report = { appUser, messages: messagesBy('appMaker') };
const mayV1Report = { ...v1May, destination, channel, timestamp: unixSeconds };

const error = channelError;

export const deliveryEvents: EventsOf<ReportTrigger> = {
  'message:delivery:channel': {
    'v1.1': openObject<PayloadOf<'message:delivery:channel', 'v1.1'>>(
      { ...v11('message:delivery:channel'), ...messageReport },
      mayMessageReport,
    ),
  },
  'message:delivery:user': {
    'v1.1': openObject<PayloadOf<'message:delivery:user', 'v1.1'>>(
      { ...v11('message:delivery:user'), ...messageReport },
      mayMessageReport,
    ),
  },
  'message:delivery:failure': {
    'v1.1': openObject<PayloadOf<'message:delivery:failure', 'v1.1'>>(
      { ...v11('message:delivery:failure'), ...messageReport, error },
      mayMessageReport,
    ),
  },
  'notification:delivery:channel': {
    'v1.1': openObject<PayloadOf<'notification:delivery:channel', 'v1.1'>>(
      { ...v11('notification:delivery:channel'), ...notificationReport },
      mayNotificationReport,
    ),
  },
  'notification:delivery:user': {
    'v1.1': openObject<PayloadOf<'notification:delivery:user', 'v1.1'>>(
      { ...v11('notification:delivery:user'), ...notificationReport },
      mayNotificationReport,
    ),
  },
  'notification:delivery:failure': {
    'v1.1': openObject<PayloadOf<'notification:delivery:failure', 'v1.1'>>(
      { ...v11('notification:delivery:failure'), ...notificationReport, error },
      mayNotificationReport,
    ),
  },
  'delivery:success': {
    v1: openObject<PayloadOf<'delivery:success', 'v1'>>(
      { ...v1('delivery:success'), ...v1Report },
      mayV1Report,
    ),
  },
  'delivery:failure': {
    v1: openObject<PayloadOf<'delivery:failure', 'v1'>>(
      { ...v1('delivery:failure'), ...v1Report, error },
      mayV1Report,
    ),
  },
};
