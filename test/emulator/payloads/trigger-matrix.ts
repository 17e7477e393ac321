import type { Trigger, VersionOf } from '../../../src/events/index.ts';
import type { KnownFixtureName } from '../../../src/testing/fixture-types.ts';
import type { createHappenings } from './samples.ts';

interface Row<T extends Trigger> {
  /** The happening among the samples that fires it. */
  readonly happening: keyof ReturnType<typeof createHappenings>;
  /** The fixture that its body has the fields of, for each version that has the trigger. */
  readonly fixtures: { readonly [V in VersionOf<T>]: KnownFixtureName & `${V}/${string}` };
}

/** Every trigger, with what fires it and a fixture that it agrees with. */
export const triggerMatrix: { readonly [T in Trigger]: Row<T> } = {
  'message:appUser': {
    happening: 'message:appUser',
    fixtures: { v1: 'v1/message.appUser/text', 'v1.1': 'v1.1/message.appUser/text' },
  },
  'message:appMaker': {
    happening: 'message:appMaker',
    fixtures: { v1: 'v1/message.appMaker/postback-button', 'v1.1': 'v1.1/message.appMaker/postback-button' },
  },
  'message:delivery:channel': {
    happening: 'message:delivery:channel',
    fixtures: { 'v1.1': 'v1.1/message.delivery.channel/text' },
  },
  'message:delivery:user': {
    happening: 'message:delivery:user',
    fixtures: { 'v1.1': 'v1.1/message.delivery.user/text' },
  },
  'message:delivery:failure': {
    happening: 'message:delivery:failure',
    fixtures: { 'v1.1': 'v1.1/message.delivery.failure/code-and-message' },
  },
  'notification:delivery:channel': {
    happening: 'notification:delivery:channel',
    fixtures: { 'v1.1': 'v1.1/notification.delivery.channel/with-match' },
  },
  'notification:delivery:user': {
    happening: 'notification:delivery:user',
    fixtures: { 'v1.1': 'v1.1/notification.delivery.user/with-match' },
  },
  'notification:delivery:failure': {
    happening: 'notification:delivery:failure',
    fixtures: { 'v1.1': 'v1.1/notification.delivery.failure/with-match' },
  },
  'delivery:success': {
    happening: 'message:delivery:channel',
    fixtures: { v1: 'v1/delivery.success/text' },
  },
  'delivery:failure': {
    happening: 'message:delivery:failure',
    fixtures: { v1: 'v1/delivery.failure/code-and-message' },
  },
  'conversation:start': {
    happening: 'conversation:start',
    fixtures: { v1: 'v1/conversation.start/referral', 'v1.1': 'v1.1/conversation.start/referral' },
  },
  'conversation:read': {
    happening: 'conversation:read',
    fixtures: { v1: 'v1/conversation.read/web', 'v1.1': 'v1.1/conversation.read/web' },
  },
  'conversation:referral': {
    happening: 'conversation:referral',
    fixtures: { v1: 'v1/conversation.referral/ad', 'v1.1': 'v1.1/conversation.referral/ad' },
  },
  postback: {
    happening: 'postback',
    fixtures: { v1: 'v1/postback/carousel-button', 'v1.1': 'v1.1/postback/carousel-button' },
  },
  'typing:appUser': {
    happening: 'typing:appUser',
    fixtures: { 'v1.1': 'v1.1/typing.appUser/start' },
  },
  'appUser:delete': {
    happening: 'appUser:delete',
    fixtures: { 'v1.1': 'v1.1/appUser.delete/deleted' },
  },
  'merge:appUser': {
    happening: 'merge:appUser',
    fixtures: { v1: 'v1/merge.appUser/merged', 'v1.1': 'v1.1/merge.appUser/discarded-properties' },
  },
  'payment:success': {
    happening: 'payment:success',
    fixtures: { v1: 'v1/payment.success/buy', 'v1.1': 'v1.1/payment.success/buy' },
  },
  'link:success': {
    happening: 'link:success',
    fixtures: { v1: 'v1/link.success/sms', 'v1.1': 'v1.1/link.success/sms' },
  },
  'link:match': {
    happening: 'link:match',
    fixtures: { v1: 'v1/link.match/messenger', 'v1.1': 'v1.1/link.match/sms' },
  },
  'link:failure': {
    happening: 'link:failure',
    fixtures: { v1: 'v1/link.failure/not-found', 'v1.1': 'v1.1/link.failure/declined' },
  },
  'client:add': {
    happening: 'client:add',
    fixtures: { v1: 'v1/client.add/login', 'v1.1': 'v1.1/client.add/linked' },
  },
  'client:remove': {
    happening: 'client:remove',
    fixtures: { 'v1.1': 'v1.1/client.remove/whole-client' },
  },
  'client:block': {
    happening: 'client:block',
    fixtures: { 'v1.1': 'v1.1/client.block/client' },
  },
};
