import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OptionsError } from '../errors/index.ts';
import type { Trigger, Version } from '../index.ts';
import { readOptions } from '../options/index.ts';
import { checkListed } from './build/check-listed.ts';
import { applyOverrides, checkOverrides, type Overrides } from './build/overrides.ts';
import { fixtureNames } from './fixture-names.ts';
import type { Fixture, FixtureFilter, FixtureName, FixturePayload } from './fixture-types.ts';
import { freshen } from './freshen.ts';
import { locateFixtures } from './locate-fixtures.ts';

/** How a fixture is wanted. */
export interface FixtureOptions {
  /**
   * True for a new event with each call: `freshen` deals its ids again. Default: false, the ids of the file.
   */
  readonly fresh?: boolean;
}

/**
 * The body that the service would send for one event, typed by the fixture's name.
 * Each call reads the file again, so a test may change what it gets. `fixtures/README.md` says where each body comes from.
 * `overrides` are written over it: objects are merged, lists and other values replaced, `undefined` removes a field; they may
 * make the body invalid. They come after `fresh`, so an id that is written here is pinned, and only where it is written.
 * Throws `OptionsError` for a name that does not exist, with the nearest one in the message.
 *
 * ```ts
 * const payload = fixture('v1.1/message.appUser/text');
 * payload.messages[0]?.text; // 'Hello, has my order 5521 been sent yet?'
 * fixture('v1.1/postback/carousel-button', { appUser: { userId: 'customer-7' } }, { fresh: true });
 * ```
 */
export function fixture<N extends FixtureName>(
  name: N,
  overrides?: Overrides<FixturePayload<N>>,
  options: FixtureOptions = {},
): FixturePayload<N> {
  checkListed('fixture', name, fixtureNames);
  checkOverrides(overrides, 'The overrides of a fixture');
  const { fresh = false } = readOptions(options, ['fresh'], 'fixture');
  if (typeof fresh !== 'boolean') throw new OptionsError('fresh must be true or false.');
  const payload = read(name) as FixturePayload<N>;
  return applyOverrides(fresh ? freshen(payload) : payload, overrides ?? {});
}

/**
 * All fixtures with an event that has a schema, or those of one trigger, one version or both, typed by the filter.
 * `unknown/…` and `refused/…` are not among them: ask for these by name. A trigger that the version does not have gives an
 * empty list. Throws `OptionsError` for a trigger or version that does not exist.
 *
 * ```ts
 * for (const { name, payload } of fixtures({ trigger: 'postback' })) {
 *   test(name, () => onPostback(payload.postbacks));
 * }
 * ```
 */
export function fixtures<T extends Trigger = Trigger, V extends Version = Version>(
  filter: FixtureFilter<T, V> = {},
): Fixture<T, V>[] {
  const places = fixtureNames.flatMap(placeOf);
  if (filter.trigger !== undefined)
    checkListed(
      'trigger',
      filter.trigger,
      places.map(({ trigger }) => trigger),
    );
  if (filter.version !== undefined)
    checkListed(
      'version',
      filter.version,
      places.map(({ version }) => version),
    );
  const wanted = places.filter(
    ({ trigger, version }) =>
      trigger === (filter.trigger ?? trigger) && version === (filter.version ?? version),
  );
  return wanted.map((place) => ({ ...place, payload: read(place.name) }) as Fixture<T, V>);
}

/** What a name tells, or nothing for `unknown/…` and `refused/…`, which have two parts. */
function placeOf(name: FixtureName): { name: FixtureName; version: string; trigger: string }[] {
  const [version, folder, inFolder] = name.split('/');
  if (version === undefined || folder === undefined || inFolder === undefined) return [];
  return [{ name, version, trigger: folder.replaceAll('.', ':') }];
}

function read(name: FixtureName): unknown {
  return JSON.parse(readFileSync(join(locateFixtures(), `${name}.json`), 'utf8'));
}
