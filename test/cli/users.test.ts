import { startServer, type TestServer } from '../client/support/server.ts';
import { run } from './support.ts';

const appUser = { _id: '5e4a9c601b9d2e4c7a004a24', userId: 'a/b?c', properties: { vip: true }, newKey: 1 };

describe('switchhook users', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startServer();
    server.answer(() => ({ status: 200, body: { appUser } }));
  });

  afterEach(() => server.close());

  const call = (...args: string[]) =>
    run(['users', ...args], {
      env: { SWITCHHOOK_KEY_ID: 'app_5f', SWITCHHOOK_SECRET: 'secret', SWITCHHOOK_BASE_URL: server.baseUrl },
    });

  it('shows a user with all that is known, in one line with --json', async () => {
    expect(await call('get', 'a/b?c')).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify(appUser, null, 2)}\n`,
      stderr: '',
    });
    expect((await call('get', 'a/b?c', '--json')).stdout).toBe(`${JSON.stringify(appUser)}\n`);
    expect(server.calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1.1/appusers/a%2Fb%3Fc',
      'GET /v1.1/appusers/a%2Fb%3Fc',
    ]);
  });

  it.each([
    ['nothing', [], 'Say switchhook users get USER.'],
    ['get without a user', ['get'], 'Say switchhook users get USER.'],
    ['two users', ['get', 'a', 'b'], 'Say switchhook users get USER.'],
    ['an action that does not exist', ['gte', 'a'], "users has no 'gte'; did you mean 'get'?"],
    ['an empty id', ['get', ''], 'is empty: give an id'],
  ])('refuses %s', async (_, args, message) => {
    const { code, stdout, stderr } = await call(...args);
    expect({ code, stdout, calls: server.calls }).toEqual({ code: 2, stdout: '', calls: [] });
    expect(stderr).toContain(message);
  });
});
