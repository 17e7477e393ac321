import { createDealer, createDraw } from '../fresh-ids.ts';
import { nextMs } from '../fresh-time.ts';

/** Of the app, and the same in every event: the ids that the fixtures have too. */
export const appId = '5cd978601b9d2e4c7a004a10';
export const webIntegrationId = '5ce6a7601b9d2e4c7a004a11';
export const whatsappIntegrationId = '5ce94a601b9d2e4c7a004a13';
export const messengerIntegrationId = '5cea9be01b9d2e4c7a004a14';
/** What stands for an agent as the author of a message: base62, 22 characters. */
export const agentId = '4Gk2vXo8mTz0QeLrB7nYsd';
/** Of a number that is kept for fiction. */
export const phoneNumber = '15555550142';

/** Who and what an event is about. */
export interface Cast {
  readonly appUserId: string;
  readonly conversationId: string;
  readonly clientId: string;
  /** UUID, the deprecated `id` of a client. */
  readonly deviceId: string;
  /** Of a message that the user wrote. */
  readonly userMessageId: string;
  /** Of a message that the app posted, with an item and an action. */
  readonly appMessageId: string;
  readonly itemId: string;
  readonly actionId: string;
  /** UUID. */
  readonly notificationId: string;
  readonly externalMessageId: string;
  readonly chargeId: string;
  readonly discardedUserId: string;
  /** When it happens: unix seconds, to the millisecond. */
  readonly at: number;
}

const hex24 = appId;
const uuid = '61c8f2d0-7ab3-4e95-90d4-5f1e3b8c2a07';

/** In a fixed order: one seed gives one cast, whatever the event needs of it. */
export function dealCast(seed?: number): Cast {
  const draw = createDraw(seed);
  const deal = createDealer(draw, [appId]);
  return {
    appUserId: deal(hex24),
    conversationId: deal(hex24),
    clientId: deal(hex24),
    deviceId: deal(uuid),
    userMessageId: deal(hex24),
    appMessageId: deal(hex24),
    itemId: deal(hex24),
    actionId: deal(hex24),
    notificationId: deal(uuid),
    externalMessageId: deal('wA0mId1B2c3D4e5F6g7H8i9J0k'),
    chargeId: `ch_${deal('1GuA2b3C4d5E6f')}`,
    discardedUserId: deal(hex24),
    at: seed === undefined ? nextMs() / 1000 : 1_592_000_000 + draw(1e9) / 1000,
  };
}

/** ISO 8601, a day before the event. */
export function dayBefore({ at }: Cast): string {
  return new Date((at - 86_400) * 1000).toISOString();
}
