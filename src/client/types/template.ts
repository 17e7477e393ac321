import type { Message } from '../../events/index.ts';
import type { NewMessage } from './message.ts';

/** A message to store under a name. Source: Part B, "Templates". */
export interface NewTemplate {
  /** How shorthand calls it: `%((template: name))%`. */
  readonly name: string;
  readonly message: NewMessage;
}

/** What changes in a template. Source: the service's public documentation. */
export type TemplateUpdate = Partial<NewTemplate>;

/** A stored message. Source: Part B, "Template". */
export interface Template {
  readonly _id: string;
  readonly name: string;
  /** Without ids: they come with use. */
  readonly message: Partial<Message>;
  /** In lists. */
  readonly appId?: string;
}

/** A page of templates. Source: Part B, "Templates"; `hasMore`, `offset`: seen on the wire. */
export interface TemplateList {
  readonly templates: readonly Template[];
  readonly hasMore?: boolean;
  readonly offset?: number;
}
