import type { Route } from '../../../src/emulator/api/route.ts';
import type { Version } from '../../../src/events/index.ts';
import type { TestWorld } from './test-world.ts';

/** What is sent besides the path. */
export interface CallOptions {
  readonly body?: unknown;
  readonly form?: FormData | undefined;
  readonly version?: Version | undefined;
}

/** What came back. */
export interface CallAnswer {
  readonly status: number;
  /** As it is on the wire; `undefined` when it is empty. */
  readonly body: Record<string, unknown> | undefined;
  readonly warnings: readonly string[];
}

/** Calls the route of a table that `method` and `path` name, in the app of `world` and without HTTP. `path` follows the app, with its query. A refusal rejects. */
export async function callRoute(
  world: TestWorld,
  routes: readonly Route[],
  method: string,
  path: string,
  { body, form, version = 'v1.1' }: CallOptions = {},
): Promise<CallAnswer> {
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
        form,
        baseUrl: `http://emulator.test/${version}`,
        warn: (text) => void warnings.push(text),
      },
      world,
    );
    const wire = answer.body === undefined ? undefined : JSON.parse(JSON.stringify(answer.body));
    return { status: answer.status, body: wire, warnings };
  }
  throw new Error(`no route for ${method} ${path}`);
}

type CallWithBody = (
  method: Route['method'],
  path: string,
  body?: unknown,
  version?: Version,
) => Promise<CallAnswer & { readonly body: Record<string, unknown> }>;

/** The same for routes that always answer with a body. */
export function createCaller(world: TestWorld, routes: readonly Route[]): CallWithBody {
  return async (method, path, body, version) => {
    const answer = await callRoute(world, routes, method, path, { body, version });
    if (answer.body === undefined) throw new Error(`${method} ${path} was answered without a body`);
    return { ...answer, body: answer.body };
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
