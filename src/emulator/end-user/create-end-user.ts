import { OptionsError } from '../../errors/index.ts';
import { channelOf, comeBack, goAway } from '../channels/index.ts';
import { userActed } from '../links/index.ts';
import { menuOf } from '../menus/index.ts';
import { pay, readConversation, receiveMessage, setTyping, tapPostback } from '../messages/index.ts';
import { blockClient, toAppUser, toClient, touchClient } from '../users/index.ts';
import type { AppRecord, World } from '../world/index.ts';
import { createArrivals } from './arrivals.ts';
import type { EndUser } from './end-user.ts';
import { fillForm, findOpenForm } from './fill-form.ts';
import { findButton, findMenuItem, findOffer } from './find-button.ts';
import { type EndUserOptions, readIdentity } from './options.ts';
import { createPerson } from './person.ts';
import { readSaid } from './read-said.ts';
import { refuseInCode } from './refuse.ts';
import { listShown } from './screen.ts';
import { createSession } from './session.ts';
import { waitForMessage } from './wait-for-message.ts';

/**
 * Makes an end user of `app`, on a channel. Nothing is told before their first act, which makes the user and the client. Two on one channel are
 * two people; the same `userId` on another channel is the same user with another client. Throws an `OptionsError` for wrong options.
 */
export function createEndUser(world: World, app: AppRecord, options: EndUserOptions = {}): EndUser {
  const identity = readIdentity(options);
  const { channel } = identity;
  const traits = channelOf(channel);
  const person = createPerson(world, app._id, identity);
  const given = new Set<string>();
  const messages = () => listShown(person);

  function send(content: object) {
    return refuseInCode(() => {
      const { app, user, client } = person.connect();
      return receiveMessage(world, app, user, client, { ...content });
    });
  }

  return {
    channel,
    externalId: person.externalId,
    get user() {
      const [found] = person.findAll();
      return found && toAppUser(found.user, 'v1.1');
    },
    get client() {
      const [found] = person.findAll();
      return found && toClient(found.client);
    },
    messages,
    waitForMessage: (filter, wait = {}) => waitForMessage(world, messages, given, filter, wait),
    say(content) {
      return send(readSaid(content));
    },
    tap(button) {
      const { action, shown } = findButton(messages(), button, 'postback');
      const { app, user, client } = person.find();
      tapPostback(world, app, user, client, action, shown.message);
      return structuredClone(action);
    },
    reply(button) {
      const { action } = findButton(messages(), button, 'reply');
      const payload = 'payload' in action ? action.payload : undefined;
      return send({ type: 'text', text: action.text ?? '', ...(payload === undefined ? {} : { payload }) });
    },
    tapMenu(item) {
      if (!traits.menus) throw new OptionsError(`There are no menus on ${channel}.`);
      const { app, user, client } = person.find();
      const {
        _id,
        text,
        payload = '',
      } = findMenuItem(menuOf(app, person.integrationId())?.items ?? [], item);
      const action = { _id, type: 'postback', text, payload } as const;
      tapPostback(world, app, user, client, action, undefined);
      return { ...action };
    },
    pay(button) {
      const { action, shown } = findOffer(messages(), button);
      const { app, user, client } = person.find();
      return structuredClone(refuseInCode(() => pay(world, app, user, client, action, shown.message)));
    },
    submitForm: (values) => send(fillForm(findOpenForm(messages()), values)),
    read() {
      const { app, user, client } = person.find();
      if (!traits.reportsReads) return false;
      refuseInCode(() => readConversation(world, app, user, client));
      return true;
    },
    typing(isTyping = true) {
      const { app, user, client } = person.find();
      if (!traits.reportsTyping) return false;
      setTyping(world, app, user, client, isTyping ? 'typing:start' : 'typing:stop');
      return true;
    },
    ...createArrivals(world, person),
    block() {
      if (traits.kind === 'sdk') throw new OptionsError(`Users cannot unsubscribe on ${channel}.`);
      const { app, user, client } = person.find();
      blockClient(world, app, user, client);
    },
    unblock() {
      const { user, client } = person.find();
      touchClient(world, user, client);
    },
    answerPrompt(answer) {
      if (answer !== 'accept' && answer !== 'deny')
        throw new OptionsError("The answer must be 'accept' or 'deny'.");
      const asked = person
        .findAll()
        .find(({ user, client }) => user.links.get(client._id)?.confirmation === 'prompt');
      if (asked === undefined) throw new OptionsError('No prompt waits for an answer.');
      userActed(world, asked.app, asked.user, asked.client, answer);
    },
    ...createSession(world, person),
    goOffline() {
      const { app, client } = person.find();
      goAway(app, client);
    },
    goOnline() {
      const { app, user, client } = person.find();
      comeBack(world, app, user, client);
    },
  };
}
