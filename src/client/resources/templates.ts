import type { ApiRequest, Call, RequestOptions } from '../api-call.ts';
import { listByOffset, type Paged } from '../paging.ts';
import type { ListQuery } from '../types/list-query.ts';
import type { NewTemplate, Template, TemplateList, TemplateUpdate } from '../types/template.ts';
import { readListQuery } from './limits/list-query.ts';
import { readNewTemplate, readTemplateUpdate } from './limits/template.ts';
import { readNamed, readNothing } from './read-answer.ts';
import type { Send } from './send.ts';

/** Stored messages. Source: Part B, "Templates". */
export interface Templates {
  create(body: NewTemplate, options?: RequestOptions): ApiRequest<Template>;
  /** Lists them all, page by page; `limit` is the size of a page. */
  list(query?: ListQuery, options?: RequestOptions): Paged<Template, TemplateList>;
  /** Beyond the document: Part B does not show it. Source: the service's public documentation. */
  get(templateId: string, options?: RequestOptions): ApiRequest<Template>;
  /** Beyond the document: Part B does not show it. Source: the service's public documentation. */
  update(templateId: string, body: TemplateUpdate, options?: RequestOptions): ApiRequest<Template>;
  /** Beyond the document: Part B does not show it. Source: the service's public documentation. */
  delete(templateId: string, options?: RequestOptions): ApiRequest<void>;
}

/** Makes `client.templates`. */
export function createTemplates(call: Call, send: Send): Templates {
  const one = (templateId: string) => ['templates', templateId];
  const read = readNamed<Template>('template');
  return {
    create: (body, options) =>
      send(() => ({ method: 'POST', segments: ['templates'], json: readNewTemplate(body) }), read, options),
    list: (query, options) => {
      const list = { base: 'app', segments: ['templates'], query: readListQuery(query) } as const;
      return listByOffset<Template, TemplateList>(call, { ...list, key: 'templates' }, options);
    },
    get: (templateId, options) => send(() => ({ method: 'GET', segments: one(templateId) }), read, options),
    update: (templateId, body, options) =>
      send(
        () => ({ method: 'PUT', segments: one(templateId), json: readTemplateUpdate(body) }),
        read,
        options,
      ),
    delete: (templateId, options) =>
      send(() => ({ method: 'DELETE', segments: one(templateId) }), readNothing, options),
  };
}
