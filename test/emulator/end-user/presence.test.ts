import { OptionsError } from '../../../src/index.ts';
import { setUpPeople } from './support.ts';

describe('reading and typing', () => {
  it.each([
    ['web', true, true],
    ['ios', true, true],
    ['messenger', true, false],
    ['whatsapp', true, false],
    ['telegram', false, false],
    ['twilio', false, false],
  ])('on %s is told of: reading %p, typing %p', (channel, reads, types) => {
    const { known, take } = setUpPeople();
    const mei = known({ channel });
    expect(mei.read()).toBe(reads);
    expect(take()).toMatchObject(reads ? [{ type: 'conversationRead', source: { type: channel } }] : []);
    expect(mei.typing()).toBe(types);
    expect(mei.typing(false)).toBe(types);
    expect(take()).toMatchObject(
      types
        ? [
            { type: 'typing', activity: 'typing:start' },
            { type: 'typing', activity: 'typing:stop' },
          ]
        : [],
    );
  });

  it('resets what is unread', () => {
    const { app, known, post } = setUpPeople();
    const mei = known();
    post(mei);
    const [user] = app.users.values();
    expect(user?.conversation?.unreadCount).toBe(1);
    mei.read();
    expect(user?.conversation?.unreadCount).toBe(0);
  });

  it('needs somebody who is known', () => {
    const { person } = setUpPeople();
    for (const act of ['read', 'typing', 'block', 'unblock', 'goOffline', 'goOnline', 'logout'] as const)
      expect(() => person({ channel: act === 'block' ? 'line' : 'web' })[act]()).toThrow(
        'they must say something first',
      );
  });
});

describe('blocking', () => {
  it('fails what is sent, until the user is back', () => {
    const { known, post, take } = setUpPeople();
    const mei = known({ channel: 'telegram' });
    mei.block();
    expect(mei.client).toMatchObject({ status: 'blocked', blocked: true, active: false });
    expect(take()).toMatchObject([{ type: 'clientBlock', clients: [{ platform: 'telegram' }] }]);
    post(mei);
    expect(take()).toMatchObject([{ type: 'message' }, { stage: 'failure', error: { code: 'blocked' } }]);
    expect(mei.messages().map(({ text }) => text)).toEqual(['hi']);
    mei.unblock();
    expect(take()).toEqual([]);
    expect(mei.client).toMatchObject({ status: 'active', blocked: false, primary: true });
    post(mei);
    expect(mei.messages().map(({ text }) => text)).toEqual(['hi', 'Hello']);
  });

  it('is not for SDKs', () => {
    const { known } = setUpPeople();
    expect(() => known().block()).toThrow(OptionsError);
  });
});

describe('start and refer', () => {
  it.each(['web', 'ios', 'android', 'telegram', 'messenger', 'line', 'wechat', 'viber'])(
    'begins a conversation on %s without a message',
    (channel) => {
      const { person, take } = setUpPeople();
      const mei = person({ channel });
      mei.start();
      const happenings = take();
      expect(happenings).toMatchObject([{ type: 'conversationStart', source: { type: channel } }]);
      expect(happenings[0]).toHaveProperty('referral', undefined);
      expect(mei.user).toMatchObject({ clients: [{ platform: channel }] });
    },
  );

  it.each(['twilio', 'whatsapp', 'mailgun', 'pigeon'])('cannot begin on %s without a message', (channel) => {
    const { app, person } = setUpPeople();
    expect(() => person({ channel }).start()).toThrow('use say()');
    expect(app.users.size).toBe(0);
  });

  it('carries the referral of a link', () => {
    const { person, take } = setUpPeople();
    person({ channel: 'telegram' }).start('poster-7');
    expect(take()).toMatchObject([{ type: 'conversationStart', referral: { code: 'poster-7' } }]);
  });

  it('begins with the code for who is new, and tells of the code for who is known', () => {
    const { person, take } = setUpPeople();
    const mei = person({ channel: 'wechat' });
    mei.refer('qr-1');
    expect(take()).toMatchObject([{ type: 'conversationStart', referral: { code: 'qr-1' } }]);
    mei.refer('qr-2');
    expect(take()).toMatchObject([{ type: 'conversationReferral', referral: { code: 'qr-2' } }]);
  });

  it('has details on messenger alone', () => {
    const { known, take } = setUpPeople();
    const details = { source: 'ADS', type: 'OPEN_THREAD', adId: '7' } as const;
    known({ channel: 'messenger' }).refer('ad', details);
    expect(take()).toMatchObject([{ type: 'conversationReferral', referral: { code: 'ad', details } }]);
    expect(() => known({ channel: 'telegram' }).refer('ad', details)).toThrow('details are for messenger');
  });

  it('refuses a referral without a code or where there are none', () => {
    const { known } = setUpPeople();
    expect(() => known({ channel: 'wechat' }).refer('')).toThrow('code must be');
    expect(() => known({ channel: 'line' }).refer('x')).toThrow('There are no referrals on line.');
    expect(() => known({ channel: 'line' }).start('x')).toThrow('There are no referrals on line.');
  });
});

describe('being away', () => {
  it('keeps messages from the screen until the user is back', () => {
    const { known, post, take } = setUpPeople();
    for (const channel of ['web', 'whatsapp', 'telegram']) {
      const mei = known({ channel });
      mei.goOffline();
      post(mei);
      expect(mei.messages().map(({ text }) => text)).toEqual(['hi']);
      expect(take().at(-1)).toMatchObject({ type: 'messageDelivery', stage: 'channel' });
      mei.goOnline();
      expect(mei.messages().map(({ text }) => text)).toEqual(['hi', 'Hello']);
      expect(take()).toMatchObject(channel === 'telegram' ? [] : [{ stage: 'user', isFinalEvent: true }]);
    }
  });
});
