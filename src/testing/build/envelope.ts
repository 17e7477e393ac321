import type { Reference, Trigger } from '../../index.ts';
import { appId, type Cast } from './cast.ts';

/** What every v1 body has. It says its version; bodies before October 2018 did not. */
export function v1<T extends Trigger>(trigger: T) {
  return { trigger, version: 'v1' as const, app: { _id: appId } };
}

/** What every v1.1 body has. */
export function v11<T extends Trigger>(trigger: T) {
  return { trigger, version: 'v1.1' as const, app: { _id: appId } };
}

/** The conversation, which v1 does not tell. */
export function conversation({ conversationId }: Cast): { conversation: Reference } {
  return { conversation: { _id: conversationId } };
}
