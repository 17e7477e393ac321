import { serveAttachment, storeAttachment } from '../../../src/emulator/attachments/index.ts';
import { createUser, deleteUser } from '../../../src/emulator/users/index.ts';
import { refusal, type Scene, setUp } from '../messages/support.ts';

const dot = new File(['GIF89a'], 'dot.gif', { type: 'image/gif' });

function makeForm(source: File | string = dot): FormData {
  const form = new FormData();
  form.append('source', source);
  return form;
}

async function upload({ call }: Scene, query = '', source: File = dot): Promise<string> {
  const { body } = await call(`POST /attachments?access=public${query}`, { form: makeForm(source) });
  return String(body?.['mediaUrl']);
}

function serve({ world }: Scene, mediaUrl: string) {
  return serveAttachment(world, mediaUrl.replace('http://emulator.test/media/', ''));
}

describe('uploading an attachment', () => {
  it('answers 201 with the URL from which it is served', async () => {
    const scene = setUp();
    const answer = await scene.call('POST /attachments?access=public', { form: makeForm() });
    expect(answer).toEqual({
      status: 201,
      body: { mediaUrl: expect.any(String), mediaType: 'image/gif' },
      warnings: [],
    });
    const mediaUrl = String(answer.body?.['mediaUrl']);
    const form = `^http://emulator\\.test/media/apps/${scene.world.app._id}/[\\w-]{24}/dot\\.gif$`;
    expect(mediaUrl).toMatch(new RegExp(form));
    const file = serve(scene, mediaUrl);
    expect(file?.mediaType).toBe('image/gif');
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe('GIF89a');
  });

  it('gives each upload a URL of its own, that of the conversation for messages', async () => {
    const scene = setUp();
    expect(await upload(scene, '&for=message&userId=customer-7')).toContain('/media/apps/');
    await scene.post({ role: 'appMaker', type: 'text', text: 'a' });
    const one = await upload(scene, '&for=message&userId=customer-7');
    const other = await upload(scene, `&for=message&appUserId=${scene.user._id}`);
    const form = new RegExp(`/media/conversations/${scene.user.conversation?._id}/[\\w-]{24}/dot\\.gif$`);
    expect(one).toMatch(form);
    expect(other).toMatch(form);
    expect(one).not.toBe(other);
  });

  it.each([
    ['a/../b c?#%.png', '', 'image/png', 'a_.._b_c___.png'],
    ['..', '', 'application/octet-stream', 'file'],
    ['dot.gif', 'image/webp', 'image/webp', 'dot.gif'],
    ['dot.gif', 'application/octet-stream', 'image/gif', 'dot.gif'],
  ])('stores %j of type %j as %s in %s', async (name, type, mediaType, stored) => {
    const scene = setUp();
    const mediaUrl = await upload(scene, '', new File(['x'], name, { type }));
    expect(new URL(mediaUrl).pathname.split('/').at(-1)).toBe(stored);
    expect(serve(scene, mediaUrl)?.mediaType).toBe(mediaType);
  });

  it.each([
    ['bad_request', 'access', ''],
    ['bad_request', 'access', '?access=private'],
    ['bad_request', 'for', '?access=public&for=user'],
    ['user_not_found', '', '?access=public&for=message&userId=nobody'],
    ['user_not_found', '', '?access=public&appUserId=nobody'],
  ])('refuses with %s (%s): %s', async (code, place, query) => {
    const scene = setUp();
    const answer = scene.call(`POST /attachments${query}`, { form: makeForm() });
    await expect(answer).rejects.toEqual(refusal(code, place));
    expect(scene.world.state.attachments.size).toBe(0);
  });

  it('refuses a form without a file', async () => {
    const { call } = setUp();
    const path = 'POST /attachments?access=public';
    await expect(call(path, { form: makeForm('text') })).rejects.toEqual(refusal('bad_request', 'source'));
    await expect(call(path, { form: new FormData() })).rejects.toEqual(refusal('bad_request', 'source'));
  });
});

describe('removing an attachment', () => {
  const path = 'POST /attachments/remove';

  it('answers 200 and serves it no more', async () => {
    const scene = setUp();
    const [mediaUrl, other] = [await upload(scene), await upload(scene)];
    expect(await scene.call(path, { body: { mediaUrl } })).toEqual({ status: 200, body: {}, warnings: [] });
    expect(serve(scene, mediaUrl)).toBeUndefined();
    expect(serve(scene, other)).toBeDefined();
    await expect(scene.call(path, { body: { mediaUrl } })).rejects.toEqual(refusal('bad_request'));
  });

  it('refuses the URL of a foreign host, of another app, and none', async () => {
    const scene = setUp();
    const mediaUrl = await upload(scene);
    const foreign = mediaUrl.replace('emulator.test', 'example.com');
    await expect(scene.call(path, { body: { mediaUrl: foreign } })).rejects.toEqual(refusal('bad_request'));
    await expect(scene.call(path, { body: {} })).rejects.toEqual(refusal('bad_request', 'mediaUrl'));
    const file = { bytes: new Uint8Array(1), mediaType: 'image/gif', fileName: 'a' };
    const ofOther = storeAttachment(scene.world, { ...scene.world.app, _id: 'other' }, file).mediaUrl;
    await expect(scene.call(path, { body: { mediaUrl: ofOther } })).rejects.toEqual(refusal('bad_request'));
    expect(serve(scene, ofOther)).toBeDefined();
  });
});

it('removes with a user the files for messages that are the user’s or shown to them, and no others', async () => {
  const scene = setUp();
  const { world, user } = scene;
  createUser(world, world.app, { userId: 'customer-8' });
  const own = await upload(scene, '&for=message&userId=customer-7');
  const shown = await upload(scene, '&for=message');
  const kept = [
    await upload(scene, '&userId=customer-7'),
    await upload(scene, '&for=message&userId=customer-8'),
    await upload(scene, '&for=message'),
  ];
  await scene.post({ role: 'appMaker', type: 'image', mediaUrl: shown });
  deleteUser(world, world.app, user);
  world.settle();
  expect([own, shown].map((mediaUrl) => serve(scene, mediaUrl))).toEqual([undefined, undefined]);
  for (const mediaUrl of kept) expect(serve(scene, mediaUrl)).toBeDefined();
});
