import { known, refusedAt } from './known.ts';
import { sampleBody } from './samples.ts';

test('source is missing in v1 bodies of 2016, which name a channel', () => {
  const body = sampleBody('conversation:start', {
    version: undefined,
    source: undefined,
    channel: 'telegram',
  });
  expect(known('conversation:start', body)).toMatchObject({ channel: 'telegram' });
  expect(refusedAt({ ...body, version: 'v1.1' })).toEqual(['source']);
});

test.each(['conversation:start', 'conversation:read'] as const)('%s may have no referral', (trigger) => {
  expect(known(trigger, sampleBody(trigger, { referral: undefined })).referral).toBeUndefined();
});

test.each(['v1', 'v1.1'])('conversation:referral has a referral in %s', (version) => {
  expect(refusedAt(sampleBody('conversation:referral', { version, referral: undefined }))).toEqual([
    'referral',
  ]);
});

test.each([undefined, {}, { adId: '1' }, { ad_id: '1' }, { source: 'NEW', type: 'NEW' }])(
  'a referral may have details %j',
  (details) => {
    const referral = { code: 'c', details };
    expect(
      known('conversation:referral', sampleBody('conversation:referral', { referral })).referral,
    ).toEqual(referral);
  },
);

test('a conversation event has a timestamp', () => {
  expect(refusedAt(sampleBody('conversation:read', { timestamp: undefined }))).toEqual(['timestamp']);
});

describe('typing:appUser', () => {
  const bare = { trigger: 'typing:appUser', version: 'v1.1', app: { _id: 'a' }, appUser: { _id: 'u' } };

  test('needs app, user and activity type alone', () => {
    const body = { ...bare, activity: { type: 'typing:start' } };
    expect(known('typing:appUser', body)).toEqual(body);
    expect(refusedAt({ ...bare, activity: {} })).toEqual(['activity.type']);
  });

  test('may have a source in the activity and any type', () => {
    const body = { ...bare, activity: { type: 'typing:pause', role: 'bot', source: { type: 'web' } } };
    expect(known('typing:appUser', body)).toEqual(body);
  });
});
