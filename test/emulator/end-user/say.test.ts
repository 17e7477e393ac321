import { createEndUser } from '../../../src/emulator/end-user/index.ts';
import { createUser } from '../../../src/emulator/users/index.ts';
import { OptionsError } from '../../../src/index.ts';
import { setUpPeople } from './support.ts';

describe('the first message of an end user', () => {
  it('makes the user, the client, the integration and the conversation, and tells of the message alone', () => {
    const { app, person, take } = setUpPeople();
    const mei = person({ channel: 'telegram', givenName: 'Mei', surname: 'Tanaka' });
    expect([mei.user, mei.client, app.users.size]).toEqual([undefined, undefined, 0]);

    const message = mei.say('hi');

    expect(message).toMatchObject({ type: 'text', text: 'hi', role: 'appUser', name: 'Mei Tanaka' });
    expect(app.integrations).toMatchObject([{ type: 'telegram', status: 'active' }]);
    expect(mei.user).toMatchObject({ givenName: 'Mei', surname: 'Tanaka', conversationStarted: true });
    expect(mei.client).toMatchObject({
      platform: 'telegram',
      integrationId: app.integrations[0]?._id,
      externalId: mei.externalId,
      displayName: 'Mei Tanaka',
      primary: true,
      status: 'active',
    });
    const happenings = take();
    expect(happenings.map(({ type }) => type)).toEqual(['message']);
    expect(happenings[0]).toMatchObject({ message, client: { _id: mei.client?._id } });
  });

  it.each([
    ['web', /^[0-9a-f]{32}$/],
    ['ios', /^[0-9A-F-]{36}$/],
  ])('comes from a device on %s, whose id is that of the source', (channel, form) => {
    const { person } = setUpPeople();
    const imani = person({ channel });
    const { source } = imani.say('hi');
    expect(imani.externalId).toBeUndefined();
    expect(imani.client?.deviceId).toMatch(form);
    expect(source).toMatchObject({ type: channel, id: imani.client?.deviceId });
  });

  it('shows a phone number as the name of who has no other', () => {
    const { person } = setUpPeople();
    const someone = person({ channel: 'whatsapp', externalId: '15550001111' });
    someone.say('hi');
    expect(someone.client).toMatchObject({
      displayName: '+15550001111',
      info: { phoneNumber: '+15550001111' },
    });
  });

  it('comes through the integration that is told', () => {
    const { app, person } = setUpPeople();
    app.integrations.push({ _id: 'zero', type: 'line', status: 'inactive' });
    for (const _id of ['one', 'two']) app.integrations.push({ _id, type: 'line', status: 'active' });
    const [first, second] = [person({ channel: 'line' }), person({ channel: 'line', integrationId: 'two' })];
    expect(first.say('hi').source?.integrationId).toBe('one');
    expect(second.say('hi').source?.integrationId).toBe('two');
  });
});

describe('end users', () => {
  it('are two people on one channel', () => {
    const { app, known } = setUpPeople();
    const [one, other] = [known(), known()];
    one.say('again');
    expect(app.users.size).toBe(2);
    expect(one.user?._id).not.toBe(other.user?._id);
    expect(one.messages().map(({ text }) => text)).toEqual(['hi', 'again']);
  });

  it('are one person with the same address', () => {
    const { app, known } = setUpPeople();
    const one = known({ channel: 'twilio', externalId: '+15550001111' });
    const same = known({ channel: 'twilio', externalId: '+1 555 000 1111' });
    expect(app.users.size).toBe(1);
    expect(same.client?._id).toBe(one.client?._id);
  });

  it('are one user with two clients under the same userId, with client:add for the second', () => {
    const { app, person, take } = setUpPeople();
    const web = person({ userId: 'customer-7' });
    web.say('hi');
    expect(take().map(({ type }) => type)).toEqual(['clientAdd', 'message']);
    const telegram = person({ channel: 'telegram', userId: 'customer-7' });
    telegram.say('hi');
    expect(take().map(({ type }) => type)).toEqual(['clientAdd', 'message']);
    expect(app.users.size).toBe(1);
    expect(telegram.user?._id).toBe(web.user?._id);
    expect(web.user?.clients).toHaveLength(2);
  });

  it('are the pre-created user of that userId', () => {
    const { world, app, known } = setUpPeople();
    const { _id } = createUser(world, app, { userId: 'customer-7', email: 'a@example.com' });
    expect(known({ channel: 'line', userId: 'customer-7' }).user).toMatchObject({
      _id,
      email: 'a@example.com',
    });
  });

  it('on a third-party channel are made without client:add, when the userId is new', () => {
    const { person, take } = setUpPeople();
    person({ channel: 'line', userId: 'customer-7' }).say('hi');
    expect(take().map(({ type }) => type)).toEqual(['message']);
  });

  it('begin anew after the user was deleted', () => {
    const { app, known } = setUpPeople();
    const mei = known({ channel: 'line' });
    const first = mei.user?._id;
    app.users.clear();
    expect([mei.user, mei.messages()]).toEqual([undefined, []]);
    mei.say('hi');
    expect(mei.user?._id).not.toBe(first);
    expect(mei.client?.externalId).toBe(mei.externalId);
  });

  it('live on when the state is another', () => {
    const { world, app, person } = setUpPeople();
    const mei = person({ channel: 'line' });
    const empty = structuredClone(app);
    mei.say('hi');
    world.state.apps.set(app._id, empty);
    expect(mei.messages()).toEqual([]);
    mei.say('hello');
    expect([empty.users.size, empty.integrations.length]).toEqual([1, 1]);
    expect(mei.messages().map(({ text }) => text)).toEqual(['hello']);
  });
});

describe('saying more than text', () => {
  it.each([
    [{ type: 'image', mediaUrl: 'https://example.com/a.png' }, { mediaType: 'image/png' }],
    [{ type: 'file', mediaUrl: 'https://example.com/a.pdf' }, { mediaType: 'application/pdf' }],
    [{ type: 'location', coordinates: { lat: 1, long: 2 } }, { coordinates: { lat: 1, long: 2 } }],
    [{ type: 'text', text: 'Yes', payload: 'YES' }, { payload: 'YES' }],
  ] as const)('sends %j', (content, expected) => {
    const { person, take } = setUpPeople();
    const message = person({ channel: 'telegram' }).say(content);
    expect(message).toMatchObject({ ...content, ...expected });
    expect(take()).toMatchObject([{ type: 'message', message }]);
  });

  it.each([
    [{ type: 'carousel', items: [] }],
    [{ type: 'image' }],
    [{ type: 'image', mediaUrl: 'https://example.com/a.pdf' }],
    [''],
    [undefined],
    [null],
    [7],
  ])('throws an OptionsError for %j', (content) => {
    const { app, person } = setUpPeople();
    expect(() => person().say(content as never)).toThrow(OptionsError);
    expect(app.users.size).toBe(0);
  });
});

describe('the options of an end user', () => {
  it.each([
    [{ chanel: 'web' }, "user has no option 'chanel'"],
    [{ channel: '' }, 'channel must be'],
    [{ channel: 'fcm' }, 'push notices'],
    [{ userId: 7 }, 'userId must be'],
    [{ channel: 'ios', externalId: 'x' }, 'externalId is not for ios'],
    [{ channel: 'line', integrationId: 'x' }, 'an integration of line: there is none'],
  ])('%j throw an OptionsError', (options, text) => {
    const { world, app } = setUpPeople();
    expect(() => createEndUser(world, app, options as never)).toThrow(OptionsError);
    expect(() => createEndUser(world, app, options as never)).toThrow(text);
  });

  it('may name a channel that nobody knows', () => {
    const { person } = setUpPeople();
    expect(person({ channel: 'pigeon' }).say('coo').source).toMatchObject({ type: 'pigeon' });
  });
});
