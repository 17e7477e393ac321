import { listNotices, listSeen, type ShownMessage, showMessage } from '../channels/index.ts';
import type { Person } from './person.ts';

/** What stands on the person's screen, oldest first: the messages of all users that they are logged in as, and notifications. */
export function listShown(person: Person): readonly ShownMessage[] {
  const { externalId, identity } = person;
  const presences = person.findAll().filter(({ client }) => client.status !== 'inactive');
  const seen = presences.flatMap(({ app, user, client }) => listSeen(app, user, client));
  const notices =
    externalId === undefined ? [] : listNotices(person.app(), person.integrationId(), externalId);
  const all = [...new Set([...seen, ...notices])];
  // What one conversation has is in its order already.
  const sorted =
    presences.length > 1 || notices.length > 0 ? all.toSorted((a, b) => a.received - b.received) : all;
  return sorted.map((message) => showMessage(identity.channel, message));
}
