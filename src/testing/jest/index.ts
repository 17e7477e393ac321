import { matchers, type SwitchhookMatchers } from './matchers.ts';

export { type DeadLetterMatch, matchers, type SwitchhookMatchers } from './matchers.ts';
export type { AsymmetricMatcher, PartialEvent } from './partial-event.ts';

declare global {
  // For @types/jest.
  namespace jest {
    interface Matchers<R, T> extends SwitchhookMatchers<R> {}
  }
}

// For `expect` of `@jest/globals`. The next line stands in the declaration file too: where nobody imports `expect` there is nothing to add to.
// biome-ignore lint/suspicious/noTsIgnore: it is no error where somebody does.
/** @ts-ignore */
declare module 'expect' {
  interface Matchers<R, T> extends SwitchhookMatchers<R> {}
}

const { expect } = globalThis as { readonly expect?: { extend?(added: object): void } };
// With `injectGlobals: false` there is none: there it is `expect.extend(matchers)`.
expect?.extend?.(matchers);
