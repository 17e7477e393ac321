import { basicAuth, createClient } from '../../../src/client/index.ts';
import { closeAll } from '../support/listen.ts';
import { startControl, type TestControl } from './support.ts';

afterEach(closeAll);

async function addPhone({ call }: TestControl, fields: object = {}) {
  const { status, body } = await call('POST', 'phones', fields);
  expect(status).toBe(200);
  return body as { readonly id: string; readonly channel: string; readonly externalId?: string };
}

function clientOf({ emulator, url }: TestControl) {
  return createClient({ auth: basicAuth(emulator.credentials), baseUrl: url });
}

describe('the phones of the control', () => {
  it('make a person whom the app knows from the first message on', async () => {
    const control = await startControl();
    const { id } = await addPhone(control, { channel: 'telegram', givenName: 'Ada' });
    expect((await control.call('GET', `phones/${id}`)).body).not.toHaveProperty('appUserId');
    const said = await control.call('POST', `phones/${id}/say`, { text: 'hi' });
    expect(said.body).toMatchObject({
      channel: 'telegram',
      name: 'Ada',
      appUserId: expect.stringMatching(/^[0-9a-f]{24}$/),
      messages: [{ role: 'appUser', type: 'text', text: 'hi' }],
    });
  });

  it('show what the business answers, with its buttons, and press them', async () => {
    const control = await startControl();
    const { id } = await addPhone(control, { userId: 'ada' });
    await control.call('POST', `phones/${id}/say`, { text: 'hi' });
    await clientOf(control).messages.create('ada', {
      role: 'appMaker',
      type: 'text',
      text: 'Yes?',
      actions: [
        { type: 'postback', text: 'Tap', payload: 'tapped' },
        { type: 'reply', text: 'Fine', payload: 'fine' },
        { type: 'buy', text: 'Pay', amount: 250, currency: 'usd' },
      ],
    });
    const { body } = await control.call('GET', `phones/${id}`);
    const [, message] = body['messages'] as { text: string; buttons: { _id: string; type: string }[] }[];
    expect(message?.buttons.map(({ type }) => type)).toEqual(['postback', 'reply', 'buy']);
    const [tap, reply, buy] = message?.buttons.map(({ _id }) => _id) ?? [];
    await control.subscribe();
    await control.call('POST', `phones/${id}/tap`, { button: tap });
    await control.call('POST', `phones/${id}/pay`, { button: buy });
    const replied = await control.call('POST', `phones/${id}/reply`, { button: reply });
    expect(replied.body['messages']).toMatchObject([
      {},
      { buttons: [{}, {}, { state: 'paid' }] },
      { text: 'Fine' },
    ]);
    const triggers = control.emulator.deliveries.list().map(({ trigger }) => trigger);
    expect(triggers).toEqual(expect.arrayContaining(['postback', 'payment:success', 'message:appUser']));
  });

  it('fill in a form', async () => {
    const control = await startControl();
    const { id } = await addPhone(control, { userId: 'ada' });
    await control.call('POST', `phones/${id}/say`, { text: 'hi' });
    await clientOf(control).messages.create('ada', {
      role: 'appMaker',
      type: 'form',
      fields: [{ type: 'text', name: 'city', label: 'City' }],
    });
    const wrong = await control.call('POST', `phones/${id}/submit`, { values: { city: 7 } });
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { error: { description: expect.stringContaining('values') } },
    ]);
    const { body } = await control.call('POST', `phones/${id}/submit`, { values: { city: 'Graz' } });
    expect(body['messages']).toMatchObject([{}, { type: 'form', submitted: true }, { text: 'City: Graz' }]);
  });

  it('tell that the business types until it stops or writes', async () => {
    const control = await startControl();
    const { id } = await addPhone(control, { userId: 'ada' });
    await control.call('POST', `phones/${id}/say`, { text: 'hi' });
    const types = async () => (await control.call('GET', `phones/${id}`)).body['businessTypes'];
    const { conversations, messages } = clientOf(control);
    await conversations.sendActivity('ada', { type: 'typing:start' });
    expect(await types()).toBe(true);
    await conversations.sendActivity('ada', { type: 'typing:stop' });
    expect(await types()).toBe(false);
    await conversations.sendActivity('ada', { type: 'typing:start' });
    await messages.create('ada', { role: 'appMaker', type: 'text', text: 'Yes?' });
    expect(await types()).toBe(false);
  });

  it('go away and come back, block, and say how they stand', async () => {
    const control = await startControl();
    const { id } = await addPhone(control, { channel: 'whatsapp' });
    await control.call('POST', `phones/${id}/say`, { text: 'hi' });
    expect((await control.call('POST', `phones/${id}/go-offline`, {})).body).toMatchObject({ away: true });
    expect((await control.call('POST', `phones/${id}/go-online`, {})).body).toMatchObject({ away: false });
    expect((await control.call('POST', `phones/${id}/block`, {})).body).toMatchObject({ status: 'blocked' });
    expect((await control.call('POST', `phones/${id}/unblock`, {})).body).toMatchObject({ status: 'active' });
  });

  it('ask whether the channel may be linked, and answer', async () => {
    const control = await startControl();
    const { id, externalId } = await addPhone(control, { channel: 'twilio', externalId: '+15145550123' });
    await control.call('POST', `phones/${id}/say`, { text: 'hi' });
    const client = clientOf(control);
    await client.appUsers.create({ userId: 'ada', givenName: 'Ada' });
    await client.appUsers.channels.link('ada', {
      type: 'twilio',
      phoneNumber: String(externalId),
      confirmation: { type: 'prompt' },
    });
    expect((await control.call('GET', `phones/${id}`)).body).toMatchObject({ asked: true });
    const { body } = await control.call('POST', `phones/${id}/answer`, { answer: 'accept' });
    expect(body).toMatchObject({ asked: false, userId: 'ada' });
  });

  it('send a file from this machine, which is served', async () => {
    const control = await startControl();
    const { id } = await addPhone(control);
    const { body } = await control.call('POST', 'files', {
      fileName: 'dot.png',
      mediaType: 'image/png',
      base64: Buffer.from('a dot').toString('base64'),
    });
    const said = await control.call('POST', `phones/${id}/say`, { type: 'image', ...body });
    const [message] = said.body['messages'] as { mediaUrl: string }[];
    expect(await (await fetch(String(message?.mediaUrl))).text()).toBe('a dot');
  });

  it.each([
    ['a file above the limit', 'files', { fileName: 'a', mediaType: 'a/b', base64: 'AAAAAAAA' }, 413],
    ['a file without a type', 'files', { fileName: 'a', mediaType: 'png', base64: 'AAAA' }, 400],
    ['a phone on a channel that cannot write', 'phones', { channel: 'apn' }, 400],
    ['a phone with a wrong field', 'phones', { givnName: 'Ada' }, 400],
    ['an act at a phone that there is not', 'phones/phone-9/say', { text: 'hi' }, 404],
  ])('refuse %s', async (_, path, body, status) => {
    const control = await startControl({ limits: { uploadBytes: 5 } });
    const reply = await control.call('POST', path, body);
    expect([reply.status, reply.body]).toEqual([status, { error: { description: expect.any(String) } }]);
  });

  it.each([
    ['an act that there is not', 'dance', {}],
    ['the name of something that every object has', 'constructor', {}],
    ['a tap on a button that is not there', 'tap', { button: 'no such' }],
    ['a tap without a button', 'tap', {}],
    ['a message that is none', 'say', { type: 'location' }],
    ['an answer that nobody waits for', 'answer', { answer: 'accept' }],
    ['a wrong answer', 'answer', { answer: 'maybe' }],
    ['a blockade on web', 'block', {}],
    ['a referral with wrong details', 'refer', { code: 'a', details: 7 }],
  ])('refuse %s', async (_, name, body) => {
    const control = await startControl();
    const { id } = await addPhone(control);
    await control.call('POST', `phones/${id}/say`, { text: 'hi' });
    const reply = await control.call('POST', `phones/${id}/${name}`, body);
    expect([reply.status, reply.body]).toEqual([400, { error: { description: expect.any(String) } }]);
  });

  it('are listed, and are gone when they are removed or all is reset', async () => {
    const control = await startControl();
    const [first, second] = [await addPhone(control), await addPhone(control, { channel: 'line' })];
    expect((await control.call('GET', 'phones')).body).toMatchObject([
      { id: first.id },
      { id: second.id, channel: 'line' },
    ]);
    expect((await control.call('DELETE', `phones/${first.id}`)).status).toBe(204);
    expect((await control.call('GET', `phones/${first.id}`)).status).toBe(404);
    await control.call('POST', 'reset', {});
    expect((await control.call('GET', 'phones')).body).toEqual([]);
  });
});
