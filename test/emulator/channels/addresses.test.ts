import { drawAddress, isSameAddress, sourceIdOf } from '../../../src/emulator/channels/index.ts';
import type { ClientRecord } from '../../../src/emulator/world/index.ts';
import { createTestWorld } from '../support/test-world.ts';

const client = (fields: Partial<ClientRecord>) => ({ _id: 'c', id: 'old', ...fields }) as ClientRecord;

describe('drawAddress', () => {
  it.each([
    ['messenger', /^[1-9]{16}$/],
    ['telegram', /^[1-9]{16}$/],
    ['line', /^[1-9]{19}$/],
    ['wechat', /^[1-9]{19}$/],
    ['twilio', /^\+1555[1-9]{7}$/],
    ['whatsapp', /^1555[1-9]{7}$/],
    ['viber', /^[A-Za-z0-9+/]{22}==$/],
    ['mailgun', /^[0-9a-f]{8}@example\.com$/],
    ['something', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ])('gives %s an address in its form, another one each time', (platform, form) => {
    const world = createTestWorld();
    const address = drawAddress(world, platform);
    expect(address).toMatch(form);
    expect(drawAddress(world, platform)).not.toBe(address);
  });

  it('throws where users have no addresses', () => {
    expect(() => drawAddress(createTestWorld(), 'web')).toThrow(RangeError);
  });
});

describe('sourceIdOf', () => {
  it('is the device on web and ios', () => {
    expect(sourceIdOf(client({ platform: 'web', deviceId: 'd' }))).toBe('d');
    expect(sourceIdOf(client({ platform: 'ios' }))).toBe('old');
  });

  it('is the address on viber, wechat and line', () => {
    for (const platform of ['viber', 'wechat', 'line'])
      expect(sourceIdOf(client({ platform, externalId: 'x' }))).toBe('x');
  });

  it('is missing on android and on other channels', () => {
    for (const platform of ['android', 'messenger', 'telegram', 'twilio'])
      expect(sourceIdOf(client({ platform, externalId: 'x', deviceId: 'd' }))).toBeUndefined();
  });
});

describe('isSameAddress', () => {
  it('reads over plus, spaces and dashes in phone numbers alone', () => {
    expect(isSameAddress('whatsapp', '15550001111', '+1 555-000-1111')).toBe(true);
    expect(isSameAddress('whatsapp', '+1 555-000-1111', '15550001111')).toBe(true);
    expect(isSameAddress('twilio', '+15550001111', '+15550001112')).toBe(false);
    expect(isSameAddress('viber', 'a+b', 'ab')).toBe(false);
    expect(isSameAddress('viber', 'a+b', 'a+b')).toBe(true);
  });
});
