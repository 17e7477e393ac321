import type { Action, BuyAction, Message, PostbackAction, Trigger } from '../../../events/index.ts';
import { drawAddress } from '../../channels/index.ts';
import { passOnce } from '../../deliveries/index.ts';
import { ensureConversation, pay, receiveMessage, sourceOf } from '../../messages/index.ts';
import { createUser } from '../../users/index.ts';
import type { Happening, World } from '../../world/index.ts';
import { addAppMessage, addressOf, clientOf, type Scene } from './scene.ts';

type Stage = 'channel' | 'user' | 'failure';

const error = { code: 'blocked', message: 'The user has unsubscribed from the channel' } as const;
const linkError = { code: 'not_found', message: 'The user was not found on the channel' };

/** What happens in `scene` so that webhooks are sent `trigger`. */
export function happeningOf(trigger: Trigger, scene: Scene): Happening {
  return happenings[trigger](scene);
}

const happenings: Readonly<Record<Trigger, (scene: Scene) => Happening>> = {
  'message:appUser': messageOfUser,
  'message:appMaker': (scene) => ({ type: 'message', user: scene.user, message: addAppMessage(scene) }),
  'message:delivery:channel': (scene) => messageDelivery(scene, 'channel'),
  'message:delivery:user': (scene) => messageDelivery(scene, 'user'),
  'message:delivery:failure': (scene) => messageDelivery(scene, 'failure'),
  'notification:delivery:channel': (scene) => notificationDelivery(scene, 'channel'),
  'notification:delivery:user': (scene) => notificationDelivery(scene, 'user'),
  'notification:delivery:failure': (scene) => notificationDelivery(scene, 'failure'),
  'delivery:success': (scene) => messageDelivery(scene, 'channel'),
  'delivery:failure': (scene) => messageDelivery(scene, 'failure'),
  'conversation:start': (scene) => ({ type: 'conversationStart', ...act(scene) }),
  'conversation:read': (scene) => ({ type: 'conversationRead', ...act(scene) }),
  'conversation:referral': (scene) => ({
    type: 'conversationReferral',
    ...act(scene),
    referral: { code: 'window-poster' },
  }),
  postback,
  'typing:appUser': (scene) => ({ type: 'typing', ...act(scene), activity: 'typing:start' }),
  'appUser:delete': ({ user }) => ({ type: 'userDelete', user }),
  'merge:appUser': merge,
  'payment:success': payment,
  'link:success': (scene) => ({ type: 'linkSuccess', ...link(scene) }),
  'link:match': (scene) => ({ type: 'linkMatch', ...link(scene) }),
  'link:failure': (scene) => ({ type: 'linkFailure', ...link(scene), error: linkError }),
  'client:add': (scene) => ({ type: 'clientAdd', user: scene.user, clients: [clientOf(scene)] }),
  'client:remove': (scene) => ({ type: 'clientRemove', user: scene.user, clients: [clientOf(scene)] }),
  'client:block': (scene) => {
    const client = {
      ...clientOf(scene),
      status: 'blocked',
      active: false,
      blocked: true,
      primary: false,
    } as const;
    return { type: 'clientBlock', user: scene.user, clients: [client] };
  },
};

function act(scene: Scene) {
  const client = clientOf(scene);
  ensureConversation(scene.world, scene.user);
  return { user: scene.user, client, source: sourceOf(client) };
}

function messageOfUser(scene: Scene): Happening {
  const { app, user } = scene;
  const content = { type: 'text', text: 'Is the bookshop open on Sunday?' };
  return catchHappening(scene, (world) => receiveMessage(world, app, user, clientOf(scene), content));
}

/** Has `effect` tell of what happens, and nobody hear of it. */
function catchHappening({ world }: Scene, effect: (world: World) => unknown): Happening {
  const happenings: Happening[] = [];
  const happen: World['happen'] = (_, happening) => void happenings.push(happening);
  // Not a copy: the state of a world is another one after `restore`, and its URL is known only once it listens.
  const deaf: World = Object.create(world, { happen: { value: happen } });
  effect(deaf);
  return happenings[0] as Happening;
}

/** Of the newest message whose event this is not yet: each is sent once for a message and a destination. Source: Part A, "Delivery policy". */
function messageDelivery(scene: Scene, stage: Stage): Happening {
  const { app, user } = scene;
  const { destinationId: _, ...destination } = addressOf(scene);
  const reached = { destination, ...reach(scene, stage) };
  const happeningWith = (message: Message): Happening => ({
    type: 'messageDelivery',
    user,
    message,
    ...reached,
  });
  const posted = user.conversation?.messages.filter(({ role }) => role === 'appMaker') ?? [];
  const untold = posted.findLast((message) => passOnce(app, happeningWith(message)));
  if (untold !== undefined) return happeningWith(untold);
  const happening = happeningWith(addAppMessage(scene));
  passOnce(app, happening);
  return happening;
}

function notificationDelivery(scene: Scene, stage: Stage): Happening {
  const { user, world } = scene;
  const destination = addressOf(scene);
  const matchedClient = user.clients.find(({ externalId }) => externalId === destination.destinationId);
  return {
    type: 'notificationDelivery',
    notification: { _id: world.ids.uuid() },
    matched: matchedClient && user,
    matchedClient,
    destination,
    ...reach(scene, stage),
  };
}

/** What failed has no id on the channel. */
function reach({ world }: Scene, stage: Stage) {
  if (stage === 'failure') return { stage, isFinalEvent: true, error };
  return { stage, isFinalEvent: stage === 'user', externalMessages: [{ id: world.ids.hex(24) }] };
}

/** A tap on the newest button that there is, else on that of a new message. */
function postback(scene: Scene): Happening {
  const button = { type: 'postback', text: 'Reserve', payload: 'RESERVE' } as const;
  return { type: 'postback', ...act(scene), ...(findAction(scene, isPostback) ?? addAction(scene, button)) };
}

/** A payment of the newest offer that there is, else of that of a new message. It is paid in the conversation too. */
function payment(scene: Scene): Happening {
  const { app, user } = scene;
  const offer = {
    type: 'buy',
    text: 'Buy',
    amount: 1_890,
    currency: 'usd',
    uri: '',
    state: 'offered',
  } as const;
  const { message, action } = findAction(scene, isOffer) ?? addAction(scene, offer);
  return catchHappening(scene, (world) => pay(world, app, user, clientOf(scene), action, message));
}

interface Tappable {
  readonly message: Message;
  readonly action: Action;
}

function findAction({ user }: Scene, isWanted: (action: Action) => boolean): Tappable | undefined {
  for (const message of user.conversation?.messages.toReversed() ?? []) {
    const inItems = (message.items ?? []).flatMap((item) => item.actions ?? []);
    const action = [...(message.actions ?? []), ...inItems].find(isWanted);
    if (action !== undefined) return { message, action };
  }
  return undefined;
}

function isPostback({ type }: Action): boolean {
  return type === 'postback';
}

function isOffer(action: Action): boolean {
  return action.type === 'buy' && action.state !== 'paid';
}

function addAction(scene: Scene, fields: Omit<PostbackAction, '_id'> | Omit<BuyAction, '_id'>): Tappable {
  const action = { _id: scene.world.ids.timed(), ...fields };
  return { message: addAppMessage(scene, [action]), action };
}

/** The discarded user was never anybody, and is gone: so is a user after a merge. */
function merge({ world, app, user }: Scene): Happening {
  const discarded = createUser(world, app, {});
  app.users.delete(discarded._id);
  return { type: 'merge', surviving: user, discarded: [discarded] };
}

function link({ world, user }: Scene) {
  return { user, channel: 'whatsapp', criteria: { phoneNumber: `+${drawAddress(world, 'whatsapp')}` } };
}
