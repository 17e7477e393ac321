import { type FixtureName, fixture, fixtureNames } from 'switchhook/testing';
import { count, countAnswer, createTally, type Tally } from './tally.ts';

/** A call to the receiver, and what must come of it. */
export interface PlannedCall {
  readonly heading: string;
  readonly label: string;
  /** As the body says it. */
  readonly trigger: string;
  readonly body: string;
  readonly secret: 'right' | 'wrong';
  /** Status and outcome, or status and error code. */
  readonly answer: string;
  /** What becomes of the delivery; `none` for a call that is turned away. */
  readonly end: 'handled' | 'duplicates' | 'refused' | 'failed' | 'none';
  readonly retries: number;
  /** Why no handler runs. */
  readonly note: string;
}

/**
 * Events that the fixtures have in a v1 copy too, as two webhooks get them while a service is being upgraded: whichever copy comes
 * second is a duplicate. See fixtures/README.md, "Pairs". `postback` is not here: the same button may be tapped twice.
 */
const copies: ReadonlySet<string> = new Set<FixtureName>([
  'v1/message.appUser/text',
  'v1/message.appMaker/carousel',
  'v1/message.appMaker/buy',
  'v1/conversation.read/web',
  'v1/payment.success/buy',
]);

/** The one event that a handler gives up for good: see `client:block` in handlers.ts. */
const givenUp: FixtureName = 'v1.1/client.block/client-only';

const duplicate = { answer: '200 duplicate', end: 'duplicates', note: 'handled before' } as const;
const copy = { ...duplicate, note: 'handled before, in its v1.1 copy' } as const;

/** Every fixture once, then some of them again, then calls that are turned away. */
export function planCalls(): PlannedCall[] {
  const namesIn = (folder: string) => fixtureNames.filter((name) => name.startsWith(folder));
  // The handler of merge:appUser fails at its first call: see handlers.ts.
  const firstMerge = namesIn('v1.1/merge.appUser/')[0];
  return [
    ...namesIn('v1.1/').map((name) => plan(name, { retries: name === firstMerge ? 1 : 0 })),
    ...namesIn('v1/').map((name) => plan(name, copies.has(name) ? copy : {})),
    ...namesIn('unknown/').map((name) => plan(name)),
    ...namesIn('refused/').map((name) => plan(name, { end: 'refused' })),

    // Events with ids of their own: a second call is a repeat, whenever it comes within the hour.
    again('v1.1/message.appUser/text', 'text of a user, second call', duplicate),
    again('v1.1/message.appUser/text', 'text of a user, third call', duplicate),
    again('v1.1/message.delivery.user/text', 'report on a message, second call', duplicate),
    again('v1/message.appUser/image', 'image in v1, second call', duplicate),
    // A tap has no id. An equal call is a repeat only while the one before was not acknowledged, and that one was.
    again('v1.1/postback/persistent-menu', 'tap in a menu, second tap'),
    again('v1.1/postback/persistent-menu', 'tap in a menu, third tap'),

    turnedAway('wrong secret', { secret: 'wrong', answer: '401 authentication_failed' }),
    turnedAway('body cut off', { body: '{"trigger": "mess', answer: '400 body_malformed' }),
    turnedAway('body without trigger', { body: '{}', answer: '400 body_malformed' }),
  ];
}

/** What must have happened when all of `calls` were made, counted without asking switchhook. */
export function expectedTally(calls: readonly PlannedCall[]): Tally {
  const tally = createTally();
  for (const { trigger, answer, end, retries } of calls) {
    countAnswer(tally, answer);
    if (end === 'none') continue;
    count(tally, trigger, 'received');
    count(tally, trigger, end);
    count(tally, trigger, 'retries', retries);
    if (end === 'handled') count(tally, trigger, 'seen');
  }
  return tally;
}

function plan(name: FixtureName, difference: Partial<PlannedCall> = {}): PlannedCall {
  const body = JSON.stringify(fixture(name));
  const { trigger = '(no trigger)' } = JSON.parse(body) as { trigger?: string };
  const parts = name.split('/');
  return {
    heading: parts.length === 3 ? `${trigger} (${parts[0]})` : name.slice(0, name.indexOf('/')),
    label: parts.at(-1) ?? name,
    trigger,
    body,
    secret: 'right',
    answer: '200 queued',
    end: name === givenUp ? 'failed' : 'handled',
    retries: 0,
    note: '',
    ...difference,
  };
}

function again(name: FixtureName, label: string, difference: Partial<PlannedCall> = {}): PlannedCall {
  return plan(name, { heading: 'called again', label, ...difference });
}

function turnedAway(label: string, difference: Partial<PlannedCall>): PlannedCall {
  const heading = 'turned away: the service does not call again';
  return again('v1.1/message.appUser/sms', label, { heading, end: 'none', ...difference });
}
