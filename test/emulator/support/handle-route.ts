import type { Route, RouteAnswer } from '../../../src/emulator/api/route.ts';
import type { TestWorld } from './test-world.ts';

/** What the route itself gives, before it is written: to see what it shares with the state, and answers without a body. `path` follows the app. */
export async function handleRoute(
  world: TestWorld,
  routes: readonly Route[],
  method: Route['method'],
  path: string,
  given: { readonly params?: Record<string, string>; readonly body?: unknown } = {},
): Promise<RouteAnswer> {
  const route = routes.find((one) => one.method === method && one.path === `/apps/:appId${path}`);
  if (route === undefined) throw new Error(`no route for ${method} ${path}`);
  const { params = {}, body } = given;
  const query = new URLSearchParams();
  return await route.handle(
    { version: 'v1.1', app: world.app, params, query, body, form: undefined, baseUrl: '', warn: () => {} },
    world,
  );
}
