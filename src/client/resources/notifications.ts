import type { ApiRequest, RequestOptions } from '../api-call.ts';
import type { NewNotification, Notification } from '../types/notification.ts';
import { readNotification } from './limits/notification.ts';
import { readNamed } from './read-answer.ts';
import type { Send } from './send.ts';

/** Messages to users that are known by an address alone. Beyond the document: the Parts tell of their events only. */
export interface Notifications {
  /** Sends one; it exists in v1 alone, whatever the version of the client. Source: the service's public documentation. */
  create(body: NewNotification, options?: RequestOptions): ApiRequest<Notification>;
}

/** Makes `client.notifications`. */
export function createNotifications(send: Send): Notifications {
  return {
    create: (body, options) =>
      send(
        () => ({
          method: 'POST',
          segments: ['notifications'],
          json: readNotification(body),
          apiVersion: 'v1',
        }),
        readNamed<Notification>('notification'),
        options,
      ),
  };
}
