import { OptionsError } from '../../errors/index.ts';
import type { Trigger, VersionOf } from '../../index.ts';
import { type GivenOptions, readInteger, readOptions } from '../../options/index.ts';
import type { PayloadOf } from '../fixture-types.ts';
import type { BuildOptions, MessagesTrigger, NewestOf } from './build-options.ts';
import { dealCast } from './cast.ts';
import { checkListed } from './check-listed.ts';
import { conversationMakers } from './conversation-events.ts';
import { deliveryMakers } from './delivery-events.ts';
import type { Maker, MakersOf, Wish } from './makers.ts';
import { messageMakers } from './message-events.ts';
import { applyOverrides, checkOverrides } from './overrides.ts';
import { userMakers } from './user-events.ts';

const makers: MakersOf<Trigger> = {
  ...messageMakers,
  ...deliveryMakers,
  ...conversationMakers,
  ...userMakers,
};

const messageOptions = ['text', 'message'];

/** What a trigger takes besides what all take. */
const ownOptions: Readonly<Partial<Record<string, readonly string[]>>> = {
  'message:appUser': messageOptions,
  'message:appMaker': messageOptions,
  'delivery:success': messageOptions,
  'delivery:failure': messageOptions,
  postback: ['payload'],
} satisfies Record<MessagesTrigger | 'postback', readonly string[]>;

/**
 * The body of a new event of `trigger`, which its schema accepts, typed by trigger and version. Its app is that of the fixtures; each
 * call has new ids, and the time of the call. `overrides` may make it invalid: that is how to test what is refused.
 * Throws `OptionsError` for a trigger or version that does not exist, with the nearest one, and for wrong options.
 *
 * ```ts
 * build('message:appUser', { text: 'hi' });
 * build('message:appUser', { version: 'v1', message: { type: 'image', mediaUrl: 'https://example.com/a.png' } });
 * build('message:delivery:failure', { overrides: { error: { code: 'blocked' }, conversation: undefined } });
 * ```
 */
export function build<T extends Trigger, V extends VersionOf<T> = NewestOf<T>>(
  trigger: T,
  options: BuildOptions<T, V> = {} as BuildOptions<T, V>,
): PayloadOf<T, V> {
  checkListed('trigger', trigger, Object.keys(makers));
  const own = ownOptions[trigger] ?? [];
  const given = readOptions(options, ['version', 'seed', 'overrides', ...own], `build('${trigger}')`);
  const make = makerOf(trigger, given['version']);
  const { seed, overrides } = given;
  checkOverrides(overrides, 'overrides');
  const cast = dealCast(seed === undefined ? undefined : readInteger(seed, 'seed', 0));
  return applyOverrides(make(cast, readWish(given)), overrides ?? {}) as PayloadOf<T, V>;
}

function makerOf(trigger: Trigger, version: unknown): Maker<unknown> {
  const byVersion: Readonly<Record<string, Maker<unknown>>> = makers[trigger];
  const versions = Object.keys(byVersion);
  const wanted = version ?? versions.at(-1);
  checkListed('version', wanted, versions, ` of ${trigger}`);
  return byVersion[wanted as string] as Maker<unknown>;
}

function readWish(given: GivenOptions): Wish {
  for (const option of ['text', 'payload']) {
    const value = given[option];
    if (value !== undefined && typeof value !== 'string')
      throw new OptionsError(`${option} must be a string.`);
  }
  checkOverrides(given['message'], 'message');
  return given;
}
