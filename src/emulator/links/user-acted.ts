import type { AppRecord, ClientRecord, UserRecord, World } from '../world/index.ts';
import { toIsoTime } from '../world/index.ts';
import { completeLink, failLink } from './settle-link.ts';

/**
 * The end user did something at a client. When its link waits for that, it is settled: `act` completes one by userActivity, `accept` and `deny`
 * answer a prompt, and `accept` is an act as well. Everything else changes nothing. Source: Part A, "States and transitions".
 */
export function userActed(
  world: World,
  app: AppRecord,
  user: UserRecord,
  client: ClientRecord,
  answer: 'act' | 'accept' | 'deny',
): void {
  const link = user.links.get(client._id);
  if (link === undefined) return;
  const pending = { user, client, link };
  const { confirmation } = link;
  if (confirmation === 'prompt' && answer === 'deny') {
    failLink(world, app, pending, { code: 'user_declined', message: 'The user declined the request' });
    return;
  }
  if (confirmation === 'prompt' ? answer !== 'accept' : confirmation !== 'userActivity' || answer === 'deny')
    return;
  client.lastSeen = toIsoTime(world.clock.now());
  completeLink(world, app, pending, { matched: false });
}
