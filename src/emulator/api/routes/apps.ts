import { z } from 'zod';
import { ApiError, type AppRecord } from '../../world/index.ts';
import { checkBody } from '../check-body.ts';
import { createApp } from '../create-app.ts';
import type { Route, RouteCall } from '../route.ts';

/** The largest metadata of an app, in bytes of JSON. Source: the service's public documentation of its later version. */
const MAX_METADATA_BYTES = 4_096;

/** The largest page, and its default. Source: the service's public documentation. */
const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 25;

const settingsSchema = z.looseObject({
  maskCreditCardNumbers: z.boolean().optional(),
  useAnimalNames: z.boolean().optional(),
  conversationRetentionSeconds: z.number().int().min(0).optional(),
  echoPostback: z.boolean().optional(),
  ignoreAutoConversationStart: z.boolean().optional(),
});

const metadataSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()], 'must be a text, a number or a boolean'))
  .refine(
    (metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= MAX_METADATA_BYTES,
    `must have at most ${MAX_METADATA_BYTES} bytes`,
  );

const newSchema = z.object({
  name: z.string().trim().min(1),
  settings: settingsSchema.optional(),
  metadata: metadataSchema.optional(),
});
const updateSchema = newSchema.partial();

/** Apps of the account. Beyond the document. Source: the service's public documentation; seen on the wire. */
export const appRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/apps',
    scope: 'account',
    handle(call, world) {
      const fields = checkBody(call, newSchema);
      warnOfSettings(call, fields.settings);
      return { status: 201, body: { app: toApp(createApp(world, fields)) } };
    },
  },
  {
    method: 'GET',
    path: '/apps',
    scope: 'account',
    handle(call, { state }) {
      const limit = readCount(call, 'limit', 1, MAX_LIMIT, DEFAULT_LIMIT);
      const offset = readCount(call, 'offset', 0, Number.MAX_SAFE_INTEGER, 0);
      if (call.query.has('serviceAccountId'))
        call.warn('serviceAccountId is ignored: the emulator has no service accounts');
      const apps = [...state.apps.values()];
      const page = apps.slice(offset, offset + limit).map(toApp);
      return { status: 200, body: { apps: page, hasMore: offset + limit < apps.length, offset } };
    },
  },
  {
    method: 'GET',
    path: '/apps/:appId',
    scope: 'account',
    handle: ({ app }) => ({ status: 200, body: { app: toApp(app) } }),
  },
  {
    method: 'PUT',
    path: '/apps/:appId',
    scope: 'account',
    handle(call) {
      const { app } = call;
      const { name, settings, metadata } = checkBody(call, updateSchema);
      warnOfSettings(call, settings);
      app.name = name ?? app.name;
      app.settings = { ...app.settings, ...settings };
      app.metadata = metadata ?? app.metadata;
      return { status: 200, body: { app: toApp(app) } };
    },
  },
  {
    method: 'DELETE',
    path: '/apps/:appId',
    scope: 'account',
    handle({ app }, { state }) {
      state.apps.delete(app._id);
      for (const { _id, appId } of state.keys.values()) if (appId === app._id) state.keys.delete(_id);
      for (const [path, { appId }] of state.attachments)
        if (appId === app._id) state.attachments.delete(path);
      // What still holds the record must find no webhook to tell.
      app.webhooks = [];
      return { status: 200, body: {} };
    },
  },
];

function toApp({ _id, appToken, name, settings, metadata }: AppRecord): object {
  return { _id, appToken, name, settings: { ...settings }, metadata: { ...metadata } };
}

function warnOfSettings({ warn }: RouteCall, settings: object = {}): void {
  for (const key of Object.keys(settings))
    if (!Object.hasOwn(settingsSchema.shape, key)) warn(`unknown field 'settings.${key}'`);
}

/** A whole number of the query. Throws `bad_request` for any other text. */
function readCount(
  { query }: RouteCall,
  name: string,
  least: number,
  most: number,
  fallback: number,
): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new ApiError('bad_request', `${name}: must be a whole number from ${least} to ${most}`);
}
