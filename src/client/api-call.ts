/** A method of the service's API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The query of a call; what is `undefined` is left out, a list is joined with commas. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A version of the API. Source: Part A, "Versioning". */
export type ApiVersion = 'v1' | 'v1.1';

/** One call of the API before it is made: what a resource asks of the transport. */
export interface ApiCall {
  readonly method: Method;
  /**
   * `app`: below `/apps/{appId}`, which is left out when the client has no `appId`, as app-scoped credentials allow. `account`: below the version
   * itself. Source: Part A, "What the service does".
   */
  readonly base: 'app' | 'account';
  /** The path's segments after the base; the transport encodes each on its own, whatever characters it holds. */
  readonly segments: readonly string[];
  readonly query?: Query;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Makes a multipart body, once for each attempt: a stream can be read once only, so a body that holds one says so by `repeatable: false`. */
  readonly form?: { readonly make: () => FormData | Promise<FormData>; readonly repeatable: boolean };
  /** For this call in place of the client's: `v1` or `v1.1`. */
  readonly apiVersion?: ApiVersion;
  /**
   * For a POST that can be looked up: asked after a failure that leaves open whether it was executed. Gives the answer in place of another
   * attempt, or `undefined` when the POST was not executed, and then it is made again. When it rejects, the POST is not made again.
   */
  readonly recover?: (options: RequestOptions) => Promise<WithResponse<unknown> | undefined>;
}

/** Options of every call. */
export interface RequestOptions {
  /** Ends the call, its attempts and its waits. */
  readonly signal?: AbortSignal;
  /** How long one attempt may take, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number;
  /** How long the call may take with all its attempts and waits, in milliseconds. Default: the client's. */
  readonly deadlineMs?: number;
  /** How often a failed attempt may be repeated, where that is safe. Default: the client's. */
  readonly maxRetries?: number;
  /** Further headers. `authorization` and `content-type` are the client's own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer with what surrounds it. */
export interface WithResponse<Answer> {
  readonly data: Answer;
  readonly status: number;
  readonly headers: Headers;
  /** How many attempts it took, from 1. */
  readonly attempts: number;
}

/** What a call returns: a promise of the answer, and with `withResponse()` of its status, headers and attempts too. */
export interface ApiRequest<Answer> extends Promise<Answer> {
  withResponse(): Promise<WithResponse<Answer>>;
}

/** Makes a call. What the resources are built on. */
export type Call = (<Answer>(call: ApiCall, options?: RequestOptions) => ApiRequest<Answer>) & {
  /** The version of calls that name none. Default: `v1.1`. */
  readonly apiVersion?: ApiVersion;
};
