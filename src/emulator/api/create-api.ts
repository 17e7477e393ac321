import expressModule, { type Express, type Router } from 'express';
import { type Version, versions } from '../../events/index.ts';
import { ApiError, type World } from '../world/index.ts';
import { answerCall, type CallSetup } from './answer-call.ts';
import { allowOrigins } from './cors.ts';
import { type ApiFaults, injectFaults } from './inject-fault.ts';
import type { ApiLog } from './log/api-log.ts';
import { createTraces } from './log/traces.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { FORM_MARGIN_BYTES } from './read-body.ts';
import type { Route } from './route.ts';
import { createErrorHandler } from './send-answer.ts';
import { type FindMedia, serveMedia } from './serve-media.ts';

/** What the API is made of. */
export interface ApiDeps {
  readonly routes: readonly Route[];
  readonly faults: ApiFaults;
  /** Each call is added when it is over. */
  readonly log: ApiLog;
  readonly media: FindMedia;
  /** Express 4 or 5. Default: the one that is installed. */
  readonly express?: typeof expressModule | undefined;
}

/** The HTTP side of the emulated API. */
export interface Api {
  /** Answers `/v1`, `/v1.1` and `/media`, and anything else with `route_not_found`. Can be mounted below any path. */
  readonly app: Express;
  /** How many calls are in progress, without those that a fault has wait. */
  pending(): number;
  /** Resolves when no call is in progress. */
  idle(): Promise<void>;
}

/** Seen on the wire, without `Strict-Transport-Security`: a browser would hold it against everything else on this machine's name. */
const commonHeaders = {
  'Cache-Control': 'private, no-cache, no-store, must-revalidate',
  Pragma: 'no-cache',
  Expires: '-1',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
};

/** Makes the app that answers the calls of `deps.routes`. */
export function createApi(world: World, deps: ApiDeps): Api {
  const { settings } = world;
  const { routes, faults, log, media, express = expressModule } = deps;
  const traces = createTraces(world, log);
  const { jsonBytes, uploadBytes } = settings.limits;
  const parserOf = (limit: number) => express.raw({ type: () => true, limit });
  const setup: CallSetup = {
    world,
    traces,
    limiter: createRateLimiter(world),
    jsonParser: parserOf(jsonBytes),
    formParser: parserOf(uploadBytes + FORM_MARGIN_BYTES),
  };

  const app = express();
  if (settings.cors) app.use(allowOrigins);
  app.use('/media', serveMedia(media));
  app.use((request, response, next) => {
    traces.begin(request, response);
    response.set(commonHeaders);
    // Else Express answers it by itself.
    if (request.method === 'OPTIONS') throw new ApiError('route_not_found', 'Route not found');
    next();
  });
  app.use(injectFaults(world, faults, traces));
  for (const version of versions) app.use(`/${version}`, addRoutes(express.Router(), version, routes, setup));
  app.use(() => {
    throw new ApiError('route_not_found', 'Route not found');
  });
  app.use(createErrorHandler(traces, settings.logger));
  return { app, pending: traces.pending, idle: traces.idle };
}

/** Adds each route of the version with its full path and, where an app key does, without the app. */
function addRoutes(router: Router, version: Version, routes: readonly Route[], setup: CallSetup): Router {
  for (const route of routes) {
    if (route.versions?.includes(version) === false) continue;
    const { method, path, scope } = route;
    const short = scope === 'app' ? path.replace(/^\/apps\/:appId(?=\/)/, '') : path;
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    for (const each of new Set([path, short]))
      router[verb](each, (request, response, next) => {
        answerCall(route, version, request, response, setup).catch(next);
      });
  }
  return router;
}
