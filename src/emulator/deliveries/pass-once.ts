import type { AppRecord, Happening } from '../world/index.ts';

/**
 * True when `happening` may be sent: always, but for an event of a message's or a notification's delivery, which is sent once for each
 * destination type. The second time this is false. Source: Part A, "Delivery policy".
 */
export function passOnce(app: AppRecord, happening: Happening): boolean {
  if (happening.type !== 'messageDelivery' && happening.type !== 'notificationDelivery') return true;
  const { stage, destination, type } = happening;
  const id = type === 'messageDelivery' ? happening.message._id : happening.notification._id;
  const family = type === 'messageDelivery' ? 'message' : 'notification';
  const key = `${id}/${destination.type}/${family}:delivery:${stage}`;
  if (app.deliveredOnce.has(key)) return false;
  app.deliveredOnce.add(key);
  return true;
}
