import { redeemAuthCode, redeemLinkCode } from '../../../src/emulator/links/index.ts';
import { addClient, createUser } from '../../../src/emulator/users/index.ts';
import { setUpLinks } from './support.ts';

interface Asked {
  readonly integrationId: string;
  readonly type: string;
  readonly code: string;
  readonly url: string;
  readonly qrCode?: string;
}

const path = '/appusers/customer-7/linkrequest';

async function askFor(all: ReturnType<typeof setUpLinks>, ...ids: readonly string[]) {
  const { status, body } = await all.call('GET', `${path}?integrationIds=${ids.join(',')}`);
  expect(status).toBe(200);
  return body['linkRequests'] as readonly Asked[];
}

describe('link requests', () => {
  it('have an address with a code for each integration, in the form of its channel', async () => {
    const all = setUpLinks();
    all.app.integrations = [
      { _id: 'i1', type: 'messenger', status: 'active', pageId: '1234' },
      { _id: 'i2', type: 'telegram', status: 'active', username: 'my_bot' },
      { _id: 'i3', type: 'viber', status: 'active', uri: 'my shop' },
      { _id: 'i4', type: 'whatsapp', status: 'active', phoneNumber: '+1 555-555-0100' },
    ];
    const asked = await askFor(all, 'i1', 'i2', 'i3', 'i4');
    const code = (index: number) => asked[index]?.code;
    expect(asked).toStrictEqual([
      {
        integrationId: 'i1',
        type: 'messenger',
        code: expect.stringMatching(/^lr_[\w-]{24}$/),
        url: `https://m.me/1234?ref=${code(0)}`,
      },
      {
        integrationId: 'i2',
        type: 'telegram',
        code: expect.stringMatching(/^lr_[\w-]{24}$/),
        url: `https://telegram.me/my_bot?start=${code(1)}`,
      },
      {
        integrationId: 'i3',
        type: 'viber',
        code: expect.stringMatching(/^lr_[\w-]{24}$/),
        url: `viber://pa?chatURI=my%20shop&context=${code(2)}`,
      },
      {
        integrationId: 'i4',
        type: 'whatsapp',
        code: expect.stringMatching(/^lr_[\w-]{24}$/),
        url: `https://wa.me/15555550100?text=${code(3)}`,
        qrCode: expect.stringMatching(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/),
      },
    ]);
    expect(new Set(asked.map((one) => one.code)).size).toBe(4);
    const [, picture = ''] = asked[3]?.qrCode?.split(',') ?? [];
    expect(Buffer.from(picture, 'base64').toString()).toContain(code(3));
  });

  it.each([
    ['no ids', path, 'bad_request'],
    ['empty ids', `${path}?integrationIds=,%20`, 'bad_request'],
    ['a channel without link requests', `${path}?integrationIds=telegram,twilio`, 'bad_request'],
    ['an unknown integration', `${path}?integrationIds=telegram,nothing`, 'integration_not_found'],
    ['an unknown user', '/appusers/nobody/linkrequest?integrationIds=telegram', 'user_not_found'],
  ])('are refused for %s, and no code is made', async (_, url, code) => {
    const { app, call } = setUpLinks('telegram', 'twilio');
    await expect(call('GET', url)).rejects.toMatchObject({ code });
    expect(app.linkCodes.size).toBe(0);
  });

  it('give the client that comes with the code to the user: client:add', async () => {
    const all = setUpLinks('telegram');
    const [asked] = await askFor(all, 'telegram');
    const fields = { platform: 'telegram', integrationId: 'telegram', externalId: '1', displayName: 'Mei' };
    const { user, client } = redeemLinkCode(all.world, all.app, asked?.code ?? '', fields);
    expect(user).toBe(all.user);
    expect(client).toMatchObject({ ...fields, status: 'active', primary: true });
    expect(all.world.happenings).toEqual([{ type: 'clientAdd', user, clients: [client] }]);
  });

  it('are good for one use', async () => {
    const all = setUpLinks('telegram');
    const [asked] = await askFor(all, 'telegram');
    const redeem = (externalId: string) =>
      redeemLinkCode(all.world, all.app, asked?.code ?? '', {
        platform: 'telegram',
        integrationId: 'telegram',
        externalId,
      });
    redeem('1');
    expect(() => redeem('2')).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(all.user.clients).toHaveLength(1);
  });

  it('are good for their own integration alone, and stay good then', async () => {
    const all = setUpLinks('telegram');
    const [asked] = await askFor(all, 'telegram');
    const redeem = (integrationId: string) =>
      redeemLinkCode(all.world, all.app, asked?.code ?? '', {
        platform: 'telegram',
        integrationId,
        externalId: '1',
      });
    expect(() => redeem('other')).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(redeem('telegram').user).toBe(all.user);
  });

  it('move a client that is another user’s: client:remove, client:add', async () => {
    const all = setUpLinks('telegram');
    const other = createUser(all.world, all.app, {});
    const fields = { platform: 'telegram', integrationId: 'telegram', externalId: '1' };
    addClient(all.world, all.app, other, fields);
    const [asked] = await askFor(all, 'telegram');
    redeemLinkCode(all.world, all.app, asked?.code ?? '', fields);
    expect(all.world.happenings).toMatchObject([
      { type: 'clientRemove', user: { _id: other._id } },
      { type: 'clientAdd', user: { _id: all.user._id } },
    ]);
    expect([other.clients.length, all.user.clients.length]).toEqual([0, 1]);
  });

  it('bring nothing new to a user that has the client already', async () => {
    const all = setUpLinks('telegram');
    const fields = { platform: 'telegram', integrationId: 'telegram', externalId: '1' };
    const own = addClient(all.world, all.app, all.user, fields);
    addClient(all.world, all.app, all.user, { platform: 'web' });
    const [asked] = await askFor(all, 'telegram');
    expect(redeemLinkCode(all.world, all.app, asked?.code ?? '', fields).client).toBe(own);
    expect(own.primary).toBe(true);
    expect(all.world.happenings).toEqual([]);
  });

  it('do not take clients without an address for one another', async () => {
    const all = setUpLinks('telegram');
    const other = createUser(all.world, all.app, {});
    const fields = { platform: 'telegram', integrationId: 'telegram' };
    addClient(all.world, all.app, other, fields);
    const [asked] = await askFor(all, 'telegram');
    redeemLinkCode(all.world, all.app, asked?.code ?? '', fields);
    expect(all.world.happenings.map(({ type }) => type)).toEqual(['clientAdd']);
    expect(other.clients).toHaveLength(1);
  });
});

describe('auth codes', () => {
  it('carry the user to an SDK client, once: client:add', async () => {
    const { world, app, user, call } = setUpLinks('web');
    const { status, body } = await call('GET', '/appusers/customer-7/authcode');
    expect(status).toBe(200);
    expect(body).toStrictEqual({ authCode: expect.stringMatching(/^ac_[\w-]{24}$/) });
    const redeem = (deviceId: string) =>
      redeemAuthCode(world, app, String(body['authCode']), {
        platform: 'web',
        integrationId: 'web',
        deviceId,
      });
    const redeemed = redeem('d1');
    expect(redeemed.user).toBe(user);
    expect(world.happenings).toEqual([{ type: 'clientAdd', user, clients: [redeemed.client] }]);
    expect(() => redeem('d2')).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('move the device of another user', async () => {
    const { world, app, user, call } = setUpLinks('web');
    const other = createUser(world, app, {});
    const fields = { platform: 'web', integrationId: 'web', deviceId: 'd1' };
    addClient(world, app, other, fields);
    const { body } = await call('GET', '/appusers/customer-7/authcode');
    redeemAuthCode(world, app, String(body['authCode']), fields);
    expect(world.happenings.map(({ type }) => type)).toEqual(['clientRemove', 'clientAdd']);
    expect([other.clients.length, user.clients.length]).toEqual([0, 1]);
  });

  it('move the device of the user who is logged in, not of one who was', async () => {
    const { world, app, call } = setUpLinks('web');
    const fields = { platform: 'web', integrationId: 'web', deviceId: 'd1' };
    const [former, current] = [createUser(world, app, {}), createUser(world, app, {})];
    Object.assign(addClient(world, app, former, fields), { status: 'inactive', active: false });
    addClient(world, app, current, fields);
    const { body } = await call('GET', '/appusers/customer-7/authcode');
    redeemAuthCode(world, app, String(body['authCode']), fields);
    expect([former.clients.length, current.clients.length]).toEqual([1, 0]);
  });

  it('bring a device back that was logged out', async () => {
    const { world, app, user, call } = setUpLinks('web');
    const fields = { platform: 'web', integrationId: 'web', deviceId: 'd1' };
    const own = addClient(world, app, user, fields);
    Object.assign(own, { status: 'inactive', active: false });
    const { body } = await call('GET', '/appusers/customer-7/authcode');
    expect(redeemAuthCode(world, app, String(body['authCode']), fields).client).toBe(own);
    expect(user.clients).toEqual([own]);
    expect(own).toMatchObject({ status: 'active', active: true });
  });

  it('leave the client of another platform where it is', async () => {
    const { world, app, call } = setUpLinks();
    const other = createUser(world, app, {});
    addClient(world, app, other, { platform: 'android', deviceId: 'd1' });
    const { body } = await call('GET', '/appusers/customer-7/authcode');
    redeemAuthCode(world, app, String(body['authCode']), { platform: 'ios', deviceId: 'd1' });
    expect(other.clients).toHaveLength(1);
  });

  it('are new for each call', async () => {
    const { call } = setUpLinks();
    const codes = [1, 2].map(
      async () => (await call('GET', '/appusers/customer-7/authcode')).body['authCode'],
    );
    expect(new Set(await Promise.all(codes)).size).toBe(2);
  });
});

describe('unlinking a channel', () => {
  it('removes all its clients with client:remove, which follows', async () => {
    const { world, app, user, call, takeHappenings } = setUpLinks();
    const kept = addClient(world, app, user, { platform: 'telegram', externalId: '1' });
    const gone = ['+1', '+2'].map((externalId) =>
      addClient(world, app, user, { platform: 'twilio', externalId }),
    );
    const answer = await call('DELETE', '/appusers/customer-7/channels/twilio');
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(user.clients).toHaveLength(3);
    world.settle();
    expect(world.happenings).toEqual([{ type: 'clientRemove', user, clients: gone }]);
    expect(user.clients).toEqual([kept]);
    expect(kept.primary).toBe(true);
    takeHappenings();
  });

  it('tells of it once when it is asked for twice', async () => {
    const { world, app, user, call, takeHappenings } = setUpLinks();
    addClient(world, app, user, { platform: 'twilio', externalId: '+1' });
    await call('DELETE', '/appusers/customer-7/channels/twilio');
    await call('DELETE', '/appusers/customer-7/channels/twilio');
    expect(takeHappenings()).toEqual(['clientRemove']);
    await expect(call('DELETE', '/appusers/customer-7/channels/twilio')).rejects.toMatchObject({
      code: 'client_not_found',
    });
  });

  it('answers client_not_found for a channel that the user does not have', async () => {
    const { world, app, user, call, takeHappenings } = setUpLinks();
    addClient(world, app, user, { platform: 'telegram', externalId: '1' });
    await expect(call('DELETE', '/appusers/customer-7/channels/twilio')).rejects.toMatchObject({
      code: 'client_not_found',
      status: 404,
    });
    expect(takeHappenings()).toEqual([]);
  });

  it('gives up a link that waits, without an event', async () => {
    const { user, link, call, takeHappenings } = setUpLinks('twilio');
    await link({ type: 'twilio', phoneNumber: '+12125552368', confirmation: { type: 'immediate' } });
    await call('DELETE', '/appusers/customer-7/channels/twilio');
    expect(takeHappenings()).toEqual([]);
    expect([user.clients, user.pendingClients, user.links.size]).toEqual([[], [], 0]);
  });
});
