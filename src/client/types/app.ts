import type { ListQuery } from './list-query.ts';
import type { Metadata } from './metadata.ts';

/** How an app behaves. Beyond the document. Source: the service's public documentation. */
export interface AppSettings {
  readonly maskCreditCardNumbers?: boolean;
  readonly useAnimalNames?: boolean;
  readonly conversationRetentionSeconds?: number;
  readonly echoPostback?: boolean;
  readonly ignoreAutoConversationStart?: boolean;
}

/** An app to create. Beyond the document. Source: the service's public documentation. */
export interface NewApp {
  readonly name: string;
  readonly settings?: AppSettings;
  readonly metadata?: Metadata;
}

/** What changes in an app. Beyond the document. Source: the service's public documentation. */
export type AppUpdate = Partial<NewApp>;

/** An app. Beyond the document. Source: seen on the wire. */
export interface App {
  readonly _id: string;
  readonly name?: string;
  /** Lets an SDK find the app. */
  readonly appToken?: string;
  readonly settings?: AppSettings;
  readonly metadata?: Metadata;
}

/** Which apps are listed: at most 100 at once. Beyond the document. Source: the service's public documentation. */
export interface AppQuery extends ListQuery {
  readonly serviceAccountId?: string;
}

/** A page of apps. Beyond the document. Source: seen on the wire. */
export interface AppList {
  readonly apps: readonly App[];
  readonly hasMore?: boolean;
  readonly offset?: number;
}
