import type { Source } from '../../events/index.ts';
import { channelOf, sourceIdOf } from '../channels/index.ts';
import { type ClientRecord, toUnixSeconds, type World } from '../world/index.ts';

/** Where what the user does through `client` comes from. Source: Part A, "Other shared objects". */
export function sourceOf(client: ClientRecord): Source {
  const { platform, integrationId } = client;
  const id = sourceIdOf(client);
  return {
    type: platform,
    ...(id !== undefined && { id }),
    ...(integrationId !== undefined && { integrationId }),
  };
}

/** The same for a message, to which a channel adds its own id, if it has ids, and its time. Source: the service's public documentation. */
export function messageSourceOf(world: World, client: ClientRecord): Source {
  const { kind, messageIds } = channelOf(client.platform);
  if (kind === 'sdk') return sourceOf(client);
  return {
    ...sourceOf(client),
    ...(messageIds && { originalMessageId: world.ids.hex(24) }),
    originalMessageTimestamp: toUnixSeconds(world.clock.now()),
  };
}
