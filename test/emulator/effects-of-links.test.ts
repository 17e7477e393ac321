import { closeServers } from '../receiver/support.ts';
import { link, meet, phoneNumber } from './support/effects.ts';
import { closeEmulators } from './support/start-emulator.ts';
import { startTold, type ToldStage } from './support/start-told.ts';

afterEach(async () => {
  await closeEmulators();
  await closeServers();
});

const message = { role: 'appMaker', type: 'text', text: 'Hi again' } as const;

describe('a linked channel', () => {
  const statusOf = async ({ client }: ToldStage) => {
    const { clients = [], pendingClients = [] } = await client.appUsers.get('customer-1');
    return [...clients, ...pendingClients].map(({ platform, status }) => `${platform} ${status}`);
  };

  it('is there at once with immediate, and no match is told', async () => {
    const stage = await startTold();
    await link(stage, { type: 'immediate' });
    expect(await stage.take()).toEqual(['link:success', 'client:add']);
    expect(await statusOf(stage)).toEqual(['twilio active']);
  });

  it('is there with immediate and a message as soon as that is delivered', async () => {
    const stage = await startTold();
    await link(stage, { type: 'immediate', message });
    expect(await stage.take()).toEqual([
      'message:appMaker',
      'message:delivery:channel',
      'link:match',
      'link:success',
      'client:add',
      'message:delivery:user',
    ]);
    expect(await statusOf(stage)).toEqual(['twilio active']);
  });

  it('is told in v1 by the names that v1 has', async () => {
    const stage = await startTold();
    await link(stage, { type: 'immediate', message });
    expect(await stage.take('v1')).toEqual([
      'message:appMaker',
      'delivery:success',
      'link:match',
      'link:success',
      'client:add',
    ]);
  });

  it('waits with userActivity until the user does something', async () => {
    const stage = await startTold();
    await link(stage, { type: 'userActivity', message });
    expect(await statusOf(stage)).toEqual(['twilio pending']);
    await stage.take();
    stage.emulator.user({ channel: 'twilio', externalId: phoneNumber }).say('yes?');
    expect(await stage.take()).toEqual(['message:appUser', 'link:success', 'client:add']);
    expect(await statusOf(stage)).toEqual(['twilio active']);
  });

  it.each([
    ['accept', ['link:success', 'client:add'], ['twilio active']],
    ['deny', ['link:failure'], []],
  ] as const)(
    'is asked for with prompt, and there or gone by the answer: %s',
    async (answer, told, status) => {
      const stage = await startTold();
      await link(stage, { type: 'prompt' });
      expect(await statusOf(stage)).toEqual(['twilio pending']);
      await stage.take();
      stage.emulator.user({ channel: 'twilio', externalId: phoneNumber }).answerPrompt(answer);
      expect(await stage.take()).toEqual(told);
      expect(await statusOf(stage)).toEqual(status);
    },
  );

  it('comes to nothing when the message is not delivered', async () => {
    const stage = await startTold();
    stage.emulator.channels.fail({ code: 'not_found' });
    await link(stage, { type: 'userActivity', message });
    expect(await stage.take()).toEqual(['message:appMaker', 'message:delivery:failure', 'link:failure']);
    expect(await statusOf(stage)).toEqual([]);
  });

  it('moves from another user, who loses it', async () => {
    const stage = await startTold();
    await link(stage, { type: 'immediate' });
    await stage.client.appUsers.create({ userId: 'customer-2' });
    await stage.take();
    await stage.client.appUsers.channels.link('customer-2', {
      type: 'twilio',
      phoneNumber,
      confirmation: { type: 'immediate' },
    });
    expect(await stage.take()).toEqual(['link:success', 'client:remove', 'client:add']);
    expect(await statusOf(stage)).toEqual([]);
  });

  it('is gone after it was unlinked', async () => {
    const stage = await startTold();
    await link(stage, { type: 'immediate' });
    await stage.take();
    await stage.client.appUsers.channels.unlink('customer-1', 'twilio');
    expect(await stage.take()).toEqual(['client:remove']);
    expect(await statusOf(stage)).toEqual([]);
  });

  it('can be joined by the code of a link request', async () => {
    const stage = await startTold();
    const phone = meet(stage, 'whatsapp');
    await stage.client.appUsers.create({ userId: 'customer-1' });
    await stage.take();
    const integrationId = phone.client?.integrationId ?? '';
    const [request] = await stage.client.appUsers.linkRequests.list('customer-1', {
      integrationIds: [integrationId],
    });
    phone.redeem(request?.code ?? '');
    expect(await stage.take()).toEqual(['client:remove', 'client:add']);
    expect(await statusOf(stage)).toEqual(['whatsapp active']);
  });
});
