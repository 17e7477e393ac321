import { readFile } from 'node:fs/promises';
import { OptionsError } from '../errors/index.ts';
import { isJsonObject, isVersion, type Version } from '../events/index.ts';
import { readOptions } from '../options/index.ts';
import { readSecret } from '../testing/sender/index.ts';
import type { Route, RouteCall } from './api/route.ts';
import type { AppRecord, WebhookRecord, World } from './world/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What an emulator begins with: the bodies of the calls that would make it, in the order in which they are made. */
export interface Seed {
  /** As in POST integrations. */
  readonly integrations?: readonly Fields[] | undefined;
  /** As in POST appusers. */
  readonly users?: readonly Fields[] | undefined;
  /** As in POST templates. */
  readonly templates?: readonly Fields[] | undefined;
  /** As in PUT menu. */
  readonly menu?: Fields | undefined;
  /** As in POST webhooks, and `version`, `v1` or `v1.1`, by default `v1.1`, and `secret`, by default a new one. */
  readonly webhooks?: readonly Fields[] | undefined;
  /** As in POST messages, and `user`: the `userId` or `_id` of whom they are for. */
  readonly messages?: readonly Fields[] | undefined;
}

interface SeedCall {
  readonly method: Route['method'];
  readonly path: string;
  /** Fields that are not of the body. */
  readonly own?: readonly string[];
}

const seedCalls: Readonly<Record<keyof Seed, SeedCall>> = {
  integrations: { method: 'POST', path: '/apps/:appId/integrations' },
  users: { method: 'POST', path: '/apps/:appId/appusers' },
  templates: { method: 'POST', path: '/apps/:appId/templates' },
  menu: { method: 'PUT', path: '/apps/:appId/menu' },
  webhooks: { method: 'POST', path: '/apps/:appId/webhooks', own: ['version', 'secret'] },
  messages: { method: 'POST', path: '/apps/:appId/appusers/:user/messages', own: ['user'] },
};

/** Reads a seed from a JSON file. Rejects with an `OptionsError` when it is none. */
export async function readSeed(file: string): Promise<Seed> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new OptionsError(`The seed ${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
  try {
    return JSON.parse(text) as Seed;
  } catch {
    throw new OptionsError(`The seed ${file} is not JSON.`);
  }
}

/** Makes the calls of `seed` for `app`, one after another. Rejects with an `OptionsError` that names the first that is refused; what came before it stays. */
export async function plantSeed(
  seed: Seed,
  app: AppRecord,
  world: World,
  routes: readonly Route[],
): Promise<void> {
  readOptions(seed, Object.keys(seedCalls), 'seed');

  async function call(name: keyof Seed, place: string, given: unknown): Promise<void> {
    if (!isJsonObject(given)) throw new OptionsError(`${place} must be an object.`);
    const { method, path, own = [] } = seedCalls[name];
    const isOwn = (key: string) => own.includes(key);
    const entries = Object.entries(given);
    const body = Object.fromEntries(entries.filter(([key]) => !isOwn(key)));
    const { version = 'v1.1', user, secret } = Object.fromEntries(entries.filter(([key]) => isOwn(key)));
    if (!isVersion(version)) throw new OptionsError(`${place}: version must be v1 or v1.1.`);
    if (isOwn('user') && typeof user !== 'string') throw new OptionsError(`${place} must name its user.`);
    const route = routes.find((each) => each.method === method && each.path === path);
    if (route === undefined) throw new Error(`there is no route ${method} ${path}`);
    const params = { appId: app._id, user: String(user) };
    const warn = (warning: string) =>
      world.settings.logger?.warn({ place, warning }, 'the seed has what the service lets pass');
    try {
      const known = secret === undefined ? undefined : readSecret(secret);
      await route.handle(callOf(version, app, params, body, world, warn), world);
      if (known !== undefined) app.webhooks.push({ ...(app.webhooks.pop() as WebhookRecord), secret: known });
    } catch (error) {
      throw new OptionsError(`${place} is refused: ${(error as Error).message}`);
    }
  }

  async function each(name: keyof Seed): Promise<void> {
    const list = seed[name] ?? [];
    if (!Array.isArray(list)) throw new OptionsError(`${name} must be a list.`);
    for (const [index, given] of list.entries()) await call(name, `${name}[${index}]`, given);
  }

  await each('integrations');
  await each('users');
  await each('templates');
  if (seed.menu !== undefined) await call('menu', 'menu', seed.menu);
  // Before the messages, so that they are told of.
  await each('webhooks');
  await each('messages');
}

function callOf(
  version: Version,
  app: AppRecord,
  params: Readonly<Record<string, string>>,
  body: Fields,
  world: World,
  warn: (text: string) => void,
): RouteCall {
  return {
    version,
    app,
    params,
    query: new URLSearchParams(),
    body,
    form: undefined,
    baseUrl: `${world.publicUrl}/${version}`,
    warn,
  };
}
