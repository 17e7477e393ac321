import type { AppRecord, World } from '../world/index.ts';

/** Adds an app with nothing in it. */
export function createApp(
  { state, ids }: World,
  fields: {
    readonly name: string;
    readonly settings?: Readonly<Record<string, unknown>> | undefined;
    readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  },
): AppRecord {
  const app: AppRecord = {
    _id: ids.timed(),
    appToken: ids.hex(25),
    name: fields.name,
    settings: { ...fields.settings },
    metadata: { ...fields.metadata },
    users: new Map(),
    userIds: new Map(),
    webhooks: [],
    integrations: [],
    templates: [],
    menu: undefined,
    integrationMenus: new Map(),
    linkCodes: new Map(),
    authCodes: new Map(),
    deliveredOnce: new Set(),
    channelState: {
      failures: [],
      away: new Map(),
      inboxes: new Map(),
      notices: new Map(),
      profiles: new Map(),
    },
  };
  state.apps.set(app._id, app);
  return app;
}
