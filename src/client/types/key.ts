/** A key to create. Beyond the document. Source: the service's public documentation. */
export interface NewKey {
  readonly name: string;
}

/** A key of an app. Beyond the document. Source: the service's public documentation. */
export interface Key {
  /** `app_` and 24 hex digits. */
  readonly _id: string;
  readonly name?: string;
  readonly secret: string;
}
