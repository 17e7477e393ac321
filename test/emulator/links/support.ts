import { linkRoutes } from '../../../src/emulator/links/index.ts';
import { createUser } from '../../../src/emulator/users/index.ts';
import type { ClientRecord, IntegrationRecord } from '../../../src/emulator/world/index.ts';
import type { Version } from '../../../src/events/index.ts';
import { createCaller } from '../support/call-route.ts';
import { createTestWorld } from '../support/test-world.ts';

/** A world with a user `customer-7`, and an integration of each of those types, whose id is its type. */
export function setUpLinks(...types: readonly string[]) {
  const world = createTestWorld();
  const { app } = world;
  app.integrations = types.map((type): IntegrationRecord => ({ _id: type, type, status: 'active' }));
  const user = createUser(world, app, { userId: 'customer-7' });
  const call = createCaller(world, linkRoutes);
  return {
    world,
    app,
    user,
    call,
    link: (body: unknown, version?: Version) => call('POST', '/appusers/customer-7/channels', body, version),
    /** The only client that waits. */
    pending(): ClientRecord {
      const [client] = user.pendingClients;
      if (client === undefined) throw new Error('no client waits');
      return client;
    },
    /** What happened since the last call, later things too; deliveries and messages with what tells them apart. */
    takeHappenings(): readonly string[] {
      world.settle();
      return world.happenings
        .splice(0)
        .map((one) => (one.type === 'messageDelivery' ? `${one.type}:${one.stage}` : one.type));
    },
  };
}

export const hello = { role: 'appMaker', type: 'text', text: 'Hello' };
