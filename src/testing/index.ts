export { fixtureNames } from './fixture-names.ts';
export type {
  Fixture,
  FixtureFilter,
  FixtureName,
  FixturePayload,
  KnownFixtureName,
  PayloadOf,
} from './fixture-types.ts';
export { fixture, fixtures } from './fixtures.ts';
