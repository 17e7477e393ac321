import type { NewNotification } from '../../types/notification.ts';
import { readBody } from './body.ts';
import { checkContent } from './message.ts';
import { readText } from './text.ts';

/** `body` when it says where to, and its message is within the limits. Source: Part A, "Limits". */
export function readNotification(body: NewNotification): NewNotification {
  const { integrationId, destinationId } = readBody(
    readBody(body, 'notification').destination,
    'destination',
  );
  readText(integrationId, 'integrationId');
  readText(destinationId, 'destinationId');
  if (body.messageSchema === undefined) checkContent(body.message);
  return body;
}
