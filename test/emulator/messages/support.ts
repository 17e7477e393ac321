import { attachmentRoutes } from '../../../src/emulator/attachments/index.ts';
import { messageRoutes } from '../../../src/emulator/messages/index.ts';
import { templateRoutes } from '../../../src/emulator/templates/index.ts';
import { addClient, createUser } from '../../../src/emulator/users/index.ts';
import type { ClientRecord, UserRecord } from '../../../src/emulator/world/index.ts';
import type { Message, Version } from '../../../src/events/index.ts';
import { createTestWorld, type TestWorld } from '../support/test-world.ts';

type TestOptions = Parameters<typeof createTestWorld>[0];

interface CallOptions {
  readonly body?: unknown;
  readonly form?: FormData;
  readonly version?: Version;
}

interface Answer {
  readonly status: number;
  /** As it is on the wire; `undefined` when it is empty. */
  readonly body: Record<string, unknown> | undefined;
  readonly warnings: readonly string[];
}

export interface Scene {
  readonly world: TestWorld;
  readonly user: UserRecord;
  readonly client: ClientRecord;
  /** Calls an endpoint of messages, attachments or templates; `path` is what follows the app. What is refused rejects. */
  call(endpoint: string, options?: CallOptions): Promise<Answer>;
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
    async call(endpoint, { body, form, version = 'v1.1' } = {}) {
      const [method, path] = endpoint.split(' ');
      const url = new URL(`http://emulator.test/apps/${app._id}${path}`);
      for (const route of routes) {
        const params = route.method === method ? matchPath(route.path, url.pathname) : undefined;
        if (params === undefined) continue;
        const warnings: string[] = [];
        const answer = await route.handle(
          {
            version,
            app,
            params,
            query: url.searchParams,
            body,
            form,
            baseUrl: `http://emulator.test/${version}`,
            warn: (text) => void warnings.push(text),
          },
          world,
        );
        const wire = answer.body === undefined ? undefined : JSON.parse(JSON.stringify(answer.body));
        return { status: answer.status, body: wire, warnings };
      }
      throw new Error(`no route for ${endpoint}`);
    },
    async post(body, version = 'v1.1') {
      const answer = await scene.call('POST /appusers/customer-7/messages', { body, version });
      return answer.body?.['message'] as Message;
    },
  };
  return scene;
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const names = pattern.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = decodeURIComponent(parts[index] ?? '');
    if (name.startsWith(':')) params[name.slice(1)] = part;
    else if (name !== part) return undefined;
  }
  return params;
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
