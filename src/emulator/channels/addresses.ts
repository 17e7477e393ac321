import type { ClientRecord, World } from '../world/index.ts';
import { channelOf } from './traits.ts';

/** An address such as users of the channel have. Channels without addresses, such as web, throw a `RangeError`. */
export function drawAddress(world: World, platform: string): string {
  const { ids, random } = world;
  const digits = (length: number) => Array.from({ length }, () => Math.floor(random.between(1, 10))).join('');
  const form = channelOf(platform).address;
  switch (form) {
    case 'digits':
      return digits(16);
    case 'longDigits':
      return digits(19);
    case 'phone':
      // An area code that nobody has.
      return `+1555${digits(7)}`;
    case 'plainPhone':
      return `1555${digits(7)}`;
    case 'base64':
      return `${ids.base64url(22).replaceAll('-', '+').replaceAll('_', '/')}==`;
    case 'email':
      return `${ids.hex(8)}@example.com`;
    case 'uuid':
      return ids.uuid();
    case undefined:
      throw new RangeError(`The users of ${platform} have no addresses.`);
  }
}

/** What stands in `source.id` when the user of that client acts; on most channels nothing. Source: seen on the wire. */
export function sourceIdOf(client: ClientRecord): string | undefined {
  const { sourceId } = channelOf(client.platform);
  if (sourceId === undefined) return undefined;
  return sourceId === 'device' ? (client.deviceId ?? client.id) : client.externalId;
}

/** Whether two addresses of that channel are one: phone numbers with and without `+`, spaces and dashes are. */
export function isSameAddress(platform: string, one: string, other: string): boolean {
  const form = channelOf(platform).address;
  if (form !== 'phone' && form !== 'plainPhone') return one === other;
  return one.replace(/[+\s()-]/g, '') === other.replace(/[+\s()-]/g, '');
}
