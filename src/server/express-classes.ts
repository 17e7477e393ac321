import { IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';

/** The options of `http.createServer` that say of which classes requests and responses are. */
export type ServerClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Classes whose instances have the prototypes of an Express app from their birth. Express gives each request and response the app's prototypes
 * (`Object.setPrototypeOf` in `app.handle`), which spoils the shapes that V8 has found for them; where they have them already that changes nothing. An
 * app that gets another `request` or `response` later is re-parented to as ever, and so are mounted apps. For what is no Express app: none.
 */
export function classesOf(app: RequestListener): ServerClasses {
  const { request, response } = app as { readonly request?: unknown; readonly response?: unknown };
  if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return {};
  return {
    IncomingMessage: bornWith(request, IncomingMessage) as typeof IncomingMessage,
    ServerResponse: bornWith(response, ServerResponse) as typeof ServerResponse,
  };
}

/**
 * `Base`, with instances whose prototype is `prototype`. `Base` is called and not constructed: `Reflect.construct` with another prototype gives each
 * instance a shape of its own, which costs more than Express does. Node's two classes are functions; were one a class, `Base` is given back.
 */
function bornWith(prototype: object, Base: unknown): unknown {
  const construct = Base as (this: unknown, first: unknown, second: unknown) => void;
  if (/^class\b/.test(Function.prototype.toString.call(Base))) return Base;
  function Born(this: unknown, first: unknown, second: unknown): void {
    construct.call(this, first, second);
  }
  Born.prototype = prototype;
  return Object.setPrototypeOf(Born, construct);
}
