import { OptionsError } from '../../errors/index.ts';
import type { DeathReason, EventFor, TriggerPattern } from '../../index.ts';
import { hasMethods, readInteger, readOptions } from '../../options/index.ts';
import { checkListed } from '../build/check-listed.ts';
import { type Harness, readTriggers } from '../harness/index.ts';
import { describeHarness } from './describe-harness.ts';
import type { PartialEvent } from './partial-event.ts';

/** Which dead letters are meant: those that match all given fields. */
export interface DeadLetterMatch {
  readonly reason?: DeathReason;
  readonly trigger?: TriggerPattern;
  /** The name of a handler that failed. */
  readonly handler?: string;
}

/** The matchers, as they are called on `expect(…)`. `R` is what a call gives: nothing, or a promise behind `resolves`. */
export interface SwitchhookMatchers<R> {
  /**
   * The harness has handled exactly one delivery of the trigger (or family); with a second argument exactly one whose event has these fields,
   * compared as by `toMatchObject`.
   */
  toHaveHandledOnce<P extends TriggerPattern>(pattern: P, event?: PartialEvent<EventFor<P>>): R;
  /** The harness has handled deliveries of the trigger (or family): at least one, or exactly so many. */
  toHaveHandled(pattern: TriggerPattern, times?: number): R;
  /** An answer has this status; of a list all have it, and with `not` none. Takes what `deliver` gives, a `Response`, and supertest's. */
  toHaveAnswered(status: number): R;
  /** The harness has a dead letter, one that matches all given fields. */
  toHaveDeadLetter(match?: DeadLetterMatch): R;
}

/** What jest gives to a matcher as `this`, as far as it is used here. */
interface MatcherThis {
  readonly isNot?: boolean | undefined;
  equals(a: unknown, b: unknown, testers?: readonly unknown[]): boolean;
  readonly utils: {
    readonly iterableEquality: unknown;
    readonly subsetEquality: unknown;
    matcherHint(name: string, received?: string, expected?: string, options?: object): string;
    printExpected(value: unknown): string;
    printReceived(value: unknown): string;
  };
}

interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** For `expect.extend`: importing `switchhook/testing/jest` has done it, where `expect` is a global. */
export const matchers = {
  toHaveHandledOnce(
    this: MatcherThis,
    received: unknown,
    pattern: TriggerPattern,
    event?: object,
  ): MatcherResult {
    const harness = readHarness(received, 'toHaveHandledOnce');
    const found = harness
      .handled(pattern)
      .filter((delivery) => event === undefined || matches(this, delivery.event, event));
    const wanted = `exactly one delivery of ${pattern}${event === undefined ? '' : ` with ${this.utils.printExpected(event)}`}`;
    return tell(this, 'toHaveHandledOnce', found.length === 1, wanted, String(found.length), harness);
  },

  toHaveHandled(
    this: MatcherThis,
    received: unknown,
    pattern: TriggerPattern,
    times?: number,
  ): MatcherResult {
    const harness = readHarness(received, 'toHaveHandled');
    const count = harness.handled(pattern).length;
    const pass = times === undefined ? count > 0 : count === readInteger(times, 'times', 0);
    const wanted = `${times === undefined ? 'at least one delivery' : `exactly ${times} deliveries`} of ${pattern}`;
    return tell(this, 'toHaveHandled', pass, wanted, String(count), harness);
  },

  toHaveAnswered(this: MatcherThis, received: unknown, status: number): MatcherResult {
    readInteger(status, 'status', 100);
    const answers = readAnswers(received);
    const has = (answer: { readonly status: number }) => answer.status === status;
    const pass = this.isNot ? answers.some(has) : answers.every(has);
    const shown = answers.map((answer) => `${answer.status} ${this.utils.printReceived(answer.body)}`);
    return {
      pass,
      message: () =>
        `${hintOf(this, 'toHaveAnswered')}\n\nExpected: ${this.isNot ? 'not ' : ''}${this.utils.printExpected(status)}\nAnswered: ${shown.join('\n          ')}`,
    };
  },

  toHaveDeadLetter(this: MatcherThis, received: unknown, match: DeadLetterMatch = {}): MatcherResult {
    const harness = readHarness(received, 'toHaveDeadLetter');
    readOptions(match, ['reason', 'trigger', 'handler'], 'toHaveDeadLetter');
    const { reason, trigger, handler } = match;
    if (reason !== undefined) checkListed('reason', reason, reasons);
    const handlers = harness.router.handlers().map(({ name }) => name);
    if (handler !== undefined) checkListed('handler', handler, handlers);
    const triggers = trigger === undefined ? undefined : readTriggers(trigger);
    const pass = harness.deadLetters.some(
      (letter) =>
        (reason === undefined || letter.reason === reason) &&
        (handler === undefined || letter.failures.some((failure) => failure.handler === handler)) &&
        (triggers === undefined || triggers.has(letter.delivery.trigger ?? '')),
    );
    const wanted = `a dead letter${Object.keys(match).length === 0 ? '' : ` with ${this.utils.printExpected(match)}`}`;
    return tell(this, 'toHaveDeadLetter', pass, wanted, `${harness.deadLetters.length} in all`, harness);
  },
};

const reasons: readonly string[] = [
  'refused',
  'handler_failed',
  'crashed',
  'unreadable',
] satisfies DeathReason[];

function matches({ equals, utils }: MatcherThis, event: unknown, part: object): boolean {
  return equals(event, part, [utils.iterableEquality, utils.subsetEquality]);
}

/** What can be judged only when it is a harness. The error is no failed assertion: `not` does not turn it around. */
function readHarness(received: unknown, matcher: string): Harness {
  if (hasMethods(received, ['deliver', 'settle', 'handled'])) return received as Harness;
  throw new OptionsError(`expect(…).${matcher} takes a harness, as createHarness makes one.`);
}

interface Answered {
  readonly status: number;
  readonly body?: unknown;
}

function readAnswers(received: unknown): readonly Answered[] {
  if (hasMethods(received, ['then'])) {
    throw new OptionsError('expect(…).toHaveAnswered was given a promise: await the answer first.');
  }
  const answers = [received].flat();
  if (answers.length > 0 && answers.every(isAnswer)) return answers;
  throw new OptionsError(
    'expect(…).toHaveAnswered takes an answer, which has a status, or a list of at least one.',
  );
}

function isAnswer(value: unknown): value is Answered {
  return typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'number';
}

function hintOf({ isNot, utils }: MatcherThis, matcher: string, received = 'answer'): string {
  return utils.matcherHint(matcher, received, undefined, { isNot });
}

function tell(
  self: MatcherThis,
  matcher: string,
  pass: boolean,
  wanted: string,
  found: string,
  harness: Harness,
): MatcherResult {
  return {
    pass,
    message: () =>
      `${hintOf(self, matcher, 'harness')}\n\nExpected: ${self.isNot ? 'not ' : ''}${wanted}\nFound: ${found}\n\n${describeHarness(harness)}`,
  };
}
