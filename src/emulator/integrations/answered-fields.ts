import { drawAddress } from '../channels/index.ts';
import type { World } from '../world/index.ts';

/**
 * What the service adds to a new integration, by its type: what it learns from the channel, and defaults. Source: the service's public
 * documentation, which names these fields; their values are made up, but for the defaults of `web`, which were seen on the wire.
 */
export function drawAnsweredFields(world: World, type: string): Readonly<Record<string, unknown>> {
  const { ids } = world;
  const address = (platform: string) => drawAddress(world, platform);
  const name = (kind: string) => `emulated_${kind}_${ids.hex(6)}`;
  switch (type) {
    case 'web':
      return {
        brandColor: '65758e',
        conversationColor: '0099ff',
        actionColor: '0099ff',
        displayStyle: 'button',
        fixedIntroPane: false,
        integrationOrder: null,
        originWhitelist: null,
      };
    case 'messenger':
      return { pageId: address(type), userId: address(type), username: name('page') };
    case 'instagram':
      return {
        pageId: address(type),
        userId: address(type),
        username: name('page'),
        businessId: address(type),
        businessUsername: name('business'),
      };
    case 'twilio':
      return { phoneNumber: address(type), name: name('number') };
    case 'messagebird':
    case 'wechat':
      return { webhookSecret: ids.base64url(24) };
    case 'telegram':
      return { username: `${name('telegram')}_bot` };
    case 'viber':
      return { uri: name('viber') };
    case 'line':
      return { botName: name('line'), lineId: `@${ids.hex(8)}` };
    case 'whatsapp':
      return {
        phoneNumber: address('twilio'),
        baseUrl: `https://${ids.hex(8)}.example.com`,
        username: name('whatsapp'),
      };
    case 'twitter':
      return { userId: address(type), username: name('twitter') };
    case 'apn':
      return { production: false, autoUpdateBadge: false };
    default:
      return {};
  }
}
