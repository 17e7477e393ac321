import { ApiError, type AppRecord, toIsoTime, type UserRecord, type World } from '../world/index.ts';
import { changeProperties } from './properties.ts';
import type { UserUpdate } from './user-body.ts';

/** What a user may have from the start. */
export interface NewUser extends UserUpdate {
  /** The customer's own id. Users that arise from a first message have none. */
  readonly userId?: string | undefined;
}

/**
 * Adds a user. `signedUpAt` is now unless told. Throws `conflict` for a `userId` that addresses a user already, and `bad_request` for properties
 * above 4 kB. Source: Part A, "App user"; the default and the conflict: not in Part A, the service's public documentation.
 */
export function createUser(world: World, app: AppRecord, fields: NewUser): UserRecord {
  const { userId } = fields;
  if (userId !== undefined && (app.userIds.has(userId) || app.users.has(userId)))
    throw new ApiError('conflict', 'A user with this userId exists already');
  const user: UserRecord = {
    _id: world.ids.hex(24),
    userId,
    givenName: fields.givenName,
    surname: fields.surname,
    email: fields.email,
    avatarUrl: fields.avatarUrl,
    signedUpAt: fields.signedUpAt ?? toIsoTime(world.clock.now()),
    toBeRetained: fields.toBeRetained,
    properties: changeProperties({}, fields.properties ?? {}),
    conversationStarted: false,
    hasPaymentInfo: false,
    clients: [],
    pendingClients: [],
    links: new Map(),
    conversation: undefined,
    businessSystems: [],
  };
  app.users.set(user._id, user);
  if (userId !== undefined) app.userIds.set(userId, user._id);
  return user;
}
