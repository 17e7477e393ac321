import { createAuthCode, startLink } from '../../../src/emulator/links/index.ts';
import { createUser } from '../../../src/emulator/users/index.ts';
import { OptionsError } from '../../../src/index.ts';
import { setUpPeople } from './support.ts';

const types = (happenings: readonly { readonly type: string }[]) => happenings.map(({ type }) => type);

describe('login', () => {
  it('adds the client of who is new, with client:add', () => {
    const { person, take } = setUpPeople();
    const imani = person({ channel: 'ios' });
    imani.login('customer-7');
    expect(types(take())).toEqual(['clientAdd']);
    expect(imani.user).toMatchObject({ userId: 'customer-7', clients: [{ platform: 'ios' }] });
    imani.login('customer-7');
    expect(take()).toEqual([]);
  });

  it('merges a nameless user into the one that logs in, without client:add', () => {
    const { app, known, take } = setUpPeople();
    const imani = known();
    const deviceId = imani.client?.deviceId;
    imani.login('customer-7');
    expect(types(take())).toEqual(['merge']);
    expect(app.users.size).toBe(1);
    expect(imani.user).toMatchObject({ userId: 'customer-7', clients: [{ deviceId, primary: true }] });
    expect(imani.messages().map(({ text }) => text)).toEqual(['hi']);
  });

  it('leaves one user for another, whose client is a new one', () => {
    const { app, person, take } = setUpPeople();
    const imani = person({ userId: 'customer-7' });
    imani.say('hi');
    take();
    imani.login('customer-8');
    expect(types(take())).toEqual(['clientAdd']);
    const [before, after] = [...app.users.values()];
    expect(before?.clients).toMatchObject([{ status: 'inactive', active: false, primary: false }]);
    expect(after?.clients).toMatchObject([{ status: 'active', deviceId: before?.clients[0]?.deviceId }]);
    expect(imani.user?.userId).toBe('customer-8');
    expect(imani.messages()).toEqual([]);
  });

  it('is for SDKs, and needs an id', () => {
    const { person } = setUpPeople();
    expect(() => person({ channel: 'line' }).login('x')).toThrow(OptionsError);
    expect(() => person({ channel: 'line' }).logout()).toThrow(OptionsError);
    expect(() => person().login('')).toThrow('userId must be');
  });
});

describe('logout', () => {
  it('makes the client inactive until the user is back', () => {
    const { known, post, take } = setUpPeople();
    const imani = known();
    imani.logout();
    expect(imani.client).toMatchObject({ status: 'inactive', active: false, primary: false });
    post(imani);
    expect(types(take())).toEqual(['message']);
    imani.say('back');
    expect(imani.client).toMatchObject({ status: 'active', primary: true });
  });
});

describe('a user with another client', () => {
  it('is reached there once they logged out', () => {
    const { known } = setUpPeople();
    const telegram = known({ channel: 'telegram', userId: 'customer-7' });
    const web = known({ userId: 'customer-7' });
    expect(telegram.client?.primary).toBe(false);
    web.logout();
    expect(telegram.client?.primary).toBe(true);
  });
});

describe('redeem', () => {
  it('takes an auth code to the conversation of its user', () => {
    const { world, app, known, person, take } = setUpPeople();
    const telegram = known({ channel: 'telegram' });
    const [user] = [...app.users.values()];
    const code = createAuthCode(world, app, user as never);
    const web = person();
    web.redeem(code);
    expect(types(take())).toEqual(['clientAdd']);
    expect(web.user?._id).toBe(telegram.user?._id);
    expect(web.messages().map(({ text }) => text)).toEqual(['hi']);
    expect(() => web.redeem(code)).toThrow(OptionsError);
    expect(() => telegram.redeem(code)).toThrow('An auth code is for web, ios and android');
  });

  it('takes a link code to the user that it was made for', () => {
    const { world, app, person, take } = setUpPeople();
    const user = createUser(world, app, { userId: 'customer-7' });
    app.integrations.push({ _id: 'tg', type: 'telegram', status: 'active' });
    app.linkCodes.set('lr_1', { userId: user._id, integrationId: 'tg' });
    const telegram = person({ channel: 'telegram' });
    telegram.redeem('lr_1');
    expect(types(take())).toContain('clientAdd');
    expect(telegram.user?.userId).toBe('customer-7');
    expect(() => telegram.redeem('lr_1')).toThrow(OptionsError);
  });
});

describe('a link that waits for the user', () => {
  function setUpLink(confirmation: object) {
    const people = setUpPeople();
    const { world, app, person, take } = people;
    app.integrations.push({ _id: 'sms', type: 'twilio', status: 'active' });
    const user = createUser(world, app, { userId: 'customer-7' });
    const body = { type: 'twilio', phoneNumber: '+15550001111', confirmation };
    startLink(world, app, user, { body, version: 'v1.1', warn: () => {} });
    take();
    return { ...people, phone: person({ channel: 'twilio', externalId: '+15550001111' }) };
  }

  it('shows its prompt on the phone, and is settled by the answer', () => {
    for (const [answer, last] of [
      ['accept', 'clientAdd'],
      ['deny', 'linkFailure'],
    ] as const) {
      const { phone, take } = setUpLink({ type: 'prompt' });
      expect(phone.client).toMatchObject({ status: 'pending' });
      expect(phone.messages()).toHaveLength(1);
      phone.answerPrompt(answer);
      expect(types(take()).at(-1)).toBe(last);
      expect(phone.client?.status).toBe(answer === 'accept' ? 'active' : undefined);
      expect(() => phone.answerPrompt('accept')).toThrow('No prompt waits for an answer.');
    }
  });

  it('is completed by a message', () => {
    const message = { role: 'appMaker', type: 'text', text: 'Shall we go on here?' };
    const { app, phone, take } = setUpLink({ type: 'userActivity', message });
    expect(phone.messages().map(({ text }) => text)).toEqual(['Shall we go on here?']);
    phone.say('Sure');
    expect(types(take())).toEqual(['message', 'linkSuccess', 'clientAdd']);
    expect(phone.client).toMatchObject({ status: 'active' });
    expect(app.users.size).toBe(1);
  });

  it('takes no other answer', () => {
    const { phone } = setUpLink({ type: 'prompt' });
    expect(() => phone.answerPrompt('yes' as never)).toThrow(OptionsError);
  });
});
