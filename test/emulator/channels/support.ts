import { postMessage } from '../../../src/emulator/messages/index.ts';
import { addClient, createUser } from '../../../src/emulator/users/index.ts';
import type { ClientRecord, IntegrationRecord, UserRecord } from '../../../src/emulator/world/index.ts';
import type { Message } from '../../../src/events/index.ts';
import { createTestWorld, type TestWorld } from '../support/test-world.ts';

export interface ChannelScene {
  readonly world: TestWorld;
  readonly user: UserRecord;
  /** Adds an active client on a new integration of that type, whose id is the type; the last one is primary. */
  addClient(platform: string): ClientRecord;
  /** Posts a message of the business. */
  post(fields?: object): Message;
  /** The delivery events since the last call, later ones too. */
  takeSteps(): readonly string[];
}

/** A world with one user who has a client of each of those platforms. */
export function setUpChannels(...platforms: readonly string[]): ChannelScene {
  const world = createTestWorld();
  const { app } = world;
  const user = createUser(world, app, {});
  const scene: ChannelScene = {
    world,
    user,
    addClient(platform) {
      const integration: IntegrationRecord = { _id: platform, type: platform, status: 'active' };
      app.integrations.push(integration);
      return addClient(world, app, user, { platform, integrationId: platform, externalId: '+15550001111' });
    },
    post(fields = {}) {
      const body = { role: 'appMaker', type: 'text', text: 'Hello', ...fields };
      return postMessage(world, app, user, body, { version: 'v1.1', warn: () => {} }).message;
    },
    takeSteps() {
      world.settle();
      return world.happenings.splice(0).flatMap((one) => {
        if (one.type !== 'messageDelivery' && one.type !== 'notificationDelivery') return [];
        const code = one.error === undefined ? '' : ` ${one.error.code}`;
        return [`${one.destination.type} ${one.stage}${code}${one.isFinalEvent ? ' final' : ''}`];
      });
    },
  };
  for (const platform of platforms) scene.addClient(platform);
  return scene;
}
