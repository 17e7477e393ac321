import { OptionsError } from '../../errors/index.ts';
import { type JsonObject, readVersion, type Version } from '../../index.ts';
import { fixtureNames } from '../fixture-names.ts';
import type { Fixture, FixtureName } from '../fixture-types.ts';
import { fixture } from '../fixtures.ts';

/**
 * What can be sent: the name of a fixture, an entry of `fixtures()`, any JSON object, or bytes that are sent as they are, broken
 * JSON for example (`Buffer.from('{"trigger":')`).
 */
export type Sendable = FixtureName | Fixture | Uint8Array | object;

/** What goes over the wire, made once: all attempts of a delivery send the same. */
export interface Parcel {
  /** The fixture's name, where it is one. */
  readonly name: FixtureName | undefined;
  readonly body: string | Uint8Array;
  /** The version of the event, or `null` where none can be read. */
  readonly version: Version | null;
}

/** Turns what is to be sent into a body. Throws an `OptionsError` for a fixture that does not exist and for what is no JSON object. */
export function toParcel(sendable: Sendable): Parcel {
  if (typeof sendable === 'string') return pack(fixture(sendable), sendable);
  if (sendable instanceof Uint8Array) return { name: undefined, body: sendable, version: null };
  return isFixture(sendable) ? pack(sendable.payload, sendable.name) : pack(sendable, undefined);
}

function pack(payload: unknown, name: FixtureName | undefined): Parcel {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new OptionsError(
      'What is sent must be the name of a fixture, an entry of fixtures(), a JSON object or bytes.',
    );
  }
  return { name, body: JSON.stringify(payload), version: readVersion(payload as JsonObject) };
}

function isFixture(sendable: object | null): sendable is Fixture {
  const { name, payload } = (sendable ?? {}) as { readonly name?: unknown; readonly payload?: unknown };
  return typeof payload === 'object' && (fixtureNames as readonly unknown[]).includes(name);
}
