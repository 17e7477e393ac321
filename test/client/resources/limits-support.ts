import type { Recorder } from './support.ts';

/** A call that must be refused before it is made, with these words. */
export type Refused = readonly [title: string, call: () => PromiseLike<unknown>, words: string];

/** Expects an `OptionsError` with these words, and that nothing was sent. */
export async function expectRefusal(recorder: Recorder, [, call, words]: Refused): Promise<void> {
  await expect(call()).rejects.toMatchObject({
    name: 'OptionsError',
    code: 'invalid_options',
    message: expect.stringContaining(words),
  });
  expect(recorder.requests).toEqual([]);
}

/** Expects that a call is made. */
export async function expectSent(recorder: Recorder, call: () => PromiseLike<unknown>): Promise<void> {
  await call();
  expect(recorder.requests).toHaveLength(1);
}

/** A list of `count` times the same member. */
export function repeat<Member>(count: number, member: Member): Member[] {
  return Array.from({ length: count }, () => member);
}
