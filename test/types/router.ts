// Compiles and is never run: what the router's types allow, and what they must not.
import type { EventOf, UnknownEvent, WebhookEvent } from '../../src/events/index.ts';
import { createRouter, type Handler, type HandlerContext } from '../../src/router/index.ts';

/** True when both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles when `value` has exactly the type `Expected`. */
function exactly<Expected>() {
  return <Actual>(value: Actual, same: Same<Actual, Expected>): unknown => [value, same];
}

type AppUserEvent = EventOf<'message:appUser'>;
type V11 = { version: 'v1.1' };
const router = createRouter();
const ignore = () => {};
const text = (value: string) => value;

export function narrowsByTrigger() {
  router.on('message:appUser', (event, context) => {
    exactly<AppUserEvent>()(event, true);
    exactly<HandlerContext>()(context, true);
    exactly<'message:appUser'>()(event.trigger, true);
    exactly<'v1' | 'v1.1'>()(event.version, true);
  });
  router.on('conversation:read', (event) => event.timestamp);
  router.on('typing:appUser', (event) => exactly<'v1.1'>()(event.version, true));
  router.on('delivery:success', (event) => exactly<'v1'>()(event.version, true));
}

export function tellsTheVersionsApart() {
  router.on('message:appUser', (event) => {
    if (event.version === 'v1.1') exactly<EventOf<'message:appUser', 'v1.1'>>()(event, true);
    else exactly<EventOf<'message:appUser', 'v1'>>()(event, true);
  });
}

export function narrowsByMessageType() {
  router.on('message:appUser', (event) => {
    for (const message of event.messages) {
      if (message.type === 'image') exactly<string>()(message.mediaUrl, true);
      // @ts-expect-error a text message has no such field for certain
      if (message.type === 'text') message.mediaUrl.length;
    }
    // @ts-expect-error misspelt field
    event.mesages;
  });
}

export function takesFamiliesAndLists() {
  router.on('message:delivery:*', (event) => {
    exactly<'message:delivery:channel' | 'message:delivery:user' | 'message:delivery:failure'>()(
      event.trigger,
      true,
    );
    exactly<string>()(event.message._id, true);
  });
  router.on(['link:success', 'link:failure'], (event) => {
    exactly<EventOf<'link:success'> | EventOf<'link:failure'>>()(event, true);
  });
  router.on(['postback', 'conversation:*'], (event) => {
    exactly<'postback' | 'conversation:start' | 'conversation:read' | 'conversation:referral'>()(
      event.trigger,
      true,
    );
  });
  const list = ['postback', 'link:match'] as const;
  router.on(list, (event) => exactly<'postback' | 'link:match'>()(event.trigger, true));
}

export function narrowsByVersion() {
  router.on('message:appUser', { version: 'v1' }, (event) => {
    exactly<EventOf<'message:appUser', 'v1'>>()(event, true);
  });
  router.on('delivery:failure', { version: 'v1' }, (event) => exactly<'v1'>()(event.version, true));
  router.on('client:*', { version: 'v1' }, (event) => exactly<'client:add'>()(event.trigger, true));
  router.onAny({ version: 'v1.1' }, (event) => {
    exactly<'v1.1'>()(event.version, true);
    // @ts-expect-error never comes in v1.1
    event.trigger === 'delivery:success';
  });
}

const isV11 = (event: AppUserEvent): event is Extract<AppUserEvent, V11> => event.version === 'v1.1';

export function narrowsByWhen() {
  router.on('message:appUser', { when: isV11 }, (event) => {
    exactly<EventOf<'message:appUser', 'v1.1'>>()(event, true);
  });
  router.on(
    'message:appUser',
    { when: (event): event is Extract<AppUserEvent, V11> => event.version === 'v1.1' },
    (event) => exactly<'v1.1'>()(event.version, true),
  );
  router.on('message:appUser', { when: (event) => event.messages.length > 1 }, (event) => {
    exactly<AppUserEvent>()(event, true);
  });
  router.on('message:appUser', { version: 'v1', when: (event) => event.appUser._id !== '' }, (event) => {
    exactly<EventOf<'message:appUser', 'v1'>>()(event, true);
  });
  router.onAny({ when: (event): event is EventOf<'postback'> => event.trigger === 'postback' }, (event) => {
    exactly<EventOf<'postback'>>()(event, true);
  });
  router.onUnknown({ when: (event) => event.reason === 'version' }, (event) => {
    exactly<UnknownEvent>()(event, true);
  });
  // @ts-expect-error a guard for another event
  router.on('postback', { when: isV11 }, ignore);
}

export function takesAnyAndUnknown() {
  router.onAny((event) => {
    exactly<WebhookEvent>()(event, true);
    if (event.trigger === 'typing:appUser') text(event.activity.type);
  });
  router.onUnknown((event) => exactly<UnknownEvent>()(event, true));
  // @ts-expect-error what is unknown has no version to ask for
  router.onUnknown({ version: 'v1' }, ignore);
}

export function refusesWrongRegistrations() {
  // @ts-expect-error misspelt trigger
  router.on('message:appuser', ignore);
  // @ts-expect-error misspelt trigger in a list
  router.on(['postback', 'link:sucess'], ignore);
  // @ts-expect-error no bare '*'
  router.on('*', ignore);
  // @ts-expect-error no such family
  router.on('postback:*', ignore);
  // @ts-expect-error comes in v1 alone
  router.on('delivery:success', { version: 'v1.1' }, ignore);
  // @ts-expect-error the family comes in v1.1 alone
  router.on('message:delivery:*', { version: 'v1' }, ignore);
  // @ts-expect-error one of the list comes in v1.1 alone
  router.on(['postback', 'typing:appUser'], { version: 'v1' }, ignore);
  // @ts-expect-error no such version
  router.on('postback', { version: 'v2' }, ignore);
  // @ts-expect-error no such option
  router.on('postback', { timeout: 5 }, ignore);
  // @ts-expect-error a handler for another event
  router.on('postback', (event: EventOf<'link:match'>) => event.trigger);
}

export function chainsAndTakesHandlersOfAllKinds() {
  const save: Handler<EventOf<'postback'>> = async (event) => event.trigger.length;
  const seen: WebhookEvent[] = [];
  router
    .on('postback', save)
    .onAny((event) => seen.push(event))
    .onUnknown(async () => {})
    .on(['postback', 'link:match'], { name: 'crm', timeoutMs: 5, attempts: 1 }, ignore);
}

export function givesResultsAsJson() {
  router.onAny(async (_, { once, signal, log, delivery }) => {
    const stored = await once('a', async () => ({ at: new Date(), count: 1, tags: ['x'] }));
    exactly<string>()(stored.at, true);
    exactly<number>()(stored.count, true);
    exactly<string[]>()(stored.tags, true);
    exactly<undefined>()(await once('b', () => undefined), true);
    exactly<unknown>()(await once('c', (): unknown => 1), true);
    log.info({ attempt: delivery.attempt, aborted: signal.aborted }, delivery.key);
    // @ts-expect-error the delivery's info is not to be written
    delivery.attempt = 2;
  });
}
