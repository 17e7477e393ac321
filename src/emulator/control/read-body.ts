import type { Request, RequestHandler } from 'express';
import { isJsonObject } from '../../events/index.ts';
import { ControlError } from './control-error.ts';

/** The fields of a body. */
export type Fields = Readonly<Record<string, unknown>>;

/** Lets only calls pass that read, or that a browser would not send for another page without asking. */
export const checkMediaType: RequestHandler = (request, _response, next) => {
  const { method, headers } = request;
  const given = headers['content-type']?.split(';', 1).join().trim().toLowerCase();
  if (!['GET', 'HEAD', 'POST', 'DELETE'].includes(method))
    throw new ControlError(405, 'Methods are GET, POST and DELETE.');
  if (method === 'POST' && given !== 'application/json')
    throw new ControlError(415, 'A POST needs the header content-type: application/json.');
  next();
};

/** The body of a call: an object, empty when there was none. Throws a `ControlError` for anything else. */
export function readBody(request: Request): Fields {
  const body: unknown = request.body ?? {};
  if (isJsonObject(body)) return body;
  throw new ControlError(400, 'The body must be a JSON object.');
}

/** A field that must be a text. Throws a `ControlError`. */
export function readText(body: Fields, name: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ControlError(400, `${name} must be a text that is not empty.`);
}
