import { OptionsError } from '../../errors/index.ts';
import { readOptions } from '../../options/index.ts';
import { channelOf } from '../channels/index.ts';

/** Who the end user is, and where they write from. */
export interface EndUserOptions {
  /** The channel. Default: `web`. */
  readonly channel?: string | undefined;
  /** Which integration of the channel. Default: the first active one; without any, one is made. */
  readonly integrationId?: string | undefined;
  /**
   * The customer's own id of the user. On web, ios and android the user is logged in with it; elsewhere the channel belongs to that user as
   * if it had been linked. Default: none; a first message makes a new user.
   */
  readonly userId?: string | undefined;
  readonly givenName?: string | undefined;
  readonly surname?: string | undefined;
  readonly email?: string | undefined;
  readonly avatarUrl?: string | undefined;
  /** The user's address on the channel, such as a phone number; not for web, ios and android. Default: a new one. */
  readonly externalId?: string | undefined;
}

/** The options after their check. */
export interface Identity extends EndUserOptions {
  readonly channel: string;
}

const keys: readonly (keyof EndUserOptions)[] = [
  'channel',
  'integrationId',
  'userId',
  'givenName',
  'surname',
  'email',
  'avatarUrl',
  'externalId',
];

/** Checks the options and adds the default. Throws an `OptionsError`. A channel that nobody knows is fine: the set is open. */
export function readIdentity(options: EndUserOptions): Identity {
  const given = readOptions(options, keys, 'user');
  for (const key of keys) {
    const value = given[key];
    if (value !== undefined && (typeof value !== 'string' || value === ''))
      throw new OptionsError(`${key} must be a text that is not empty.`);
  }
  const { channel = 'web', externalId } = options;
  const { kind, address } = channelOf(channel);
  if (kind === 'push')
    throw new OptionsError(`channel: nobody can write from ${channel}, which carries push notices alone.`);
  if (externalId !== undefined && address === undefined)
    throw new OptionsError(`externalId is not for ${channel}: its users have no addresses.`);
  return { ...options, channel };
}
