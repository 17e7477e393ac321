/** Custom properties of a user: flat, at most 4096 bytes as JSON. Source: Part A, "App user" and "Limits". */
export type Properties = Readonly<Record<string, string | number | boolean>>;

/** Fields of a user's profile; all optional. Source: Part A, "App user". */
interface Profile {
  readonly givenName?: string;
  readonly surname?: string;
  readonly email?: string;
  readonly avatarUrl?: string;
  /** ISO 8601 text, or a `Date`. Default of the service: now. */
  readonly signedUpAt?: string | Date;
  /** Whether the user is kept after the inactive expiry. */
  readonly toBeRetained?: boolean;
}

/** A user that is created before its first message. Source: Part A, "Endpoints", "App users". */
export interface NewAppUser extends Profile {
  /** Your own id; a later login with it finds this user. */
  readonly userId: string;
  readonly properties?: Properties;
}

/** What changes in a user; what is left out stays, single properties too. Source: Part A, "Endpoints", "App users". */
export interface AppUserUpdate extends Profile {
  /** `null` removes a property. */
  readonly properties?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Two users that become one. Source: Part A, "Endpoints", "App users". */
export interface AppUserMerge {
  readonly surviving: { readonly _id: string };
  /** It is deleted. */
  readonly discarded: { readonly _id: string };
}
