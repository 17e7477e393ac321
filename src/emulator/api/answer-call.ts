import type { Request, RequestHandler, Response } from 'express';
import type { Version } from '../../events/index.ts';
import type { AppRecord, World } from '../world/index.ts';
import { authenticate } from './auth/authenticate.ts';
import { findAppOf } from './auth/find-app-of.ts';
import type { Traces } from './log/traces.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { type CallBody, readForm, readJson } from './read-body.ts';
import type { Route } from './route.ts';
import { sendAnswer } from './send-answer.ts';

/** What all calls share. */
export interface CallSetup {
  readonly world: World;
  readonly traces: Traces;
  readonly limiter: RateLimiter;
  /** Express' `raw`, with the limit of JSON bodies. */
  readonly jsonParser: RequestHandler;
  /** The same, with the limit of uploads. */
  readonly formParser: RequestHandler;
}

/** Answers a call whose route is found: the stages that each call goes through. Rejects with what is to be answered as an error. */
export async function answerCall(
  route: Route,
  version: Version,
  request: Request,
  response: Response,
  setup: CallSetup,
): Promise<void> {
  const { world, traces, limiter } = setup;
  const trace = traces.of(response);
  trace.note({ version });
  const params = request.params as Readonly<Record<string, string>>;
  const credentials = authenticate(request.headers.authorization, world);
  trace.note({ keyId: credentials.key._id });
  const app = findAppOf(route, params['appId'], credentials, world.state);
  if (app !== undefined) trace.note({ appId: app._id });
  limiter.count(app ?? world.state);
  response.set({ ...(app && { 'x-smooch-app-id': app._id }), 'x-smooch-jwt-scope': credentials.scope });
  const sent = await readCallBody(route, request, response, setup);
  trace.note({ requestBody: sent.form ?? sent.body });
  if (route.deprecated) trace.warn(`deprecated endpoint: ${route.method} ${route.path}`);
  const call = {
    version,
    // Routes that are about no app do not look at it.
    app: app as AppRecord,
    params,
    query: readQuery(request),
    ...sent,
    baseUrl: readBaseUrl(request, version, world),
    warn: trace.warn,
  };
  sendAnswer(response, trace, await route.handle(call, world));
}

function readQuery({ originalUrl }: Request): URLSearchParams {
  const start = originalUrl.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : originalUrl.slice(start + 1));
}

/** The client follows links only on the origin that it calls, so they name the host that it called. */
function readBaseUrl(request: Request, version: Version, { settings, publicUrl }: World): string {
  const { host } = request.headers;
  const mount = request.baseUrl.slice(0, request.baseUrl.length - version.length - 1);
  const called = settings.publicUrl === undefined && host !== undefined;
  return `${called ? `${request.protocol}://${host}${mount}` : publicUrl}/${version}`;
}

async function readCallBody(
  route: Route,
  request: Request,
  response: Response,
  setup: CallSetup,
): Promise<CallBody> {
  if (route.method === 'GET' || route.method === 'DELETE') return { body: undefined, form: undefined };
  if (route.body !== 'multipart')
    return { body: await readJson(request, response, setup.jsonParser), form: undefined };
  const { uploadBytes } = setup.world.settings.limits;
  return { body: undefined, form: await readForm(request, response, setup.formParser, uploadBytes) };
}
