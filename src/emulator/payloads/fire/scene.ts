import { type Action, isJsonObject, type Message } from '../../../events/index.ts';
import { drawAddress } from '../../channels/index.ts';
import { ensureIntegration } from '../../integrations/index.ts';
import { storeMessage } from '../../messages/index.ts';
import { addClient, createUser } from '../../users/index.ts';
import type { AppRecord, ClientRecord, UserRecord, World } from '../../world/index.ts';

/** The channel of a user who has none. */
const channel = 'whatsapp';

/** Where and to whom an event happens. */
export interface Scene {
  readonly world: World;
  readonly app: AppRecord;
  readonly user: UserRecord;
}

/** The scene of the user that `overrides` name, else of the one who was added last, else of a new one. */
export function setScene(world: World, app: AppRecord, overrides: unknown): Scene {
  const user = namedUser(app, overrides) ?? [...app.users.values()].at(-1) ?? createUser(world, app, {});
  return { world, app, user };
}

function namedUser(app: AppRecord, overrides: unknown): UserRecord | undefined {
  if (!isJsonObject(overrides)) return undefined;
  const named = overrides['appUser'] ?? overrides['surviving'];
  if (!isJsonObject(named)) return undefined;
  const { _id, userId } = named;
  return app.users.get(String(_id ?? app.userIds.get(String(userId))));
}

/** The client through which the user acts: the primary one, else any, else a new one. */
export function clientOf({ world, app, user }: Scene): ClientRecord {
  const found = user.clients.find(({ primary }) => primary) ?? user.clients[0];
  if (found !== undefined) return found;
  const { _id: integrationId } = ensureIntegration(world, app, channel);
  const externalId = drawAddress(world, channel);
  return addClient(world, app, user, { platform: channel, integrationId, externalId });
}

/** A third-party channel where the user can be reached: that of a client, else the default one. */
export function addressOf({ world, app, user }: Scene): {
  readonly type: string;
  readonly integrationId: string;
  readonly destinationId: string;
} {
  const client = user.clients.find(({ externalId }) => externalId !== undefined);
  const type = client?.platform ?? channel;
  const integrationId = client?.integrationId ?? ensureIntegration(world, app, type)._id;
  return { type, integrationId, destinationId: client?.externalId ?? drawAddress(world, type) };
}

/** Puts a new text message of the business into the conversation. */
export function addAppMessage({ world, user }: Scene, actions?: readonly Action[]): Message {
  return storeMessage(world, user, {
    type: 'text',
    text: 'Is there anything else?',
    role: 'appMaker',
    authorId: agentId,
    source: { type: 'api' },
    actions,
  });
}

/** What stands for an agent as an author: base62, 22 characters. Source: seen on the wire. */
const agentId = '4Gk2vXo8mTz0QeLrB7nYsd';
