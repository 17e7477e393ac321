import { refusal, type Scene, setUp } from '../messages/support.ts';

const id = expect.stringMatching(/^[0-9a-f]{24}$/);
const text = { role: 'appMaker', type: 'text', text: 'Hello' };

async function create({ call }: Scene, name: string, message: object = text) {
  const { body } = await call('POST /templates', { body: { name, message } });
  return body?.['template'] as { _id: string; name: string; message: object };
}

describe('templates', () => {
  it('are stored filled, without ids, with the size of our own media', async () => {
    const scene = setUp();
    const form = new FormData();
    form.append('source', new File(['GIF89a'], 'dot.gif', { type: 'image/gif' }));
    const { body: attachment } = await scene.call('POST /attachments?access=public', { form });
    const mediaUrl = attachment?.['mediaUrl'];
    const actions = [
      { type: 'postback', text: 'Ring', payload: 'RING' },
      { type: 'buy', text: 'Buy', amount: 450 },
    ];
    const body = {
      name: 'door',
      message: { role: 'appMaker', type: 'image', mediaUrl, actions, metadata: { a: 1 } },
    };
    const answer = await scene.call('POST /templates', { body });
    expect(answer).toStrictEqual({
      status: 201,
      warnings: [],
      body: {
        template: {
          _id: id,
          name: 'door',
          message: {
            role: 'appMaker',
            type: 'image',
            text: ' ',
            mediaUrl,
            mediaType: 'image/gif',
            mediaSize: 6,
            metadata: { a: 1 },
            actions: [
              { type: 'postback', text: 'Ring', payload: 'RING', uri: '' },
              { type: 'buy', text: 'Buy', amount: 450, currency: 'usd', state: 'offered', uri: '' },
            ],
          },
        },
      },
    });
  });

  it('are got, changed field by field, and deleted', async () => {
    const scene = setUp();
    const template = await create(scene, 'a');
    const path = `/templates/${template._id}`;
    expect(await scene.call(`GET ${path}`)).toMatchObject({ status: 200, body: { template } });
    const renamed = await scene.call(`PUT ${path}`, { body: { name: 'b' } });
    expect(renamed).toEqual({ status: 200, body: { template: { ...template, name: 'b' } }, warnings: [] });
    const message = { ...text, text: 'Bye' };
    const changed = await scene.call(`PUT ${path}`, { body: { message } });
    expect(changed.body).toEqual({ template: { ...template, name: 'b', message } });
    expect(await scene.call(`DELETE ${path}`)).toMatchObject({ status: 200, body: {} });
    for (const method of ['GET', 'PUT', 'DELETE'])
      await expect(scene.call(`${method} ${path}`)).rejects.toEqual(refusal('not_found'));
  });

  it('are listed in the order of their creation, 25 at once', async () => {
    const scene = setUp();
    for (let number = 1; number <= 26; number++) await create(scene, `t${number}`);
    const list = async (query: string) => {
      const { templates, ...rest } = (await scene.call(`GET /templates${query}`)).body as {
        templates: { name: string; appId: string }[];
      };
      expect(templates.every(({ appId }) => appId === scene.world.app._id)).toBe(true);
      return { names: templates.map(({ name }) => name), ...rest };
    };
    const first = await list('');
    expect(first).toMatchObject({ hasMore: true, offset: 0 });
    expect([first.names.length, first.names[0], first.names[24]]).toEqual([25, 't1', 't25']);
    expect(await list('?offset=25')).toEqual({ names: ['t26'], hasMore: false, offset: 25 });
    expect(await list('?limit=2&offset=1')).toEqual({ names: ['t2', 't3'], hasMore: true, offset: 1 });
    expect(await list('?limit=26')).toMatchObject({ hasMore: false });
    expect(await list('?offset=26')).toEqual({ names: [], hasMore: false, offset: 26 });
  });

  it.each(['limit=0', 'limit=many', 'offset=-1', 'limit=1.5', 'offset='])('refuse %s', async (query) => {
    await expect(setUp().call(`GET /templates?${query}`)).rejects.toEqual(refusal('bad_request'));
  });

  it.each([
    ['name', { message: text }],
    ['name', { name: '', message: text }],
    ['message', { name: 'a' }],
    ['type', { name: 'a', message: { role: 'appMaker', text: 'x' } }],
    ['items', { name: 'a', message: { ...text, type: 'list', items: [] } }],
  ])('refuse a wrong %s: %j', async (place, body) => {
    const { call, world } = setUp();
    await expect(call('POST /templates', { body })).rejects.toEqual(refusal('bad_request', place));
    expect(world.app.templates).toEqual([]);
  });

  it('stay as they are when a change is refused', async () => {
    const scene = setUp();
    const template = await create(scene, 'a');
    const body = { name: 'b', message: { ...text, type: 'nope' } };
    await expect(scene.call(`PUT /templates/${template._id}`, { body })).rejects.toEqual(
      refusal('bad_request'),
    );
    expect(scene.world.app.templates).toEqual([template]);
  });

  it('may share a name, which gives a warning; the newest is used', async () => {
    const scene = setUp();
    await create(scene, 'a');
    const body = { name: 'a', message: { ...text, text: 'newest' } };
    expect((await scene.call('POST /templates', { body })).warnings).toEqual([
      expect.stringContaining("'a'"),
    ]);
    expect((await scene.post({ ...text, text: '%((template: a))%' })).text).toBe('newest');
  });
});
