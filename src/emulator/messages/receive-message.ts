import { isJsonObject, type Message } from '../../events/index.ts';
import { userActed } from '../links/index.ts';
import { touchClient } from '../users/index.ts';
import type { AppRecord, ClientRecord, UserRecord, World } from '../world/index.ts';
import { nameUser } from './author.ts';
import { replaceMessage } from './conversation.ts';
import { fillContent } from './fill/content.ts';
import { readMessage } from './input/read-message.ts';
import { messageSourceOf } from './source.ts';
import { checkRoom, storeMessage } from './store-message.ts';

const postedTypes = new Set<unknown>(['text', 'image', 'file', 'location']);

/**
 * A message of the user that came through `client`, which may wait for its link. `content` is what a posted message has; other types than those that
 * can be posted, such as `formResponse`, are taken as they are. `source` in it adds to the source of the message. Throws `bad_request`
 * for content that no call could post, and `locked`.
 */
export function receiveMessage(
  world: World,
  app: AppRecord,
  user: UserRecord,
  client: ClientRecord,
  content: Record<string, unknown>,
): Message {
  const { source, type = 'text', ...rest } = content;
  const given = { type, ...rest };
  const said = postedTypes.has(type) ? fillSaid(world, given) : given;
  checkRoom(world, user, 1);
  const message = storeMessage(world, user, {
    role: 'appUser',
    authorId: user._id,
    name: nameUser(app, user) ?? client.displayName,
    avatarUrl: user.avatarUrl ?? client.avatarUrl,
    ...said,
    source: { ...messageSourceOf(world, client), ...(isJsonObject(source) && source) },
  });
  submitForm(user, message);
  touchClient(world, user, client);
  world.happen(app, { type: 'message', user, message, client });
  if (client.status === 'pending') userActed(world, app, user, client, 'act');
  return message;
}

function fillSaid(world: World, given: Record<string, unknown>): Record<string, unknown> {
  const input = readMessage({ ...given, role: 'appUser' }, { version: 'v1.1', warn: () => {} });
  const { payload, metadata, quotedMessage } = given;
  return { ...fillContent(world, input, world.ids.timed), payload, metadata, quotedMessage };
}

/** The form that is answered counts as submitted, in the conversation as well. Source: Part B, "Message". */
function submitForm(user: UserRecord, { quotedMessage }: Message): void {
  if (user.conversation === undefined || quotedMessage === undefined || !('content' in quotedMessage)) return;
  const { _id } = quotedMessage.content;
  const form = user.conversation.messages.find((message) => message._id === _id);
  if (form?.type === 'form') replaceMessage(user.conversation, { ...form, submitted: true } as Message);
}
