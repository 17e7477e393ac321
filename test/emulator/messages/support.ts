import { attachmentRoutes } from '../../../src/emulator/attachments/index.ts';
import { messageRoutes } from '../../../src/emulator/messages/index.ts';
import { templateRoutes } from '../../../src/emulator/templates/index.ts';
import { addClient, createUser } from '../../../src/emulator/users/index.ts';
import type { ClientRecord, UserRecord } from '../../../src/emulator/world/index.ts';
import type { Message, Version } from '../../../src/events/index.ts';
import { type CallAnswer, type CallOptions, callRoute } from '../support/call-route.ts';
import { createTestWorld, type TestWorld } from '../support/test-world.ts';

type TestOptions = Parameters<typeof createTestWorld>[0];

export interface Scene {
  readonly world: TestWorld;
  readonly user: UserRecord;
  readonly client: ClientRecord;
  /** Calls an endpoint of messages, attachments or templates; `path` is what follows the app. What is refused rejects. */
  call(endpoint: string, options?: CallOptions): Promise<CallAnswer>;
  /** Posts a message to the user and gives it as it is answered. */
  post(body: object, version?: Version): Promise<Message>;
}

const routes = [...messageRoutes, ...attachmentRoutes, ...templateRoutes];

/** A world with the user `customer-7`, who has a client of that platform. */
export function setUp(options: TestOptions & { readonly platform?: string } = {}): Scene {
  const { platform = 'web', ...settings } = options;
  const world = createTestWorld(settings);
  const { app } = world;
  const user = createUser(world, app, { userId: 'customer-7' });
  const client = addClient(world, app, user, { platform, integrationId: world.ids.timed() });
  const scene: Scene = {
    world,
    user,
    client,
    call(endpoint, options) {
      const [method = '', path = ''] = endpoint.split(' ');
      return callRoute(world, routes, method, path, options);
    },
    async post(body, version = 'v1.1') {
      const answer = await scene.call('POST /appusers/customer-7/messages', { body, version });
      return answer.body?.['message'] as Message;
    },
  };
  return scene;
}

/** What a refused call rejects with. */
export function refusal(code: string, text = ''): object {
  return expect.objectContaining({ code, message: expect.stringContaining(text) });
}

/** Messages of the business, that many of them. */
export async function postMany(scene: Scene, count: number): Promise<void> {
  for (let number = 1; number <= count; number++)
    await scene.post({ role: 'appMaker', type: 'text', text: `${number}` });
}
