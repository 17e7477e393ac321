import type { ApiRequest, RequestOptions } from '../api-call.ts';
import type { Menu, NewMenu } from '../types/menu.ts';
import { readMenu } from './limits/menu.ts';
import { readNamed } from './read-answer.ts';
import type { Send } from './send.ts';

/** The persistent menu of the app. Source: Part B, "Persistent menus". */
export interface AppMenu {
  get(options?: RequestOptions): ApiRequest<Menu>;
  /** Puts `body` in place of the menu. */
  update(body: NewMenu, options?: RequestOptions): ApiRequest<Menu>;
  /** Answers the menu without items. */
  delete(options?: RequestOptions): ApiRequest<Menu>;
}

/** Makes `client.menu`. */
export function createMenu(send: Send): AppMenu {
  const segments = ['menu'];
  const read = readNamed<Menu>('menu');
  return {
    get: (options) => send(() => ({ method: 'GET', segments }), read, options),
    update: (body, options) => send(() => ({ method: 'PUT', segments, json: readMenu(body) }), read, options),
    delete: (options) => send(() => ({ method: 'DELETE', segments }), read, options),
  };
}
