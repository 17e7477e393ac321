import type { Message } from '../../events/index.ts';
import { channelOf, checkDestination, dispatchMessage } from '../channels/index.ts';
import { expandShorthand } from '../templates/index.ts';
import { ApiError, type AppRecord, type UserRecord, type World } from '../world/index.ts';
import { readAuthor } from './author.ts';
import { findMessage } from './conversation.ts';
import { fillContent } from './fill/content.ts';
import { type MessageInput, type ReadContext, readMessage } from './input/read-message.ts';
import { checkRoom, storeMessage } from './store-message.ts';

/** How a message is posted. */
interface PostContext extends ReadContext {
  /** False: the message is stored and told of, and the caller delivers it. Default: true. */
  readonly deliver?: boolean;
}

/**
 * Posts a message as a call of the API does: reads it, stores it, tells of it and, when it is the business's, delivers it. Shorthand in a text
 * can make several. Throws before anything is stored: `bad_request`, `invalid_syntax`, `not_an_image`, `payments_not_configured`,
 * `client_not_found`, `locked`. Source: Part B, "Messages".
 */
export function postMessage(
  world: World,
  app: AppRecord,
  user: UserRecord,
  input: unknown,
  context: PostContext,
): { message: Message; extraMessages: Message[] } {
  const posted = readMessage(input, context);
  const { destination } = posted;
  if (destination !== undefined) checkDestination(app, user, destination);
  const parts = splitMessage(app, posted, context);
  for (const part of parts) checkPayments(user, part);
  const quotedMessage = readQuote(user, posted);
  checkRoom(world, user, parts.length);

  const [message, ...extraMessages] = parts.map((part) => {
    const stored = storeMessage(world, user, {
      ...readAuthor(app, user, part),
      ...fillContent(world, part, world.ids.timed),
      source: { type: 'api' },
      metadata: part.metadata,
      payload: part.payload,
      quotedMessage,
    });
    world.happen(app, { type: 'message', user, message: stored });
    if (stored.role === 'appMaker' && context.deliver !== false)
      dispatchMessage(world, app, user, stored, destination);
    return stored;
  });
  return { message: message as Message, extraMessages };
}

/** The messages that the shorthand of a text makes: each by the author of the whole, whose own actions go with the last. */
function splitMessage(app: AppRecord, posted: MessageInput, context: ReadContext): readonly MessageInput[] {
  const { role, messageSchema } = posted;
  if (role !== 'appMaker' || messageSchema !== undefined) return [posted];
  if (posted.type !== 'text' || posted.text === undefined) return [posted];
  const parts = expandShorthand(app, posted.text);
  if (parts === undefined) return [posted];
  const { type: _type, text: _text, actions = [], ...shared } = posted;
  return parts.map((part, index) => {
    const own = index < parts.length - 1 ? [] : actions;
    const all = [...(part.actions ?? []), ...own];
    return readMessage(
      { ...part, ...shared, ...(all.length > 0 && { actions: all }) },
      // Stored templates have what was added when they were stored: no reason to warn.
      { version: context.version, warn: () => {} },
    );
  });
}

/**
 * Throws `payments_not_configured` when there is something to buy and none of the channels that the message may go to takes payments. A user
 * without any channel may be sent it.
 */
function checkPayments(user: UserRecord, input: MessageInput): void {
  const actions = [
    ...(input.actions ?? []),
    ...('items' in input ? input.items.flatMap((item) => item.actions) : []),
  ];
  if (!actions.some(({ type }) => type === 'buy')) return;
  const { integrationId, integrationType } = input.destination ?? {};
  const targets = user.clients.filter(
    (client) =>
      (integrationId === undefined || client.integrationId === integrationId) &&
      (integrationType === undefined || client.platform === integrationType),
  );
  if (targets.length === 0 || targets.some(({ platform }) => channelOf(platform).payments)) return;
  throw new ApiError('payments_not_configured', 'None of the channels of the user supports payments');
}

/** The quoted message in full: a call needs to give its `_id` alone. Throws `message_not_found`. */
function readQuote(user: UserRecord, { quotedMessage }: MessageInput): object | undefined {
  if (quotedMessage?.type !== 'message') return quotedMessage;
  return { type: 'message', content: findMessage(user, quotedMessage.content._id) };
}
