import { OptionsError } from '../../errors/index.ts';
import { channelOf, drawAddress, isSameAddress } from '../channels/index.ts';
import { ensureIntegration } from '../integrations/index.ts';
import { addClient, announceClients, createUser, type NewClient } from '../users/index.ts';
import { type AppRecord, type ClientRecord, findApp, type UserRecord, type World } from '../world/index.ts';
import type { Identity } from './options.ts';

/** A person in the state as it is now. */
interface Presence {
  readonly app: AppRecord;
  readonly user: UserRecord;
  readonly client: ClientRecord;
}

/** Finds a person in the state, which `restore` may put back and users may be merged in. */
export interface Person {
  readonly identity: Identity;
  readonly externalId: string | undefined;
  app(): AppRecord;
  integrationId(): string;
  /** All users that have this person's client, pending ones as well; the one through whom they act first. */
  findAll(): readonly Presence[];
  /** Throws an `OptionsError` when the person has not been heard of. */
  find(): Presence;
  /** The same, and makes the user and the client when there are none. */
  connect(): Presence;
  /** What a new client of this person is made of. */
  describeClient(): NewClient;
  /** The user with the customer's id, made if there is none. */
  ensureUser(userId: string): UserRecord;
  /** Goes on with the device of that client. */
  adopt(client: ClientRecord): void;
}

/** Makes a person; the state is not changed but for the integration of their channel, if there is none. */
export function createPerson(world: World, appId: string, identity: Identity): Person {
  const { channel, userId, givenName, surname, email, avatarUrl } = identity;
  const traits = channelOf(channel);
  const externalId =
    traits.address === undefined ? undefined : (identity.externalId ?? drawAddress(world, channel));
  let integrationId = readIntegration(findApp(world.state, appId), identity);
  let deviceId: string | undefined;
  const profile = { givenName, surname, email, avatarUrl };

  function readPlace(): string {
    const app = findApp(world.state, appId);
    const isThere = integrationId !== undefined && app.integrations.some(({ _id }) => _id === integrationId);
    if (!isThere)
      integrationId = readIntegration(app, identity) ?? ensureIntegration(world, app, channel)._id;
    return integrationId as string;
  }

  function isMine(client: ClientRecord): boolean {
    if (client.platform !== channel || client.integrationId !== integrationId) return false;
    if (externalId === undefined) return deviceId !== undefined && client.deviceId === deviceId;
    return client.externalId !== undefined && isSameAddress(channel, client.externalId, externalId);
  }

  const person: Person = {
    identity,
    externalId,
    app: () => findApp(world.state, appId),
    integrationId: readPlace,
    findAll() {
      readPlace();
      const app = findApp(world.state, appId);
      const found: Presence[] = [];
      for (const user of app.users.values()) {
        for (const client of user.clients) if (isMine(client)) found.push({ app, user, client });
        for (const client of user.pendingClients) if (isMine(client)) found.push({ app, user, client });
      }
      return found.length > 1 ? found.toSorted((a, b) => rank(a) - rank(b)) : found;
    },
    find() {
      const [first] = person.findAll();
      if (first === undefined)
        throw new OptionsError('This user is not known yet: they must say something first.');
      return first;
    },
    connect() {
      const [found] = person.findAll();
      if (found !== undefined) return found;
      const app = findApp(world.state, appId);
      const isKnown = userId !== undefined && app.userIds.has(userId);
      const user = userId === undefined ? createUser(world, app, profile) : person.ensureUser(userId);
      const client = addClient(world, app, user, person.describeClient());
      person.adopt(client);
      // Users that arise from a first message have none; logins and links do. Source: Part A, "Event rules".
      if (isKnown || (userId !== undefined && traits.kind === 'sdk'))
        announceClients(world, app, user, [client]);
      return { app, user, client };
    },
    describeClient() {
      const isPhone = traits.address === 'phone' || traits.address === 'plainPhone';
      const phoneNumber = isPhone ? `+${externalId?.replace(/\D/g, '')}` : undefined;
      const name = [givenName, surname].filter(Boolean).join(' ');
      return {
        platform: channel,
        integrationId: readPlace(),
        externalId,
        deviceId,
        displayName: traits.kind === 'sdk' || name === '' ? phoneNumber : name,
        avatarUrl: traits.kind === 'sdk' ? undefined : avatarUrl,
        info: phoneNumber === undefined ? undefined : { phoneNumber },
      };
    },
    ensureUser(id) {
      const app = findApp(world.state, appId);
      const known = app.users.get(app.userIds.get(id) ?? '');
      return known ?? createUser(world, app, { ...profile, userId: id });
    },
    adopt(client) {
      deviceId = client.deviceId;
    },
  };
  return person;
}

function readIntegration(app: AppRecord, { channel, integrationId }: Identity): string | undefined {
  if (integrationId === undefined) return undefined;
  const integration = app.integrations.find(({ _id }) => _id === integrationId);
  if (integration?.type === channel) return integrationId;
  const own = app.integrations.filter(({ type }) => type === channel).map(({ _id }) => _id);
  throw new OptionsError(
    `integrationId must be that of an integration of ${channel}: ${own.join(', ') || 'there is none'}.`,
  );
}

/** A link that waits for an act comes first, so that an act completes it; then what is in use, a waiting prompt, what was logged out. */
function rank({ user, client }: Presence): number {
  if (client.status === 'pending') return user.links.get(client._id)?.confirmation === 'prompt' ? 2 : 0;
  return client.status === 'inactive' ? 3 : 1;
}
