import { z } from 'zod';
import { checkBody } from '../api/check-body.ts';
import type { Route, RouteCall } from '../api/route.ts';
import { fillContent, readMessage } from '../messages/index.ts';
import { ApiError, type AppRecord, type TemplateRecord, type World } from '../world/index.ts';

const path = '/apps/:appId/templates';
const name = z.string().min(1);
const message = z.record(z.string(), z.unknown());
const createBody = z.object({ name, message });
const updateBody = z.object({ name: name.optional(), message: message.optional() });

/** The endpoints of templates. Source: Part B, "Templates"; those of a single template: the service's public documentation. */
export const templateRoutes: readonly Route[] = [
  {
    method: 'POST',
    path,
    scope: 'app',
    handle: (call, world) => {
      const body = checkBody(call, createBody);
      warnOfName(call, body.name);
      const template = {
        _id: world.ids.timed(),
        name: body.name,
        message: fillTemplate(world, call, body.message),
      };
      call.app.templates.push(template);
      return { status: 201, body: { template } };
    },
  },
  {
    method: 'GET',
    path,
    scope: 'app',
    handle: ({ app, query }) => {
      const limit = readCount(query, 'limit', 1) ?? 25;
      const offset = readCount(query, 'offset', 0) ?? 0;
      const templates = app.templates
        .slice(offset, offset + limit)
        .map((template) => ({ ...template, appId: app._id }));
      return { status: 200, body: { templates, hasMore: app.templates.length > offset + limit, offset } };
    },
  },
  {
    method: 'GET',
    path: `${path}/:templateId`,
    scope: 'app',
    handle: (call) => ({ status: 200, body: { template: { ...findTemplate(call) } } }),
  },
  {
    method: 'PUT',
    path: `${path}/:templateId`,
    scope: 'app',
    handle: (call, world) => {
      const template = findTemplate(call);
      const body = checkBody(call, updateBody);
      const filled = body.message === undefined ? undefined : fillTemplate(world, call, body.message);
      if (body.name !== undefined && body.name !== template.name) warnOfName(call, body.name);
      template.name = body.name ?? template.name;
      template.message = filled ?? template.message;
      return { status: 200, body: { template: { ...template } } };
    },
  },
  {
    method: 'DELETE',
    path: `${path}/:templateId`,
    scope: 'app',
    handle: (call) => {
      const template = findTemplate(call);
      call.app.templates = call.app.templates.filter((one) => one !== template);
      return { status: 200, body: {} };
    },
  },
];

/** The message of a template: filled, without ids. Source: seen on the wire. */
function fillTemplate(world: World, call: RouteCall, given: unknown): Record<string, unknown> {
  const input = readMessage(given, call);
  const { role, name, email, avatarUrl, metadata, payload } = input;
  const filled = { role, name, email, avatarUrl, metadata, payload, ...fillContent(world, input, undefined) };
  // As JSON: nothing is shared with the call, and what is undefined is absent.
  return JSON.parse(JSON.stringify(filled));
}

/** Whether two templates may have one name is not documented, and no error tells of it: it passes. */
function warnOfName(
  { app, warn }: { readonly app: AppRecord; warn(text: string): void },
  name: string,
): void {
  if (app.templates.some((one) => one.name === name))
    warn(`another template is called '${name}': shorthand uses the newest`);
}

function findTemplate({ app, params }: RouteCall): TemplateRecord {
  const template = app.templates.find(({ _id }) => _id === params['templateId']);
  if (template === undefined) throw new ApiError('not_found', 'Template not found');
  return template;
}

function readCount(query: URLSearchParams, key: 'limit' | 'offset', least: number): number | undefined {
  const text = query.get(key);
  if (text === null) return undefined;
  const count = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (count < least) throw new ApiError('bad_request', `${key} must be a whole number of at least ${least}`);
  return count;
}
