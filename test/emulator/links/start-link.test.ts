import { startLink } from '../../../src/emulator/links/index.ts';
import { hello, setUpLinks } from './support.ts';

const phoneNumber = '+12125552368';

describe('asking to link a channel', () => {
  it('answers the user with the pending client', async () => {
    const { link } = setUpLinks('twilio');
    const { status, body } = await link({
      type: 'twilio',
      phoneNumber: '+1 212-555-2368',
      confirmation: { type: 'prompt' },
    });
    expect(status).toBe(200);
    expect(body['appUser']).toMatchObject({ userId: 'customer-7', clients: [] });
    expect((body['appUser'] as { pendingClients: unknown }).pendingClients).toStrictEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        platform: 'twilio',
        status: 'pending',
        active: false,
        blocked: false,
        primary: false,
        integrationId: 'twilio',
        externalId: phoneNumber,
      },
    ]);
  });

  const confirmations: readonly (readonly [string, ...string[]])[] = [
    ['twilio', 'immediate', 'userActivity', 'prompt'],
    ['messagebird', 'immediate', 'userActivity', 'prompt'],
    ['whatsapp', 'immediate', 'userActivity'],
    ['messenger', 'immediate'],
    ['mailgun', 'immediate'],
  ];
  const pairs = confirmations.flatMap(([type, ...allowed]) =>
    ['immediate', 'userActivity', 'prompt'].map(
      (confirmation) => [type, confirmation, allowed.includes(confirmation)] as const,
    ),
  );

  it.each(pairs)('on %s with %s is allowed: %s', async (type, confirmation, allowed) => {
    const { user, link } = setUpLinks(type);
    const message = confirmation === 'userActivity' ? { message: hello } : {};
    const asked = link({
      type,
      phoneNumber,
      address: 'a@example.com',
      confirmation: { type: confirmation, ...message },
    });
    if (allowed) await asked;
    else
      await expect(asked).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('confirmation.type:'),
      });
    expect(user.pendingClients).toHaveLength(allowed ? 1 : 0);
  });

  it.each(['telegram', 'viber', 'line', 'web', 'apn', 'toString'])('is refused on %s', async (type) => {
    const { link } = setUpLinks(type);
    await expect(link({ type, phoneNumber, confirmation: { type: 'immediate' } })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('type:'),
    });
  });

  it.each([
    ['+12125552368', '+12125552368'],
    ['+1 212 555 2368', '+12125552368'],
    ['+1-212-555-2368', '+12125552368'],
    ['+1 (212) 555.2368', '+12125552368'],
    ['+1234567', '+1234567'],
    ['+123456789012345', '+123456789012345'],
  ])('takes the phone number %s as %s', async (given, read) => {
    const { user, link, pending } = setUpLinks('twilio');
    await link({ type: 'twilio', phoneNumber: given, confirmation: { type: 'immediate' } });
    expect(pending().externalId).toBe(read);
    expect(user.links.get(pending()._id)?.criteria).toEqual({ phoneNumber: read });
  });

  it.each([
    [undefined],
    [''],
    ['12125552368'],
    ['+'],
    ['+02125552368'],
    ['+123456'],
    ['+1234567890123456'],
    ['+1212555236x'],
    [12_125_552_368],
  ])('refuses the phone number %j', async (given) => {
    const { user, link } = setUpLinks('twilio');
    await expect(
      link({ type: 'twilio', phoneNumber: given, confirmation: { type: 'immediate' } }),
    ).rejects.toMatchObject({ code: 'bad_request', message: expect.stringContaining('phoneNumber:') });
    expect(user.pendingClients).toEqual([]);
  });

  it('gives clients of the business messaging channel an address without the plus', async () => {
    const { link, pending } = setUpLinks('whatsapp');
    await link({ type: 'whatsapp', phoneNumber, confirmation: { type: 'immediate' } });
    expect(pending().externalId).toBe('12125552368');
  });

  it('goes by an e-mail address for e-mail', async () => {
    const { user, link, pending } = setUpLinks('mailgun');
    const confirmation = { type: 'immediate' };
    for (const address of [undefined, 'nobody', 'a b@example.com'])
      await expect(link({ type: 'mailgun', address, confirmation })).rejects.toMatchObject({
        code: 'bad_request',
      });
    await link({ type: 'mailgun', address: 'a@example.com', subject: 'Hi', confirmation });
    expect(user.links.get(pending()._id)?.criteria).toEqual({ address: 'a@example.com' });
  });

  it('goes by names as well on the social messaging channel, and finds the same person again', async () => {
    const { user, link, pending, takeHappenings } = setUpLinks('messenger');
    const body = { type: 'messenger', phoneNumber, givenName: 'Imani', confirmation: { type: 'immediate' } };
    await link(body);
    expect(user.links.get(pending()._id)?.criteria).toEqual({ phoneNumber, givenName: 'Imani' });
    expect(pending().externalId).toMatch(/^\d{16}$/);
    takeHappenings();
    await link({ ...body, surname: 'Okafor' });
    expect(takeHappenings()).toEqual(['linkSuccess']);
    expect(user.clients).toHaveLength(1);
  });

  it.each([
    ['no type', { phoneNumber, confirmation: { type: 'immediate' } }, 'type:'],
    ['no confirmation', { type: 'twilio', phoneNumber }, 'confirmation:'],
    ['a confirmation without type', { type: 'twilio', phoneNumber, confirmation: {} }, 'confirmation.type:'],
    [
      'an unknown confirmation',
      { type: 'twilio', phoneNumber, confirmation: { type: 'later' } },
      'confirmation.type:',
    ],
    [
      'userActivity without a message',
      { type: 'twilio', phoneNumber, confirmation: { type: 'userActivity' } },
      'confirmation.message:',
    ],
    [
      'a message that could not be posted',
      { type: 'twilio', phoneNumber, confirmation: { type: 'immediate', message: { role: 'appMaker' } } },
      '',
    ],
    [
      'a message of the user',
      {
        type: 'twilio',
        phoneNumber,
        confirmation: { type: 'immediate', message: { ...hello, role: 'appUser' } },
      },
      'confirmation.message.role:',
    ],
    [
      'a primary that is no flag',
      { type: 'twilio', phoneNumber, primary: 'yes', confirmation: { type: 'immediate' } },
      'primary:',
    ],
    [
      'an integration of another type',
      { type: 'twilio', phoneNumber, integrationId: 'whatsapp', confirmation: { type: 'immediate' } },
      'integrationId:',
    ],
  ])('is refused with %s, and changes nothing', async (_, body, text) => {
    const { world, user, link, takeHappenings } = setUpLinks('twilio', 'whatsapp');
    await expect(link(body)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(text),
    });
    expect(takeHappenings()).toEqual([]);
    expect(user.pendingClients).toEqual([]);
    expect(user.conversation).toBeUndefined();
    expect(world.app.users.size).toBe(1);
  });

  it('answers integration_not_found when the app has none of that type, or of that id', async () => {
    const { link } = setUpLinks('whatsapp');
    const body = { type: 'twilio', phoneNumber, confirmation: { type: 'immediate' } };
    await expect(link(body)).rejects.toMatchObject({ code: 'integration_not_found' });
    await expect(link({ ...body, integrationId: 'nothing' })).rejects.toMatchObject({
      code: 'integration_not_found',
    });
  });

  it('needs the integration named when several match', async () => {
    const { app, link, pending } = setUpLinks('twilio');
    app.integrations.push({ _id: 'second', type: 'twilio', status: 'active' });
    const body = { type: 'twilio', phoneNumber, confirmation: { type: 'immediate' } };
    await expect(link(body)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('integrationId:'),
    });
    await link({ ...body, integrationId: 'second' });
    expect(pending().integrationId).toBe('second');
  });

  it('answers user_not_found for an unknown user', async () => {
    const { call } = setUpLinks('twilio');
    const body = { type: 'twilio', phoneNumber, confirmation: { type: 'immediate' } };
    await expect(call('POST', '/appusers/nobody/channels', body)).rejects.toMatchObject({
      code: 'user_not_found',
    });
  });

  it('may leave the confirmation out in v1: a prompt where there are prompts, else immediate', async () => {
    const { user, link } = setUpLinks('twilio', 'whatsapp');
    await link({ type: 'twilio', phoneNumber }, 'v1');
    await link({ type: 'whatsapp', phoneNumber }, 'v1');
    expect([...user.links.values()].map(({ confirmation }) => confirmation)).toEqual(['prompt', 'immediate']);
  });

  it('warns of a message that a prompt does not take', async () => {
    const { user, link } = setUpLinks('twilio');
    const { warnings } = await link({
      type: 'twilio',
      phoneNumber,
      confirmation: { type: 'prompt', message: hello },
    });
    expect(warnings).toEqual([expect.stringContaining('prompt')]);
    expect(user.conversation?.messages.map(({ text }) => text)).not.toContain('Hello');
  });

  it('warns on the channels that only older versions of the service link, and on no other', async () => {
    const types = ['twilio', 'messagebird', 'whatsapp', 'messenger', 'mailgun'];
    const { link } = setUpLinks(...types);
    const warned: string[] = [];
    for (const type of types) {
      const confirmation = { type: 'immediate' };
      const { warnings } = await link({ type, phoneNumber, address: 'a@example.com', confirmation });
      if (warnings.length > 0) warned.push(type);
    }
    expect(warned).toEqual(['messenger', 'mailgun']);
  });

  it('gives a link up for a new one to the same address, and for no other', async () => {
    const { user, link, takeHappenings } = setUpLinks('twilio');
    const ask = (number: string) =>
      link({ type: 'twilio', phoneNumber: number, confirmation: { type: 'prompt' } });
    await ask(phoneNumber);
    const [first] = user.pendingClients;
    await ask('+12125552369');
    await ask(phoneNumber);
    expect(user.pendingClients.map(({ externalId }) => externalId)).toEqual(['+12125552369', phoneNumber]);
    expect(user.pendingClients).not.toContain(first);
    expect(user.links.size).toBe(2);
    expect(takeHappenings()).not.toContain('linkFailure');
  });
});

it('gives the pending client to those who start a link without a call', () => {
  const { world, app, user } = setUpLinks('twilio');
  const client = startLink(world, app, user, {
    body: { type: 'twilio', phoneNumber, confirmation: { type: 'immediate' } },
    version: 'v1.1',
    warn: () => {},
  });
  expect(user.pendingClients).toEqual([client]);
});
