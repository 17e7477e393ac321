import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OptionsError } from '../../../src/errors/index.ts';
import { fixture } from '../../../src/testing/index.ts';
import { closeServers } from '../../receiver/support.ts';
import { createScene, createTarget } from './support.ts';

afterEach(closeServers);

describe('replaying recorded bodies', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'replay-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('sends fixtures, objects and files to the webhooks of their version', async () => {
    const { deliveries, clock, target, addWebhook } = await createScene();
    const old = await createTarget(200);
    addWebhook({ version: 'v1', target: old.url, triggers: ['postback'] });
    const [list, lines] = [join(folder, 'list.json'), join(folder, 'lines.ndjson')];
    await writeFile(list, JSON.stringify([{ trigger: 'postback', version: 'v1.1', from: 'list' }]));
    await writeFile(lines, '{"trigger":"postback","version":"v1","from":"line 1"}\n\n{"from":"line 3"}\n');
    const sent = await deliveries.replay([
      'v1.1/message.appUser/text',
      { trigger: 'any', version: 'v9' },
      list,
      lines,
    ]);
    await clock.advance(0);
    expect(sent.map(({ trigger, version }) => [trigger, version])).toEqual([
      ['message:appUser', 'v1.1'],
      ['any', 'v1.1'],
      ['any', 'v1'],
      ['postback', 'v1.1'],
      ['postback', 'v1'],
      ['none', 'v1'],
    ]);
    expect(target.calls.map(({ body }) => JSON.parse(body))).toEqual(
      expect.arrayContaining([
        fixture('v1.1/message.appUser/text'),
        expect.objectContaining({ from: 'list' }),
      ]),
    );
    const seen = new Set(old.calls.map(({ body }) => (JSON.parse(body) as { from?: string }).from));
    expect(seen).toEqual(new Set(['line 1', 'line 3', undefined]));
  });

  it('sends nothing when one of the sources is wrong', async () => {
    const { deliveries, target } = await createScene();
    const file = join(folder, 'broken.ndjson');
    await writeFile(file, '{"trigger":"postback"}\n{"trigger":');
    const good = { version: 'v1.1' };
    await expect(deliveries.replay([good, file])).rejects.toThrow(`Line 2 of ${file} is no JSON.`);
    await expect(deliveries.replay([good, 'v1.1/postback/none'])).rejects.toThrow(OptionsError);
    await expect(deliveries.replay([good, [1]])).rejects.toThrow(OptionsError);
    await expect(deliveries.replay([good, { version: 'v1' }])).rejects.toThrow(
      'There is no webhook for a body of version v1.',
    );
    expect([deliveries.list(), target.calls]).toEqual([[], []]);
  });

  it('keeps to the app that is asked for, or to that of the body', async () => {
    const { deliveries, world, app, addWebhook, clock } = await createScene();
    const other = await createTarget(200);
    const webhooks = [{ ...addWebhook(), _id: 'other-webhook', target: other.url }];
    app.webhooks.pop();
    world.state.apps.set('other', { ...app, _id: 'other', webhooks });
    const toBoth = await deliveries.replay({ version: 'v1.1' });
    const toOwn = await deliveries.replay({ version: 'v1.1', app: { _id: app._id } });
    const asked = await deliveries.replay({ version: 'v1.1', app: { _id: app._id } }, { appId: 'other' });
    await clock.advance(0);
    expect([toBoth, toOwn, asked].map((sent) => sent.map(({ appId }) => appId))).toEqual([
      [app._id, 'other'],
      [app._id],
      ['other'],
    ]);
  });
});
