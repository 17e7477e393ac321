import { createRouter, PermanentError, type Router } from 'switchhook';
import { describeMessage } from './describe-message.ts';

/** Prints what a handler has seen. */
export type Show = (trigger: string | null, text: string) => void;

/** The handlers of the demo: one for each family of events. Hover over an `event`: its type follows from the trigger. */
export function createDemoRouter(show: Show): Router {
  const router = createRouter();

  // Two triggers and two versions. What all of them have in common needs no check.
  router.on(['message:appUser', 'message:appMaker'], (event) => {
    const from = event.messages[0]?.source?.type ?? 'somewhere';
    show(event.trigger, `${from}: ${event.messages.map(describeMessage).join(' + ') || 'no messages'}`);
  });

  // A family: the union of its three events, told apart by `trigger`.
  router.on('message:delivery:*', (event) => {
    const where = event.destination.type;
    const message = `message ${event.message._id}`;
    if (event.trigger === 'message:delivery:failure')
      return show(event.trigger, `${message} did not reach ${where}: ${event.error.code}`);
    const more = event.isFinalEvent ? '' : ', more reports may follow';
    show(event.trigger, `${message} reached ${where}${more}`);
  });

  router.on('notification:delivery:*', (event) => {
    const where = event.destination.type;
    if (event.trigger === 'notification:delivery:failure')
      return show(event.trigger, `notification did not reach ${where}: ${event.error.code}`);
    const who = event.matchResult?.appUser?._id ?? 'somebody we do not know';
    show(event.trigger, `notification reached ${where} of ${who}`);
  });

  // Triggers of v1 alone: `version: 'v1'` would be superfluous here, the compiler knows.
  router.on(['delivery:success', 'delivery:failure'], (event) => {
    const where = event.destination?.type ?? event.channel ?? 'a channel';
    const messages = event.messages.length === 1 ? '1 message' : `${event.messages.length} messages`;
    const error = event.trigger === 'delivery:failure' ? `: ${event.error.code}` : '';
    show(event.trigger, `${messages} ${error === '' ? 'reached' : 'did not reach'} ${where}${error}`);
  });

  router.on('postback', (event) => {
    const taps = event.postbacks.map(({ action }) => `${action.text ?? 'a button'} -> ${action.payload}`);
    show(event.trigger, `${event.appUser._id} tapped ${taps.join(', ')}`);
  });

  router.on('conversation:*', (event) => {
    // Only v1 has `channel`, in bodies of 2016. Without the check of the version this would not compile.
    const channel = event.version === 'v1' ? event.channel : undefined;
    const where = event.source?.type ?? channel ?? 'somewhere';
    if (event.trigger === 'conversation:referral')
      return show(event.trigger, `came to ${where} by ${event.referral.code}`);
    show(event.trigger, `${event.trigger === 'conversation:read' ? 'read' : 'started'} on ${where}`);
  });

  router.on('typing:appUser', (event) => {
    show(event.trigger, `${event.appUser._id} ${event.activity.type}`);
  });

  // This one fails the first time it is called, as when the CRM is being restarted. It is run again after the worker's backoff.
  let crmAnswers = false;
  router.on('merge:appUser', { name: 'crm-merge' }, (event, context) => {
    if (!crmAnswers) {
      crmAnswers = true;
      throw new Error('the CRM does not answer');
    }
    const run = context.delivery.attempt === 1 ? '' : ` (attempt ${context.delivery.attempt})`;
    const gone = event.discarded.map((user) => user._id).join(', ');
    show(event.trigger, `${gone} became ${event.surviving._id}${run}`);
  });

  router.on('appUser:delete', (event) => {
    show(event.trigger, `${event.appUser._id} is gone: delete what you keep of them`);
  });

  router.on('payment:success', (event) => {
    const paid = event.payments.map(({ action }) => `${(action.amount / 100).toFixed(2)} ${action.currency}`);
    show(event.trigger, `paid ${paid.join(' + ')}`);
  });

  router.on('link:*', (event) => {
    if (event.trigger === 'link:failure')
      return show(event.trigger, `${event.channel} could not be linked: ${event.error.code}`);
    const outcome = event.trigger === 'link:match' ? 'was found' : 'is linked';
    show(event.trigger, `${event.channel} of ${event.appUser._id} ${outcome}`);
  });

  router.on(['client:add', 'client:remove'], (event) => {
    const platforms = event.clients.map((client) => client.platform ?? 'some platform').join(', ');
    show(event.trigger, `${platforms} of ${event.appUser._id}`);
  });

  router.on('client:block', (event) => {
    // No retry can help here, so it does not wait for any: the delivery becomes a dead letter at once.
    if (!event.appUser) throw new PermanentError('the event does not say whom to block');
    show(event.trigger, `${event.appUser._id} does not want to hear from us any more`);
  });

  // What the service may send one day. It was acknowledged, so nothing is lost while you write a handler for it.
  router.onUnknown((event) => {
    show(event.trigger, `unknown ${event.reason}, version ${event.version ?? 'not a text'}`);
  });

  return router;
}
