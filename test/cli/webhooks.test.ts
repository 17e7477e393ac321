import { startServer, type TestServer } from '../client/support/server.ts';
import { run } from './support.ts';

const target = 'https://example.com/webhooks/messaging';
const secrets = ['b5f9e3c1a7d2', 'k8w2m4x6z1q3'] as const;
const webhooks = [
  { _id: '5f01', target, triggers: ['message:appUser', 'postback'], secret: secrets[0], version: 'v1.1' },
  {
    _id: '5f02',
    target: 'https://old.example.com',
    triggers: ['*'],
    secret: secrets[1],
    includeClient: true,
    includeFullAppUser: true,
  },
];

describe('switchhook webhooks', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startServer();
    server.answer(({ method, url, body }) => {
      if (method === 'GET' && url === '/v1.1/webhooks') return { status: 200, body: { webhooks } };
      const stored = webhooks.find(({ _id }) => url === `/v1.1/webhooks/${_id}`);
      if (method === 'POST') {
        const made = { _id: '5f03', secret: 'n3w', version: 'v1.1', ...JSON.parse(body) };
        return { status: 201, body: { webhook: made } };
      }
      if (stored === undefined)
        return {
          status: 404,
          body: { error: { code: 'webhook_not_found', description: 'No such webhook' } },
        };
      if (method === 'DELETE') return { status: 200 };
      return { status: 200, body: { webhook: { ...stored, ...(method === 'PUT' ? JSON.parse(body) : {}) } } };
    });
  });

  afterEach(() => server.close());

  const call = (args: readonly string[], options: Parameters<typeof run>[1] = {}) =>
    run(['webhooks', ...args], {
      ...options,
      env: { SWITCHHOOK_KEY_ID: 'app_5f', SWITCHHOOK_SECRET: 'secret', SWITCHHOOK_BASE_URL: server.baseUrl },
    });
  const seen = () => server.calls.map(({ method, url }) => `${method} ${url}`);
  const changes = () =>
    server.calls.filter(({ method }) => method !== 'GET').map(({ body }) => JSON.parse(body) as unknown);

  it.each([[[]], [['list']]])('lists them without their secrets (%j)', async (args) => {
    const { code, stdout, stderr } = await call(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      `5f01  v1.1  ${target}  message:appUser,postback`,
      '5f02  v1    https://old.example.com                 *                         with client and full app user',
      '',
    ]);
    for (const secret of secrets) expect(stdout).not.toContain(secret);
    expect(seen()).toEqual(['GET /v1.1/webhooks']);
  });

  it('has no secrets with --json either', async () => {
    const { stdout, json } = await call(['list', '--json']);
    expect(json()).toEqual(webhooks.map(({ secret, ...rest }) => rest));
    expect(stdout).not.toContain('secret');
  });

  it('shows the secrets when it is told to', async () => {
    const lines = (await call(['list', '--show-secrets'])).stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ').at(-1))).toEqual([...secrets]);
    expect((await call(['list', '--show-secrets', '--json'])).json()).toEqual(webhooks);
  });

  it('says that there are none', async () => {
    server.answer(() => ({ status: 200, body: { webhooks: [] } }));
    expect(await call([])).toMatchObject({ code: 0, stdout: 'There are no webhooks.\n' });
    expect((await call(['--json'])).json()).toEqual([]);
  });

  it('creates one whose target is new', async () => {
    const args = [
      'ensure',
      'https://new.example.com',
      '--trigger',
      '*',
      '--trigger',
      'typing:appUser',
      '--include-client',
    ];
    const { code, stdout, stderr } = await call(args);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'created  5f03  v1.1  https://new.example.com  *,typing:appUser  with client\n',
      stderr: '',
    });
    expect(seen()).toEqual(['GET /v1.1/webhooks', 'POST /v1.1/webhooks']);
    expect(changes()).toEqual([
      { target: 'https://new.example.com', triggers: ['*', 'typing:appUser'], includeClient: true },
    ]);
  });

  it('leaves one as it is', async () => {
    const { code, stdout } = await call([
      'ensure',
      target,
      '--trigger',
      'postback',
      '--trigger',
      'message:appUser',
    ]);
    expect(code).toBe(0);
    expect(stdout).toBe(`unchanged  5f01  v1.1  ${target}  message:appUser,postback\n`);
    expect(seen()).toEqual(['GET /v1.1/webhooks']);
  });

  it('updates what differs', async () => {
    const args = ['ensure', target, '--trigger', 'postback', '--include-full-app-user'];
    const { code, stdout } = await call(args);
    expect(code).toBe(0);
    expect(stdout).toBe(`updated  5f01  v1.1  ${target}  postback  with full app user\n`);
    expect(seen()).toEqual(['GET /v1.1/webhooks', 'PUT /v1.1/webhooks/5f01']);
    expect(changes()).toEqual([{ triggers: ['postback'], includeFullAppUser: true }]);
  });

  it('turns off what a webhook includes', async () => {
    const flags = ['--no-include-client', '--no-include-full-app-user', '--api-version', 'v1'];
    server.script(
      { status: 200, body: { webhooks } },
      { status: 200, body: { webhook: { ...webhooks[1], includeClient: false, includeFullAppUser: false } } },
    );
    const { stdout } = await call(['ensure', 'https://old.example.com', '--trigger', '*', ...flags]);
    expect(stdout).toBe('updated  5f02  v1  https://old.example.com  *\n');
    expect(seen()).toEqual(['GET /v1/webhooks', 'PUT /v1/webhooks/5f02']);
    expect(changes()).toEqual([{ includeClient: false, includeFullAppUser: false }]);
  });

  it('gives what it did with the secret for a program, and for a person who asks', async () => {
    const args = ['ensure', target, '--trigger', 'postback', '--trigger', 'message:appUser'];
    expect((await call([...args, '--json'])).json()).toEqual({ action: 'unchanged', webhook: webhooks[0] });
    expect((await call(args)).stdout).not.toContain(secrets[0]);
    expect((await call([...args, '--show-secrets'])).stdout).toContain(`  ${secrets[0]}\n`);
  });

  it('warns of a trigger that nobody knows, and sends it', async () => {
    const { code, stderr } = await call([
      'ensure',
      'http://h',
      '--trigger',
      'message:appuser',
      '--trigger',
      'message',
    ]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "No trigger 'message:appuser' is known here; the nearest is 'message:appUser'.\n",
    });
    expect(changes()).toEqual([{ target: 'http://h', triggers: ['message:appuser', 'message'] }]);
  });

  it('deletes one when told not to ask', async () => {
    expect(await call(['delete', '5f01', '--yes'])).toMatchObject({
      code: 0,
      stdout: 'Webhook 5f01 is deleted.\n',
    });
    expect(seen()).toEqual(['DELETE /v1.1/webhooks/5f01']);
    expect((await call(['delete', '5f02', '--yes', '--json'])).json()).toEqual({ deleted: '5f02' });
  });

  it('asks a person before it deletes', async () => {
    const no = await call(['delete', '5f01'], { tty: true, stdin: 'n\n' });
    expect(no).toMatchObject({ code: 1, stdout: 'Nothing was done.\n' });
    expect(no.stderr).toContain(`Webhook 5f01 of ${target} will be deleted. Go on? [y/N] `);
    expect(seen()).toEqual(['GET /v1.1/webhooks/5f01']);
    const yes = await call(['delete', '5f01'], { tty: true, stdin: 'y\n' });
    expect(yes).toMatchObject({ code: 0, stdout: 'Webhook 5f01 is deleted.\n' });
    expect(seen().at(-1)).toBe('DELETE /v1.1/webhooks/5f01');
  });

  it.each([
    ['no terminal', {}, []],
    ['--json at a terminal', { tty: true, stdin: 'y\n' }, ['--json']],
  ])('deletes nothing with %s unless it is told --yes', async (_, options, args) => {
    const { code, stdout, stderr } = await call(['delete', '5f01', ...args], options);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`switchhook: Webhook 5f01 of ${target} would be deleted: say --yes.\n`);
    expect(seen()).toEqual(['GET /v1.1/webhooks/5f01']);
  });

  it('fails for one that does not exist, without a question', async () => {
    const { code, stdout, stderr } = await call(['delete', 'nobody'], { tty: true, stdin: 'y\n' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'switchhook: GET /v1.1/webhooks/{id} was answered 404 webhook_not_found: No such webhook\n',
    );
  });

  it.each([
    ['a misspelt action', ['delte', '5f01'], "webhooks has no 'delte'; did you mean 'delete'?"],
    ['an action that every object has', ['toString'], "webhooks has no 'toString'"],
    ['list with an argument', ['list', '5f01'], "list takes options alone, not '5f01'."],
    [
      'ensure without a target',
      ['ensure', '--trigger', '*'],
      'Say switchhook webhooks ensure TARGET --trigger',
    ],
    [
      'two targets',
      ['ensure', target, 'http://h', '--trigger', '*'],
      'Say switchhook webhooks ensure TARGET',
    ],
    ['ensure without a trigger', ['ensure', target], '--trigger is missing'],
    ['a target that is no URL', ['ensure', 'example.com', '--trigger', '*'], 'target must be a URL'],
    [
      'a switch that is on and off',
      ['ensure', target, '--trigger', '*', '--include-client', '--no-include-client'],
      'Give --include-client or --no-include-client, not both.',
    ],
    ['delete without an ID', ['delete', '--yes'], 'Say switchhook webhooks delete ID.'],
    ['delete with two', ['delete', '5f01', '5f02', '--yes'], 'Say switchhook webhooks delete ID.'],
    ['an empty ID', ['delete', '', '--yes'], 'is empty: give an id'],
  ])('refuses %s', async (_, args, message) => {
    const { code, stdout, stderr } = await call(args);
    expect({ code, stdout, calls: server.calls }).toEqual({ code: 2, stdout: '', calls: [] });
    expect(stderr).toContain(message);
  });
});
