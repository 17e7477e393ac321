import { createEndUser, type EndUser, type EndUserOptions } from '../../../src/emulator/end-user/index.ts';
import { postMessage } from '../../../src/emulator/messages/index.ts';
import { findUser } from '../../../src/emulator/world/index.ts';
import type { Message } from '../../../src/events/index.ts';
import { createTestWorld } from '../support/test-world.ts';

/** A world in which people can be made. */
export function setUpPeople() {
  const world = createTestWorld();
  const { app } = world;
  return {
    world,
    app,
    person: (options: EndUserOptions = {}): EndUser => createEndUser(world, app, options),
    /** Somebody who has written already; what followed is forgotten. */
    known(options: EndUserOptions = {}): EndUser {
      const person = createEndUser(world, app, options);
      person.say('hi');
      world.settle();
      world.happenings.length = 0;
      return person;
    },
    /** Posts a message of the business to that person, and lets it arrive. */
    post(person: EndUser, fields: object = {}): Message {
      const user = findUser(app, person.user?._id ?? '');
      const body = { role: 'appMaker', type: 'text', text: 'Hello', ...fields };
      const { message } = postMessage(world, app, user, body, { version: 'v1.1', warn: () => {} });
      world.settle();
      return message;
    },
    /** What happened since the last call, later things too. */
    take() {
      world.settle();
      return world.happenings.splice(0);
    },
  };
}

export const buttons = [
  { type: 'postback', text: 'More', payload: 'MORE' },
  { type: 'reply', text: 'Yes', payload: 'YES' },
  { type: 'link', text: 'Shop', uri: 'https://example.com' },
  { type: 'buy', text: 'Buy', amount: 1000 },
];
