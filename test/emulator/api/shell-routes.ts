import type { Route } from '../../../src/emulator/api/route.ts';
import { ApiError, type ApiErrorCode } from '../../../src/emulator/world/index.ts';

/** Routes that show what the shell has made of a call. */
export const shellRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/apps/:appId/shown/:user',
    scope: 'app',
    handle: ({ version, app, params, query, baseUrl, body }) => ({
      status: 200,
      body: { version, app: app._id, params, query: [...query], baseUrl, body: body ?? null },
    }),
  },
  {
    method: 'POST',
    path: '/apps/:appId/shown',
    scope: 'app',
    handle: ({ body, warn }) => {
      warn('shown');
      return { status: 201, body: { body: body ?? null } };
    },
  },
  {
    method: 'POST',
    path: '/apps/:appId/uploads',
    scope: 'app',
    body: 'multipart',
    handle: async ({ form }) => {
      const source = form?.get('source');
      const size = source instanceof File ? (await source.arrayBuffer()).byteLength : null;
      return { status: 201, body: { size, role: form?.get('role') } };
    },
  },
  {
    method: 'DELETE',
    path: '/apps/:appId/shown',
    scope: 'app',
    handle: () => ({ status: 200 }),
  },
  {
    method: 'GET',
    path: '/apps/:appId/old',
    scope: 'app',
    deprecated: true,
    versions: ['v1'],
    handle: () => ({ status: 200, body: {} }),
  },
  {
    method: 'GET',
    path: '/apps/:appId/refused/:code',
    scope: 'app',
    handle: ({ params }) => {
      throw new ApiError(params['code'] as ApiErrorCode, 'as asked');
    },
  },
  {
    method: 'GET',
    path: '/apps/:appId/broken',
    scope: 'app',
    handle: async () => {
      throw new TypeError('a mistake of ours');
    },
  },
];
