import { integrationRoutes } from '../../../src/emulator/integrations/index.ts';
import { ApiError } from '../../../src/emulator/world/index.ts';
import { handleRoute } from '../support/handle-route.ts';
import { createTestWorld } from '../support/test-world.ts';

function setUp(type = 'whatsapp') {
  const world = createTestWorld();
  world.app.integrations.push({ _id: 'i1', type, status: 'active' });
  const params = { integrationId: 'i1' };
  const path = '/integrations/:integrationId/profile';
  const call = (method: 'GET' | 'PUT', body?: unknown) =>
    handleRoute(world, integrationRoutes, method, path, { params, body });
  return { call };
}

describe('the profile of a business messaging integration', () => {
  it('is empty at first, and answered as it was set', async () => {
    const { call } = setUp();
    expect(await call('GET')).toEqual({ status: 200, body: { profile: {} } });
    expect(await call('PUT', { about: 'Tea', websites: ['https://example.com'] })).toEqual({ status: 200 });
    await call('PUT', { about: '', photoUrl: 'https://example.com/a.png' });
    expect(await call('GET')).toEqual({
      status: 200,
      body: {
        profile: { about: '', websites: ['https://example.com'], photoUrl: 'https://example.com/a.png' },
      },
    });
  });

  /** Source: Part B, "Integrations". */
  const limits: readonly (readonly [string, number, number])[] = [
    ['about', 0, 139],
    ['address', 1, 256],
    ['description', 1, 256],
    ['email', 1, 128],
    ['vertical', 1, 128],
  ];

  it.each(limits)('takes a text for %s of %i to %i characters', async (field, least, most) => {
    const { call } = setUp();
    for (const length of [least, most])
      expect(await call('PUT', { [field]: 'x'.repeat(length) })).toEqual({ status: 200 });
    const wrong = [most + 1, ...(least > 0 ? [least - 1] : [])];
    for (const length of wrong)
      await expect(call('PUT', { [field]: 'x'.repeat(length) })).rejects.toThrow(field);
  });

  it.each([
    { websites: ['a', 'b', 'c'] },
    { websites: ['x'.repeat(257)] },
    { websites: 'a' },
    { photoUrl: 'a picture' },
    { about: 7 },
  ])('refuses %j', async (body) => {
    const { call } = setUp();
    await expect(call('PUT', body)).rejects.toThrow(ApiError);
    await expect(call('PUT', body)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await call('GET')).toMatchObject({ body: { profile: {} } });
  });

  it('takes two websites of 256 characters', async () => {
    const websites = ['x'.repeat(256), ''];
    expect(await setUp().call('PUT', { websites })).toEqual({ status: 200 });
  });

  it('is not there on other channels', async () => {
    const { call } = setUp('telegram');
    for (const method of ['GET', 'PUT'] as const)
      await expect(call(method, {})).rejects.toMatchObject({ code: 'bad_request' });
  });
});
