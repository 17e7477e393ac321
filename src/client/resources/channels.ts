import type { Channel, FullAppUser, OpenSet } from '../../events/index.ts';
import type { ApiRequest, RequestOptions } from '../api-call.ts';
import type { ChannelEntity } from '../types/channel.ts';
import type { ChannelLink } from '../types/channel-link.ts';
import { readChannelLink } from './limits/channel-link.ts';
import { readNamed, readNothing } from './read-answer.ts';
import type { Send } from './send.ts';
import { userPath } from './user-path.ts';

/** The channels of a user. Source: Part A, "Channel entities and business systems" and "Link a channel". */
export interface Channels {
  /** @deprecated The service calls it so; read `clients` of the user. */
  list(user: string, options?: RequestOptions): ApiRequest<readonly ChannelEntity[]>;
  /** Asks to link a channel. The new client is in `pendingClients`; what becomes of it is told by the link events. */
  link(user: string, body: ChannelLink, options?: RequestOptions): ApiRequest<FullAppUser>;
  /** Takes a channel away. It is complete when the event client:remove comes. */
  unlink(user: string, channel: OpenSet<Channel>, options?: RequestOptions): ApiRequest<void>;
}

/** Makes `client.appUsers.channels`. */
export function createChannels(send: Send): Channels {
  return {
    list: (user, options) =>
      send(
        () => ({ method: 'GET', segments: userPath(user, 'channels') }),
        readNamed<readonly ChannelEntity[]>('channels'),
        options,
      ),
    link: (user, body, options) =>
      send(
        () => ({ method: 'POST', segments: userPath(user, 'channels'), json: readChannelLink(body) }),
        readNamed<FullAppUser>('appUser'),
        options,
      ),
    unlink: (user, channel, options) =>
      send(() => ({ method: 'DELETE', segments: userPath(user, 'channels', channel) }), readNothing, options),
  };
}
