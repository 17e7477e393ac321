import { locateInPackage } from './package-files/index.ts';

let found: string | undefined;

/**
 * The folder that holds the fixtures. It is looked for on the first call, not at import, and remembered.
 * Throws an `Error` when there is none, as in a bundle that has left the package behind.
 */
export function locateFixtures(): string {
  found ??= locateInPackage('fixtures');
  return found;
}
