import type { Action, BuyAction, Message } from '../../events/index.ts';
import { ApiError, type AppRecord, type ClientRecord, type UserRecord, type World } from '../world/index.ts';
import { findConversation, findMessage, replaceMessage } from './conversation.ts';
import { sourceOf } from './source.ts';

/**
 * The user pays what the buy action `action` of `message` offers: it is paid in the stored message too. Gives the message as it is then. Throws
 * `bad_request` for another action, `conflict` when it is paid already. Source: Part B, "States and transitions".
 */
export function pay(
  world: World,
  app: AppRecord,
  user: UserRecord,
  client: ClientRecord,
  action: Action,
  message: Message,
): Message {
  const stored = findMessage(user, message._id);
  const offers = [...(stored.actions ?? []), ...(stored.items ?? []).flatMap((item) => item.actions ?? [])];
  const offer = offers.find(({ _id }) => _id === action._id);
  if (!isBuy(offer)) throw new ApiError('bad_request', 'The action is no buy action of the message');
  if (offer.state === 'paid') throw new ApiError('conflict', 'The action is paid already');
  const paid: BuyAction = { ...offer, state: 'paid' };
  const settle = (one: Action) => (one._id === paid._id ? paid : one);
  const settled = {
    ...stored,
    ...(stored.actions !== undefined && { actions: stored.actions.map(settle) }),
    ...(stored.items !== undefined && {
      items: stored.items.map((item) => ({
        ...item,
        ...(item.actions && { actions: item.actions.map(settle) }),
      })),
    }),
  } as Message;
  replaceMessage(findConversation(user), settled);
  user.hasPaymentInfo = true;
  const source = sourceOf(client);
  const charge = { id: `ch_${world.ids.hex(24)}` };
  world.happen(app, { type: 'payment', user, source, message: settled, action: paid, charge });
  return settled;
}

function isBuy(action: Action | undefined): action is BuyAction {
  return action?.type === 'buy';
}
