import type { Client } from '../../events/index.ts';
import { type AppRecord, type ClientRecord, toIsoTime, type UserRecord, type World } from '../world/index.ts';
import { omitUndefined } from './omit-undefined.ts';

/** What is known of a client when it arises. */
export interface NewClient {
  readonly platform: string;
  readonly integrationId?: string | undefined;
  /** Address of the user on a third-party channel. */
  readonly externalId?: string | undefined;
  /** Of web and mobile clients. Default: a new one for these, none for others. */
  readonly deviceId?: string | undefined;
  readonly displayName?: string | undefined;
  readonly avatarUrl?: string | undefined;
  readonly info?: Client['info'];
  readonly raw?: Client['raw'];
  /** Whether it becomes the preferred client. Default: true, as the user is there now. */
  readonly primary?: boolean | undefined;
}

/** Adds an active client, and tells nobody: users that arise from a first message have no client:add. Source: Part A, "Event rules". */
export function addClient(world: World, _app: AppRecord, user: UserRecord, fields: NewClient): ClientRecord {
  const { primary = true, ...known } = fields;
  const now = toIsoTime(world.clock.now());
  const deviceId = known.deviceId ?? drawDeviceId(world, known.platform);
  const client: ClientRecord = {
    _id: world.ids.hex(24),
    // The deprecated `id` is the device's of our own SDKs, and a UUID elsewhere. Source: seen on the wire.
    id: deviceId ?? world.ids.uuid(),
    platform: known.platform,
    status: 'active',
    active: true,
    blocked: false,
    primary: false,
    ...omitUndefined(structuredClone({ ...known, deviceId })),
    lastSeen: now,
    linkedAt: now,
  };
  user.clients.push(client);
  makePrimary(user, primary ? client : undefined);
  return client;
}

/** 32 hex digits on the web, a UUID on mobile devices, in capitals on iOS. Source: seen on the wire. */
function drawDeviceId(world: World, platform: string): string | undefined {
  if (platform === 'web') return world.ids.hex(32);
  if (platform === 'ios') return world.ids.uuid().toUpperCase();
  return platform === 'android' ? world.ids.uuid() : undefined;
}

/** Fires client:add. */
export function announceClients(
  world: World,
  app: AppRecord,
  user: UserRecord,
  clients: readonly ClientRecord[],
): void {
  if (clients.length > 0) world.happen(app, { type: 'clientAdd', user, clients });
}

/** Takes those of `clients` that the user still has away from it, and fires client:remove for them. */
export function removeClients(
  world: World,
  app: AppRecord,
  user: UserRecord,
  clients: readonly ClientRecord[],
): void {
  const removed = user.clients.filter((client) => clients.includes(client));
  if (removed.length === 0) return;
  user.clients = user.clients.filter((client) => !removed.includes(client));
  // Whoever still holds one sees that nothing reaches it any more.
  for (const client of removed) setStatus(client, 'inactive');
  makePrimary(user);
  world.happen(app, { type: 'clientRemove', user, clients: removed });
}

/** The user unsubscribed: nothing reaches the client any more. Fires client:block, once. Source: Part A, "Client status". */
export function blockClient(world: World, app: AppRecord, user: UserRecord, client: ClientRecord): void {
  if (client.status === 'blocked' || !user.clients.includes(client)) return;
  setStatus(client, 'blocked');
  makePrimary(user);
  world.happen(app, { type: 'clientBlock', user, clients: [client] });
}

/**
 * The user acted through the client: it is the most active one now, and a blocked or inactive one is back. A pending one waits on.
 * Source: Part A, "Client"; that an act ends a block: not shown, our reading.
 */
export function touchClient(world: World, user: UserRecord, client: ClientRecord): void {
  client.lastSeen = toIsoTime(world.clock.now());
  if (!user.clients.includes(client)) return;
  setStatus(client, 'active');
  makePrimary(user, client);
}

/** Sees to it that one active client, if there is any, is primary: `client`, else the one that is, else the one seen last. */
export function makePrimary(user: UserRecord, client?: ClientRecord): void {
  const active = user.clients.filter(({ status }) => status === 'active');
  const lastSeen = active.toSorted((a, b) => seenAt(b).localeCompare(seenAt(a)))[0];
  const chosen = active.find((one) => one === client) ?? active.find(({ primary }) => primary) ?? lastSeen;
  for (const one of user.clients) one.primary = one === chosen;
}

function seenAt({ lastSeen, linkedAt }: ClientRecord): string {
  return lastSeen ?? linkedAt ?? '';
}

function setStatus(client: ClientRecord, status: 'active' | 'blocked' | 'inactive'): void {
  client.status = status;
  client.active = status === 'active';
  client.blocked = status === 'blocked';
  if (status !== 'active') client.primary = false;
}
