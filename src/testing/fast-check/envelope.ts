import fc from 'fast-check';
import type { Trigger, Version, VersionOf } from '../../index.ts';
import type { PayloadOf } from '../fixture-types.ts';
import { reference } from './places.ts';

/** An arbitrary for each version that has the trigger. The compiler holds each to the type that its schema gives. */
export type EventsOf<T extends Trigger> = {
  readonly [P in T]: { readonly [V in VersionOf<P>]: fc.Arbitrary<PayloadOf<P, V>> };
};

/** What every v1.1 body has. */
export function v11<T extends Trigger>(trigger: T) {
  return { trigger: fc.constant(trigger), version: fc.constant('v1.1' as const), app: reference };
}

/** What every v1 body has. */
export function v1<T extends Trigger>(trigger: T) {
  return { trigger: fc.constant(trigger) };
}

/** What a v1 body may lack; its version has two spellings. */
export const v1May = {
  version: fc.constantFrom('v1' as const, '1' as const) satisfies fc.Arbitrary<Version | '1'>,
  app: reference,
};
