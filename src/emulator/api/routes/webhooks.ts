import { z } from 'zod';
import { ApiError, type AppRecord, findWebhook, type WebhookRecord, type World } from '../../world/index.ts';
import { checkBody } from '../check-body.ts';
import type { Route, RouteCall } from '../route.ts';
import { checkTriggers } from '../webhooks/check-triggers.ts';
import { probeTarget } from '../webhooks/probe-target.ts';

const updateSchema = z.object({
  target: z.string().refine(isHttpUrl, 'must be a whole URL of http or https').optional(),
  triggers: z.array(z.string().min(1)).min(1).optional(),
  includeClient: z.boolean().optional(),
  includeFullAppUser: z.boolean().optional(),
});
const newSchema = updateSchema.required({ target: true });

const all = '/apps/:appId/webhooks';
const one = `${all}/:webhookId`;

/** Source: Part A, "Endpoints", "Webhooks". */
export const webhookRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: all,
    scope: 'app',
    async handle(call, world) {
      const { settings, ids } = world;
      const { app, version } = call;
      const { target, triggers = readDefault(call, world), ...flags } = checkBody(call, newSchema);
      const names = checkTriggers(triggers, version, { strict: settings.strict, warn: call.warn });
      checkRoom(app, world);
      await probe(target, app, world);
      // Others may have come meanwhile.
      checkRoom(app, world);
      const webhook: WebhookRecord = {
        _id: ids.timed(),
        version,
        secret: ids.base64url(86),
        target,
        triggers: names,
        includeClient: flags.includeClient ?? false,
        includeFullAppUser: flags.includeFullAppUser ?? false,
      };
      app.webhooks.push(webhook);
      return { status: 201, body: { webhook: toWebhook(webhook) } };
    },
  },
  {
    method: 'GET',
    path: all,
    scope: 'app',
    handle: ({ app }) => ({ status: 200, body: { webhooks: app.webhooks.map(toWebhook) } }),
  },
  {
    method: 'GET',
    path: one,
    scope: 'app',
    handle: (call) => ({ status: 200, body: { webhook: toWebhook(findOne(call)) } }),
  },
  {
    method: 'PUT',
    path: one,
    scope: 'app',
    async handle(call, world) {
      const found = findOne(call);
      const {
        target = found.target,
        triggers,
        includeClient,
        includeFullAppUser,
      } = checkBody(call, updateSchema);
      const { strict } = world.settings;
      const names = triggers && checkTriggers(triggers, found.version, { strict, warn: call.warn });
      if (target !== found.target) await probe(target, call.app, world);
      // It may have been deleted meanwhile.
      const webhook = findOne(call);
      webhook.target = target;
      webhook.triggers = names ?? webhook.triggers;
      webhook.includeClient = includeClient ?? webhook.includeClient;
      webhook.includeFullAppUser = includeFullAppUser ?? webhook.includeFullAppUser;
      return { status: 200, body: { webhook: toWebhook(webhook) } };
    },
  },
  {
    method: 'DELETE',
    path: one,
    scope: 'app',
    handle(call) {
      const webhook = findOne(call);
      call.app.webhooks = call.app.webhooks.filter((other) => other !== webhook);
      return { status: 200 };
    },
  },
];

function findOne({ app, params: { webhookId = '' } }: RouteCall): WebhookRecord {
  return findWebhook(app, webhookId);
}

/** Probes the target, if that is wanted. Rejects when the app is gone by then: deleted, or replaced by a restored one. */
async function probe(target: string, app: AppRecord, world: World): Promise<void> {
  if (!world.settings.probe) return;
  await probeTarget(target);
  if (world.state.apps.get(app._id) !== app) throw new ApiError('app_not_found', 'App not found');
}

/** As it is answered, in v1 too: what was seen there without `version` is older than Part A, which has it. */
function toWebhook({ triggers, ...webhook }: WebhookRecord): object {
  return { ...webhook, triggers: [...triggers] };
}

/** What a webhook without triggers gets. v1.1 requires them, in words at least. Source: Part A, "Webhooks" and "Versioning". */
function readDefault({ version, warn }: RouteCall, { settings }: World): string[] {
  if (version === 'v1.1') {
    if (settings.strict) throw new ApiError('bad_request', 'triggers: required');
    warn("triggers are missing: the webhook gets 'message'");
  }
  return ['message'];
}

function checkRoom(app: AppRecord, { settings }: World): void {
  const { webhooksPerApp } = settings.limits;
  if (app.webhooks.length >= webhooksPerApp)
    throw new ApiError('bad_request', `An app has at most ${webhooksPerApp} webhooks`);
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
