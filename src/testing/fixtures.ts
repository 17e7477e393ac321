import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OptionsError } from '../errors/index.ts';
import type { Trigger, Version } from '../index.ts';
import { nearestTo } from '../options/index.ts';
import { fixtureNames } from './fixture-names.ts';
import type { Fixture, FixtureFilter, FixtureName, FixturePayload } from './fixture-types.ts';
import { locateFixtures } from './locate-fixtures.ts';

/**
 * The body that the service would send for one event, typed by the fixture's name.
 * Each call reads the file again, so a test may change what it gets. `fixtures/README.md` says where each body comes from.
 * Throws `OptionsError` for a name that does not exist, with the nearest one in the message.
 *
 * ```ts
 * const payload = fixture('v1.1/message.appUser/text');
 * payload.messages[0]?.text; // 'Hello, has my order 5521 been sent yet?'
 * ```
 */
export function fixture<N extends FixtureName>(name: N): FixturePayload<N> {
  checkListed('fixture', name, fixtureNames);
  return read(name) as FixturePayload<N>;
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

/** Callers without types, and names that were put together at run time, get an error that helps. */
function checkListed(what: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  throw new OptionsError(`There is no ${what} '${name}'. The nearest is '${nearestTo(name, names)}'.`);
}
