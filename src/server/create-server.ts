import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { OptionsError } from '../errors/index.ts';
import { classesOf } from './express-classes.ts';
import { readServerOptions, type ServerOptions } from './options.ts';

/** Connections are looked at so often, in milliseconds: a limit may be passed by as much. Node's default is 30 s. */
const CHECK_INTERVAL_MS = 1_000;

/**
 * Makes the HTTP server for an Express app, or for any other listener `(request, response)`, with time limits that close slow clients within
 * 10 seconds: Node's own leave a client that sends a byte now and then alone for a minute or five. They are told 408, which the service
 * takes as a reason to try again. Requests and responses of an Express app are born with its prototypes, which halves what Express costs and changes
 * nothing else. Call `listen` on what it gives. Throws an `OptionsError` when the app or an option is wrong.
 */
export function createServer(app: RequestListener, options: ServerOptions = {}): Server {
  if (typeof app !== 'function')
    throw new OptionsError('app must be an Express app or another function of a request and a response.');
  const settings = readServerOptions(options);
  const server = createHttpServer(
    {
      ...classesOf(app),
      headersTimeout: settings.headersTimeoutMs,
      requestTimeout: settings.requestTimeoutMs,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      keepAliveTimeout: settings.keepAliveTimeoutMs,
    },
    app,
  );
  server.maxHeadersCount = settings.maxHeadersCount;
  if (settings.maxConnections !== undefined) server.maxConnections = settings.maxConnections;
  return server;
}
