import type { Action, Message } from '../../events/index.ts';
import { userActed } from '../links/index.ts';
import { ApiError, type AppRecord, type ClientRecord, type UserRecord, type World } from '../world/index.ts';
import { findConversation } from './conversation.ts';
import { sourceOf } from './source.ts';

/** The user taps a postback action: of a message, or, without one, of a persistent menu. Source: Part A, "Payload shapes". */
export function tapPostback(
  world: World,
  app: AppRecord,
  user: UserRecord,
  client: ClientRecord | undefined,
  action: Action,
  message: Message | undefined,
): void {
  const source = client === undefined ? { type: 'api' } : sourceOf(client);
  world.happen(app, { type: 'postback', user, action, message, client, source });
  if (client?.status === 'pending') userActed(world, app, user, client, 'act');
}

/** The action with that id and its message. Throws `not_found`, `bad_request` when it is no postback. */
export function findPostback(user: UserRecord, actionId: string): { action: Action; message: Message } {
  for (const message of findConversation(user).messages.toReversed()) {
    const actions = [
      ...(message.actions ?? []),
      ...(message.items ?? []).flatMap((item) => item.actions ?? []),
    ];
    const action = actions.find(({ _id }) => _id === actionId);
    if (action === undefined) continue;
    if (action.type !== 'postback') throw new ApiError('bad_request', 'actionId: the action is no postback');
    return { action, message };
  }
  throw new ApiError('not_found', 'Action not found');
}
