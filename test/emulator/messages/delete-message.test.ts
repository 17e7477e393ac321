import { storeAttachment } from '../../../src/emulator/attachments/index.ts';
import { refusal, type Scene, setUp } from './support.ts';

const path = '/appusers/customer-7/messages';

function upload({ world }: Scene, forMessage: boolean): string {
  const file = { bytes: Buffer.from('GIF89a'), mediaType: 'image/gif', fileName: 'dot.gif', forMessage };
  return storeAttachment(world, world.app, file).mediaUrl;
}

describe('deleting messages', () => {
  it('leaves a placeholder of one, and answers nothing', async () => {
    const scene = setUp();
    const kept = await scene.post({ role: 'appMaker', type: 'text', text: 'a' });
    const { _id, authorId, avatarUrl, received, source } = await scene.post({
      role: 'appMaker',
      type: 'image',
      mediaUrl: 'https://e.com/a.png',
      metadata: { a: 1 },
    });
    expect(await scene.call(`DELETE ${path}/${_id}`)).toEqual({ status: 200, body: undefined, warnings: [] });
    expect(scene.user.conversation?.messages).toStrictEqual([
      kept,
      {
        _id,
        type: 'text',
        text: '[deleted]',
        deleted: true,
        role: 'appMaker',
        authorId,
        avatarUrl,
        received,
        source,
      },
    ]);
  });

  it('does not know the message of another user or of nobody', async () => {
    const scene = setUp();
    await expect(scene.call(`DELETE ${path}/7`)).rejects.toEqual(refusal('message_not_found'));
    await scene.post({ role: 'appMaker', type: 'text', text: 'a' });
    await expect(scene.call(`DELETE ${path}/7`)).rejects.toEqual(refusal('message_not_found'));
  });

  it('takes files along that were uploaded for messages, and no others', async () => {
    const scene = setUp();
    const [own, kept, inItem, ofOther] = [
      upload(scene, true),
      upload(scene, false),
      upload(scene, true),
      upload(scene, true),
    ];
    const actions = [{ type: 'share' }];
    const ids: string[] = [];
    for (const mediaUrl of [own, kept])
      ids.push((await scene.post({ role: 'appMaker', type: 'image', mediaUrl }))._id);
    const items = [{ title: 'a', mediaUrl: inItem, actions }];
    ids.push((await scene.post({ role: 'appMaker', type: 'list', items }))._id);
    await scene.post({ role: 'appMaker', type: 'file', mediaUrl: ofOther });
    for (const _id of ids) await scene.call(`DELETE ${path}/${_id}`);
    const left = [...scene.world.state.attachments.keys()].map(
      (file) => `http://emulator.test/media/${file}`,
    );
    expect(new Set(left)).toEqual(new Set([kept, ofOther]));
  });

  it('empties the history and keeps the conversation and the channels', async () => {
    const scene = setUp();
    await expect(scene.call(`DELETE ${path}`)).rejects.toEqual(refusal('conversation_not_found'));
    await scene.post({ role: 'appMaker', type: 'image', mediaUrl: upload(scene, true) });
    const id = scene.user.conversation?._id;
    expect(await scene.call(`DELETE ${path}`)).toEqual({ status: 200, body: undefined, warnings: [] });
    const { body } = await scene.call(`GET ${path}`);
    expect(body).toMatchObject({ conversation: { _id: id, unreadCount: 0 }, messages: [] });
    expect(scene.world.state.attachments.size).toBe(0);
    expect(scene.user.clients).toHaveLength(1);
  });
});
