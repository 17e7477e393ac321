import { dispatchNotification } from '../../../src/emulator/channels/index.ts';
import { OptionsError } from '../../../src/index.ts';
import { setUpPeople } from './support.ts';

describe('waitForMessage', () => {
  it('gives what was there before, each message once, in its order', async () => {
    const { known, post } = setUpPeople();
    const mei = known({ channel: 'telegram' });
    post(mei, { text: 'one' });
    post(mei, { text: 'two' });
    expect((await mei.waitForMessage()).text).toBe('one');
    expect((await mei.waitForMessage()).text).toBe('two');
    await expect(mei.waitForMessage(undefined, { timeoutMs: 0 })).rejects.toThrow('within 0 ms');
  });

  it.each(['web', 'telegram', 'whatsapp'])('waits for what comes on %s', async (channel) => {
    const { known, post } = setUpPeople();
    const mei = known({ channel });
    const waiting = mei.waitForMessage();
    const { _id } = post(mei);
    expect(await waiting).toMatchObject({ _id, text: 'Hello', role: 'appMaker' });
  });

  it('gives the message that fits', async () => {
    const { known, post } = setUpPeople();
    const mei = known();
    post(mei, { text: 'Hello Mei' });
    post(mei, { type: 'image', text: undefined, mediaUrl: 'https://example.com/a.png' });
    expect((await mei.waitForMessage(({ type }) => type === 'image')).mediaUrl).toBe(
      'https://example.com/a.png',
    );
    expect((await mei.waitForMessage('Mei')).text).toBe('Hello Mei');
  });

  it('gives a notification', async () => {
    const { world, app, known, post } = setUpPeople();
    const mei = known({ channel: 'whatsapp' });
    const waiting = mei.waitForMessage();
    const message = { ...post(known()), _id: 'notice', text: 'It is here' };
    dispatchNotification(world, app, app.integrations[0] as never, `+${mei.externalId}`, message);
    world.settle();
    expect(await waiting).toMatchObject({ _id: 'notice', text: 'It is here' });
  });

  it('rejects with what is on the screen', async () => {
    const { known, post } = setUpPeople();
    const mei = known();
    await expect(mei.waitForMessage('x', { timeoutMs: 1 })).rejects.toThrow(
      'No such message within 1 ms. The business has sent nothing.',
    );
    post(mei);
    await expect(mei.waitForMessage('x', { timeoutMs: 1 })).rejects.toThrow(
      "The business has sent: text 'Hello'.",
    );
  });

  it('rejects with what the filter throws', async () => {
    const { known, post } = setUpPeople();
    const mei = known();
    post(mei);
    const fault = new Error('mine');
    await expect(
      mei.waitForMessage(() => {
        throw fault;
      }),
    ).rejects.toBe(fault);
  });

  it.each([
    [7, {}],
    [undefined, { timeoutMs: -1 }],
    [undefined, { timeout: 1 }],
  ])('rejects the filter %j with the options %j', async (filter, options) => {
    const { known } = setUpPeople();
    await expect(known().waitForMessage(filter as never, options as never)).rejects.toThrow(OptionsError);
  });
});
