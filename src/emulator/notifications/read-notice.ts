import type { Message } from '../../events/index.ts';
import type { RouteCall } from '../api/route.ts';
import { fillContent, readMessage } from '../messages/index.ts';
import { toUnixSeconds, type World } from '../world/index.ts';

/** The parts of a notification that make its message. */
interface NoticeParts {
  readonly author: { readonly role: 'appMaker'; readonly name?: string | undefined };
  readonly message: Readonly<Record<string, unknown>>;
  /** With it, `message` is in the native form of its channel. */
  readonly messageSchema?: string | undefined;
}

/** The message as its user sees it; it is part of no conversation. Throws what reading a posted message throws. */
export function readNotice(
  world: World,
  _id: string,
  { author, message, messageSchema }: NoticeParts,
  call: Pick<RouteCall, 'version' | 'warn'>,
): Message {
  const posted = messageSchema === undefined ? message : { type: 'text', messageSchema, message };
  const input = readMessage({ ...posted, ...author }, call);
  const received = toUnixSeconds(world.clock.now());
  const fields = {
    ...fillContent(world, input, world.ids.timed),
    role: 'appMaker',
    authorId: _id,
    name: author.name,
    source: { type: 'notification' },
  };
  // As JSON: what is undefined is absent.
  return JSON.parse(JSON.stringify({ _id, ...fields, received }));
}
