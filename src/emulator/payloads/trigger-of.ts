import { hasVersion, type Message, type Trigger, type Version } from '../../events/index.ts';
import { channelOf } from '../channels/index.ts';
import type { Happening } from '../world/index.ts';

const triggers = {
  userDelete: 'appUser:delete',
  conversationStart: 'conversation:start',
  conversationRead: 'conversation:read',
  conversationReferral: 'conversation:referral',
  postback: 'postback',
  merge: 'merge:appUser',
  payment: 'payment:success',
  linkMatch: 'link:match',
  linkSuccess: 'link:success',
  linkFailure: 'link:failure',
  clientAdd: 'client:add',
  clientRemove: 'client:remove',
  clientBlock: 'client:block',
  typing: 'typing:appUser',
} as const satisfies Partial<Record<Happening['type'], Trigger>>;

/** The trigger that `happening` has in `version`, or `undefined` when that version does not tell of it. Source: Part A, "Triggers" and "Versioning". */
export function triggerOf(happening: Happening, version: Version): Trigger | undefined {
  const trigger = nameOf(happening, version);
  return trigger !== undefined && hasVersion(trigger, version) ? trigger : undefined;
}

function nameOf(happening: Happening, version: Version): Trigger | undefined {
  if (happening.type === 'message') return messageTriggerOf(happening.message, version);
  if (happening.type === 'notificationDelivery') return `notification:delivery:${happening.stage}`;
  if (happening.type !== 'messageDelivery') return triggers[happening.type];
  if (version === 'v1.1') return `message:delivery:${happening.stage}`;
  // v1 is silent about SDK clients and about devices. Source: Part A, "Versioning".
  if (happening.stage === 'user' || channelOf(happening.destination.type).kind === 'sdk') return undefined;
  return happening.stage === 'channel' ? 'delivery:success' : 'delivery:failure';
}

/** A whisper is told in v1 alone, as a message of the app maker. Source: the service's public documentation. */
function messageTriggerOf({ role }: Message, version: Version): Trigger | undefined {
  if (role === 'appUser') return 'message:appUser';
  return role === 'whisper' && version !== 'v1' ? undefined : 'message:appMaker';
}
