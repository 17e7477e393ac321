import type { Version } from '../../events/index.ts';
import type { AppRecord, World } from '../world/index.ts';

/** A call of the API that has been let in: authenticated, its path matched, its body read. */
export interface RouteCall {
  /** Of the path. */
  readonly version: Version;
  /** The app of the path or of the key. Routes with scope `account` that name no app get none. */
  readonly app: AppRecord;
  /** Of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON body; `undefined` without one. */
  readonly body: unknown;
  /** The fields of a multipart body. */
  readonly form: FormData | undefined;
  /** Where the called version is, as the caller sees it, such as `http://127.0.0.1:4010/v1.1`: for absolute URLs in answers. */
  readonly baseUrl: string;
  /** Adds a warning to the log of calls: what the service would let pass and its user should not rely on. */
  warn(text: string): void;
}

/** What a route answers. Without a body the answer is empty. */
export interface RouteAnswer {
  readonly status: number;
  readonly body?: object;
}

/** One endpoint. A call is refused by throwing an `ApiError`. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/v1.1`, in full, such as `/apps/:appId/appusers/:user/messages`. An app key may leave `/apps/:appId` out. */
  readonly path: string;
  /** `account`: an app key does not do. */
  readonly scope: 'app' | 'account';
  /** What the body is. Default: `json`, for POST and PUT. */
  readonly body?: 'json' | 'multipart';
  /** The document advises against it; a call gets a warning. */
  readonly deprecated?: boolean;
  /** Versions that have it. Default: both. */
  readonly versions?: readonly Version[];
  handle(call: RouteCall, world: World): RouteAnswer | Promise<RouteAnswer>;
}
