import { refusal, setUp } from './support.ts';

const path = 'POST /appusers/customer-7/images';
const dot = new File(['GIF89a'], 'dot.gif', { type: 'image/gif' });

function makeForm(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

describe('posting an image with its bytes', () => {
  it('answers a message whose text and mediaUrl are the URL of the stored image', async () => {
    const scene = setUp();
    const { status, body } = await scene.call(path, { form: makeForm({ role: 'appMaker', source: dot }) });
    expect(status).toBe(201);
    const [stored] = scene.world.state.attachments;
    const mediaUrl = `http://emulator.test/media/${stored?.[0]}`;
    expect(body).toMatchObject({
      message: { type: 'image', text: mediaUrl, mediaUrl, mediaType: 'image/gif', mediaSize: 6 },
      conversation: { unreadCount: 1 },
    });
    expect(stored?.[1]).toMatchObject({ userId: scene.user._id, forMessage: true });
  });

  it('takes the fields of a message, as texts and as JSON', async () => {
    const form = makeForm({
      role: 'appMaker',
      text: 'a dot',
      name: '7',
      metadata: '{"order":0}',
      actions: '[{"type":"reply","text":"Yes","payload":"YES"}]',
      source: dot,
    });
    const { body } = await setUp().call(path, { form });
    expect(body).toMatchObject({
      message: { text: 'a dot', name: '7', metadata: { order: 0 }, actions: [{ payload: 'YES' }] },
    });
  });

  it('goes by the ending where the type is not stated', async () => {
    const source = new File(['x'], 'dot.PNG', { type: 'application/octet-stream' });
    const { body } = await setUp().call(path, { form: makeForm({ role: 'appMaker', source }) });
    expect(body).toMatchObject({ message: { mediaType: 'image/png' } });
  });

  it.each([
    ['not_an_image', { role: 'appMaker', source: new File(['x'], 'a.pdf', { type: 'application/pdf' }) }],
    ['not_an_image', { role: 'appMaker', source: new File(['x'], 'a') }],
    ['bad_request', { role: 'appMaker', source: 'text' }],
    ['bad_request', { role: 'appMaker' }],
    ['bad_request', { source: dot }],
    ['bad_request', { role: 'appMaker', metadata: '{', source: dot }],
  ])('refuses with %s and keeps no file: %j', async (code, fields) => {
    const scene = setUp();
    await expect(scene.call(path, { form: makeForm(fields) })).rejects.toEqual(refusal(code));
    expect(scene.world.state.attachments.size).toBe(0);
    expect(scene.user.conversation).toBeUndefined();
  });
});
