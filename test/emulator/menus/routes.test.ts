import { menuOf, menuRoutes } from '../../../src/emulator/menus/index.ts';
import { createCaller } from '../support/call-route.ts';
import { handleRoute } from '../support/handle-route.ts';
import { createTestWorld } from '../support/test-world.ts';

function setUp() {
  const world = createTestWorld();
  for (const type of ['messenger', 'wechat', 'telegram'])
    world.app.integrations.push({ _id: type, type, status: 'active' });
  return { world, call: createCaller(world, menuRoutes) };
}

const link = { type: 'link', text: 'Shop', uri: 'https://example.com' };
const postback = { type: 'postback', text: 'Help', payload: 'HELP' };
const submenu = (count: number) => ({ type: 'submenu', text: 'More', items: Array(count).fill(postback) });
const id = expect.stringMatching(/^[0-9a-f]{24}$/);
const settings = { inputEnabled: true };

describe('the menu of an app', () => {
  it('has no items at first', async () => {
    expect((await setUp().call('GET', '/menu')).body).toEqual({ menu: { items: [] } });
  });

  it('is answered with ids and settings, and stays', async () => {
    const { call } = setUp();
    const { status, body } = await call('PUT', '/menu', { items: [link, postback, submenu(1)] });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      menu: {
        items: [
          { ...link, _id: id },
          { ...postback, _id: id },
          { type: 'submenu', text: 'More', _id: id, items: [{ ...postback, _id: id }] },
        ],
        settings,
      },
    });
    expect((await call('GET', '/menu')).body).toEqual(body);
  });

  it('keeps its settings', async () => {
    const { call } = setUp();
    const { body } = await call('PUT', '/menu', { items: [link], settings: { inputEnabled: false } });
    expect(body).toMatchObject({ menu: { settings: { inputEnabled: false } } });
    const { body: filled } = await call('PUT', '/menu', { items: [link], settings: {} });
    expect(filled).toMatchObject({ menu: { settings } });
  });

  it('is empty once it was deleted', async () => {
    const { call } = setUp();
    await call('PUT', '/menu', { items: [link] });
    const { status, body } = await call('DELETE', '/menu');
    expect({ status, body }).toEqual({ status: 200, body: { menu: { items: [] } } });
    expect((await call('GET', '/menu')).body).toEqual({ menu: { items: [] } });
  });

  it.each([1, 3])('takes %i items', async (count) => {
    expect((await setUp().call('PUT', '/menu', { items: Array(count).fill(link) })).status).toBe(200);
  });

  it.each([1, 5])('takes %i items in a submenu', async (count) => {
    expect((await setUp().call('PUT', '/menu', { items: [submenu(count)] })).status).toBe(200);
  });

  it.each([
    [{ items: [] }, 'items'],
    [{ items: Array(4).fill(link) }, 'items'],
    [{ items: [submenu(0)] }, 'items.0.items'],
    [{ items: [submenu(6)] }, 'items.0.items'],
    [{ items: [link, { ...link, uri: undefined }] }, 'items.1.uri'],
    [{ items: [{ ...postback, payload: undefined }] }, 'items.0.payload'],
    [{ items: [{ type: 'submenu', text: 'More' }] }, 'items.0.items'],
    [{ items: [{ ...link, text: '' }] }, 'items.0.text'],
    [{ items: [{ type: 'reply', text: 'Yes', payload: 'Y' }] }, 'items.0.type'],
    [{ items: [link], settings: { inputEnabled: 'no' } }, 'settings.inputEnabled'],
    [{}, 'items'],
    [undefined, 'items'],
  ])('refuses %j because of %s', async (body, place) => {
    const { world, call } = setUp();
    await expect(call('PUT', '/menu', body)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(`${place}: `),
    });
    expect(world.app.menu).toBeUndefined();
  });

  it('is answered as a copy', async () => {
    const { world } = setUp();
    const answer = await handleRoute(world, menuRoutes, 'PUT', '/menu', { body: { items: [link] } });
    const { body } = answer as { body: { menu: { items: unknown[] } } };
    body.menu.items.length = 0;
    expect(world.app.menu?.items).toHaveLength(1);
  });
});

describe('the menu of an integration', () => {
  it('stands in the place of that of the app, and falls back to it', async () => {
    const { world, call } = setUp();
    const path = '/integrations/messenger/menu';
    expect((await call('GET', path)).body).toEqual({ menu: { items: [] } });
    await call('PUT', '/menu', { items: [link] });
    expect((await call('GET', path)).body).toMatchObject({ menu: { items: [link] } });
    const { body } = await call('PUT', path, { items: [postback] });
    expect(body).toMatchObject({ menu: { items: [{ ...postback, _id: id }], settings } });
    expect((await call('GET', path)).body).toEqual(body);
    expect(menuOf(world.app, 'messenger')?.items[0]?.text).toBe('Help');
    expect(menuOf(world.app, 'wechat')?.items[0]?.text).toBe('Shop');

    const deleted = await call('DELETE', path);
    expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 200, body: {} });
    expect((await call('GET', path)).body).toMatchObject({ menu: { items: [link] } });
  });

  it('cannot be deleted when there is none of its own', async () => {
    const { call } = setUp();
    await call('PUT', '/menu', { items: [link] });
    await expect(call('DELETE', '/integrations/wechat/menu')).rejects.toMatchObject({
      code: 'menu_not_found',
    });
  });

  it.each(['GET', 'PUT', 'DELETE'] as const)(
    'is refused by %s where there are no menus or no integration',
    async (method) => {
      const { call } = setUp();
      await expect(call(method, '/integrations/telegram/menu', { items: [link] })).rejects.toMatchObject({
        code: 'bad_request',
      });
      await expect(call(method, '/integrations/nothing/menu', { items: [link] })).rejects.toMatchObject({
        code: 'integration_not_found',
      });
    },
  );
});
