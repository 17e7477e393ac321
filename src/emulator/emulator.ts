import type { RequestListener } from 'node:http';
import type { Trigger } from '../events/index.ts';
import type { Duration } from '../testing/index.ts';
import type { ApiCall } from './api/index.ts';
import type { ChannelFailure } from './channels/index.ts';
import type { Deliveries, DeliveryRecord } from './deliveries/index.ts';
import type { EndUser, EndUserOptions } from './end-user/index.ts';
import type { Faults } from './faults/index.ts';
import type { FireOptions } from './payloads/index.ts';
import type { Seed } from './seed.ts';
import type { EmulatorState } from './world/index.ts';

/** The key with which the API of an emulator is called: what `basicAuth` of the client takes. */
export interface EmulatorCredentials {
  readonly keyId: string;
  readonly secret: string;
}

/** What an emulator knew at some time: everything but its deliveries, its calls and its faults. To be given back to `restore`. */
export interface Snapshot {
  readonly state: EmulatorState;
}

/** The calls of the API that an emulator has answered. */
export interface Calls {
  /** Those that are remembered, oldest first. Neither credentials nor secrets are in them. */
  list(): readonly ApiCall[];
  /** Has `listener` told of each call when it is over. Gives the function that ends this. */
  onCall(listener: (call: ApiCall) => void): () => void;
}

/** The channels of the app: what fails on them. */
export interface Channels {
  /** Has the next deliveries to a channel fail, so that message:delivery:failure follows. Gives a function that takes the order back. Throws an `OptionsError` for a wrong one. */
  fail(failure: ChannelFailure): () => void;
  /**
   * Has an integration work (`active`), wait or be in trouble (`error`); what is sent through one that is not active fails. Throws when there is
   * no integration with that id.
   */
  setStatus(integrationId: string, status: 'active' | 'inactive' | 'error', error?: object): void;
}

/** The service on this machine. */
export interface Emulator {
  /** An Express app with the API under `/v1` and `/v1.1` and the page under `/_emulator`: to mount in one of yours, in place of `listen`. */
  readonly app: RequestListener;
  /**
   * Where it listens, such as `http://127.0.0.1:4010`: the base URL for a client; or `publicUrl`; or, mounted in an app, where the first call found it. Throws an
   * `OptionsError` before there is any of these.
   */
  readonly url: string;
  /** The app that is there from the beginning. */
  readonly appId: string;
  /** The key of that app. */
  readonly credentials: EmulatorCredentials;
  /** A key of the account, which may create and delete apps. */
  readonly accountCredentials: EmulatorCredentials;
  readonly deliveries: Deliveries;
  readonly faults: Faults;
  readonly calls: Calls;
  readonly channels: Channels;
  /** Listens, by default on a free port of 127.0.0.1, and gives the URL. Rejects when the port is taken, when it listens already, and after `close`. */
  listen(port?: number, host?: string): Promise<string>;
  /** A person who writes to the app. The channel's integration is made if there is none; the person is known to the app from the first thing they do. */
  user(options?: EndUserOptions): EndUser;
  /**
   * Fires an event by its name, with ids that are in the store, at the webhooks that are subscribed to it. Gives the deliveries. Throws an
   * `OptionsError` for a trigger that does not exist, with the nearest one.
   */
  trigger<T extends Trigger>(trigger: T, options?: FireOptions<T>): readonly DeliveryRecord[];
  /**
   * Turns the clock on by milliseconds or a text such as `'15m'`. What falls due on the way happens in its order and at its own time, and calls
   * under way are waited for between. Rejects with an `OptionsError` for a time that is none.
   */
  advance(time: number | Duration): Promise<void>;
  /** Resolves when no call is under way, neither of the API nor to a webhook, and nothing is left to be done at once. */
  idle(): Promise<void>;
  /** A copy of what it knows. */
  snapshot(): Snapshot;
  /** Makes it know what it knew then. Deliveries that are pending are cancelled; a snapshot may be restored several times. */
  restore(snapshot: Snapshot): void;
  /** Forgets all but the app and the keys that it began with, and cancels what is pending. */
  reset(): void;
  /** Makes what a JSON file, or its value, describes. Rejects with an `OptionsError` that names what is wrong; what came before it stays. */
  seed(seed: string | Seed): Promise<void>;
  /** Stops listening and cancels what is pending. What happens afterwards is told to nobody. May be called twice. */
  close(): Promise<void>;
}
