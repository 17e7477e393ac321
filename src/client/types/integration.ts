import type { OpenSet } from '../../events/index.ts';
import type { IntegrationFields, WebFields } from './integration-fields.ts';
import type { ListQuery } from './list-query.ts';

/** A type of integration. The set is open. Source: Part B, "Integration"; the service's public documentation. */
export type IntegrationType = OpenSet<keyof IntegrationFields | 'android' | 'api' | 'ios'>;

/**
 * An integration to create. The fields of a known `type` are checked by the compiler, those of any other pass as they are.
 * Source: Part B, "Integrations": most bodies are not shown there.
 */
export type NewIntegration<Type extends string = IntegrationType> = {
  readonly type: Type;
} & (Type extends keyof IntegrationFields ? IntegrationFields[Type] : Readonly<Record<string, unknown>>);

/**
 * What changes in an integration: the fields of a web messenger, `hsmFallbackLanguage`, and others that Part B leaves open.
 * Source: Part B, "Integrations".
 */
export interface IntegrationUpdate extends WebFields {
  readonly hsmFallbackLanguage?: string;
  readonly [field: string]: unknown;
}

/** A channel of the app. What it has beyond these fields depends on its type. Source: Part B, "Integration". */
export interface Integration {
  readonly _id: string;
  readonly type: IntegrationType;
  /** `inactive` waits for something to be done, `error` tells of trouble with the channel. */
  readonly status?: OpenSet<'active' | 'inactive' | 'error'>;
  readonly displayName?: string | null;
  readonly [field: string]: unknown;
}

/** Which integrations are listed. Source: Part B, "Integrations"; `limit`, `offset`: the service's public documentation. */
export interface IntegrationQuery extends ListQuery {
  /** Default: all. */
  readonly types?: readonly IntegrationType[];
}

/** Integrations of an app. Source: Part B, "Integrations"; `hasMore`, `offset`: the service's public documentation. */
export interface IntegrationList {
  readonly integrations: readonly Integration[];
  readonly hasMore?: boolean;
  readonly offset?: number;
}

/** The business messaging profile; all optional, lengths in characters. Source: Part B, "Integrations". */
export interface BusinessProfile {
  /** At most 139. */
  readonly about?: string;
  /** URL of an image, best of 640×640 and at most 63 KB. */
  readonly photoUrl?: string;
  /** 1 to 256. */
  readonly address?: string;
  /** 1 to 256. */
  readonly description?: string;
  /** 1 to 128. */
  readonly email?: string;
  /** 1 to 128. */
  readonly vertical?: string;
  /** At most 2, each at most 256. */
  readonly websites?: readonly string[];
}
