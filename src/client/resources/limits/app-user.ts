import { OptionsError } from '../../../errors/index.ts';
import type { AppUserMerge, AppUserUpdate, NewAppUser } from '../../types/app-user.ts';
import { readBody } from './body.ts';
import { readText } from './text.ts';

/** Bytes that the properties of a user have room in, as JSON. Source: Part A, "Limits": "4KB"; how it is counted is not shown. */
const propertiesLimitBytes = 4096;

/** `body` when it has a `userId` and its properties are within the limit. Source: Part A, "App users" and "Limits". */
export function readNewAppUser(body: NewAppUser): NewAppUser {
  readText(readBody(body, 'app user').userId, 'userId');
  checkProperties(body.properties);
  return body;
}

/** `body` when its properties are within the limit; those that are removed do not count. Source: Part A, "App users" and "Limits". */
export function readAppUserUpdate(body: AppUserUpdate): AppUserUpdate {
  checkProperties(readBody(body, 'app user').properties);
  return body;
}

/** `body` when it names two different users by `_id`. Source: Part A, "App users". */
export function readMerge(body: AppUserMerge): AppUserMerge {
  const { surviving, discarded } = readBody(body, 'merge');
  const kept = readText(readBody(surviving, 'surviving user')._id, '_id of the surviving user');
  if (kept === readText(readBody(discarded, 'discarded user')._id, '_id of the discarded user')) {
    throw new OptionsError('The surviving and the discarded user must not be the same.');
  }
  return body;
}

function checkProperties(properties: AppUserUpdate['properties']): void {
  if (properties === undefined) return;
  const given = Object.entries(readBody(properties, 'properties object'));
  // As JSON these would be `null`, which removes the property, or no flat value.
  if (!given.every(([, value]) => isFlat(value))) {
    throw new OptionsError('Properties must be texts, finite numbers, booleans, or null to remove one.');
  }
  const kept = Object.fromEntries(given.filter(([, value]) => value !== null));
  const size = Buffer.byteLength(JSON.stringify(kept));
  if (size > propertiesLimitBytes) {
    throw new OptionsError(
      `The properties must be at most ${propertiesLimitBytes} bytes in all; they are ${size}.`,
    );
  }
}

function isFlat(value: unknown): boolean {
  return (
    value === null || ['string', 'boolean', 'undefined'].includes(typeof value) || Number.isFinite(value)
  );
}
