import type { Route } from '../../../src/emulator/api/route.ts';
import type { Version } from '../../../src/events/index.ts';
import type { TestWorld } from '../support/test-world.ts';

interface CallAnswer {
  readonly status: number;
  /** As it is written on the wire and read again. */
  readonly body: Record<string, unknown>;
  readonly warnings: readonly string[];
}

export type CallRoute = (
  method: Route['method'],
  path: string,
  body?: unknown,
  version?: Version,
) => Promise<CallAnswer>;

/** Calls the routes of a table in the app of `world`, without HTTP. `path` is what follows the app, with its query. A refusal rejects. */
export function createCaller(world: TestWorld, routes: readonly Route[]): CallRoute {
  return async (method, path, body, version = 'v1.1') => {
    const url = new URL(`http://emulator.test/apps/${world.app._id}${path}`);
    for (const route of routes) {
      const params = route.method === method ? matchPath(route.path, url.pathname) : undefined;
      if (params === undefined) continue;
      const warnings: string[] = [];
      const answer = await route.handle(
        {
          version,
          app: world.app,
          params,
          query: url.searchParams,
          body,
          form: undefined,
          baseUrl: `http://emulator.test/${version}`,
          warn: (text) => void warnings.push(text),
        },
        world,
      );
      return { status: answer.status, body: JSON.parse(JSON.stringify(answer.body)), warnings };
    }
    throw new Error(`no route for ${method} ${path}`);
  };
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
