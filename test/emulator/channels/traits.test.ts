import { channelTable } from '../../../src/emulator/channels/channel-table.ts';
import { type ChannelTraits, channelOf } from '../../../src/emulator/channels/index.ts';

/** Source: the service's public documentation. */
const integrationTypes =
  'android api apn fcm ios line mailgun messagebird messenger telegram twilio twitter viber web wechat whatsapp apple instagram';

function sortNames(names: readonly string[]): readonly string[] {
  return names.toSorted((a, b) => a.localeCompare(b));
}

function namesWith(has: (traits: ChannelTraits) => boolean): readonly string[] {
  return sortNames(Object.keys(channelTable).filter((name) => has(channelOf(name))));
}

describe('the table of channels', () => {
  it('has every type of integration, and no other', () => {
    expect(sortNames(Object.keys(channelTable))).toEqual(sortNames(integrationTypes.split(' ')));
  });

  it('says which are SDKs and which carry push notices alone', () => {
    expect(namesWith(({ kind }) => kind === 'sdk')).toEqual(['android', 'ios', 'web']);
    expect(namesWith(({ kind }) => kind === 'push')).toEqual(['apn', 'fcm']);
  });

  it('links the channels that Part A names, in the ways that it names', () => {
    const links = Object.fromEntries(
      namesWith(({ confirmations }) => confirmations.length > 0).map((name) => [
        name,
        channelOf(name).confirmations,
      ]),
    );
    expect(links).toEqual({
      mailgun: ['immediate'],
      messagebird: ['immediate', 'userActivity', 'prompt'],
      messenger: ['immediate'],
      twilio: ['immediate', 'userActivity', 'prompt'],
      whatsapp: ['immediate', 'userActivity'],
    });
  });

  it('makes link requests for the four channels of Part A', () => {
    expect(namesWith(({ linkRequests }) => linkRequests)).toEqual([
      'messenger',
      'telegram',
      'viber',
      'whatsapp',
    ]);
  });

  it('has menus on the two channels of Part B', () => {
    expect(namesWith(({ menus }) => menus)).toEqual(['messenger', 'wechat']);
  });

  it('starts a conversation where Part A has a way to', () => {
    expect(namesWith(({ starts }) => starts)).toEqual([
      'android',
      'ios',
      'line',
      'messenger',
      'telegram',
      'viber',
      'web',
      'wechat',
    ]);
  });

  it('has referrals on the four channels of Part A, and where one was seen', () => {
    expect(namesWith(({ referrals }) => referrals)).toEqual([
      'instagram',
      'messenger',
      'telegram',
      'viber',
      'wechat',
    ]);
  });

  it('shows forms on SDKs alone', () => {
    expect(namesWith(({ shows }) => shows.includes('form'))).toEqual(['android', 'ios', 'web']);
  });

  it.each(['slack', 'constructor', '__proto__', ''])('takes texts alone on a channel called %p', (name) => {
    expect(channelOf(name)).toMatchObject({
      kind: 'thirdParty',
      shows: [],
      buttons: [],
      reportsDelivery: false,
      reportsReads: false,
      payments: false,
    });
  });
});
