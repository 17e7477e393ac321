import type { RequestHandler } from 'express';

/** How long a browser may keep the answer to a preflight, in seconds. */
const MAX_AGE_S = 600;

/**
 * Lets pages of any origin call the API, and answers the preflight of browsers. Source: seen on the wire; a guide says that such credentials get none of it,
 * hence the setting `cors`.
 */
export const allowOrigins: RequestHandler = (request, response, next) => {
  const { origin } = request.headers;
  if (origin === undefined) return next();
  response.vary('Origin').set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'Retry-After',
  });
  if (request.method !== 'OPTIONS') return next();
  response.set({
    'Access-Control-Allow-Methods': 'GET,POST,PUT,DELETE',
    'Access-Control-Allow-Headers':
      request.headers['access-control-request-headers'] ?? 'authorization,content-type',
    'Access-Control-Max-Age': String(MAX_AGE_S),
  });
  response.status(204).end();
};
