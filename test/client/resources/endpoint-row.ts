import type { Client } from '../../../src/client/create-client.ts';
import type { Answer } from './support.ts';

/** One endpoint: how the document writes it, how the client calls it, and what must go over the wire then. */
export interface EndpointRow {
  /** As the document writes it, after the version. */
  readonly endpoint: string;
  /** What the document says of request and answer, in its words. */
  readonly document: string;
  /** The method of the client. */
  readonly name: string;
  /** `user` is the user that the test chooses. */
  readonly call: (client: Client, user: string) => PromiseLike<unknown>;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** After the version and, unless `account` is true, the app. `:user` stands for the user's id as it is encoded. */
  readonly path: string;
  /** True for a path that does not begin with the app of the client. */
  readonly account?: true;
  /** Default: `v1.1`. */
  readonly version?: 'v1';
  /** With its question mark. Default: none. */
  readonly query?: string;
  /** The JSON body, byte for byte. Default: no body and no content type. */
  readonly json?: string;
  /** The multipart body, byte for byte, with `BOUNDARY` in place of the boundary. */
  readonly multipart?: string;
  readonly answer: Answer;
  /** What the call gives. */
  readonly gives: unknown;
}
