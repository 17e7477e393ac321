import { type ServiceErrorCode, statusOfCode } from '../../../src/client/errors/index.ts';
import { basicAuth, type Client, isApiError, type RetryEvent } from '../../../src/client/index.ts';
import { apiErrorStatuses } from '../../../src/emulator/world/index.ts';
import { createManualClock } from '../../../src/testing/manual-clock.ts';
import { failureOf } from '../../client/support/client.ts';
import { endAll, type Started, start } from './support/start.ts';

afterEach(endAll);

const message = { role: 'appMaker', type: 'text', text: 'Hello' } as const;
const classes: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  401: 'AuthError',
  402: 'PaymentRequiredError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  409: 'ConflictError',
  413: 'TooLargeError',
  423: 'LockedError',
  429: 'RateLimitError',
};

/** What leads to each code, with a client of the app in which there is jane. What is not here comes by a fault alone: no call leads there. */
const ways: Partial<Record<ServiceErrorCode, (client: Client, started: Started) => unknown>> = {
  bad_request: (client) => client.appUsers.create({ userId: 'joe', signedUpAt: 'yesterday' }),
  not_an_image: (client) =>
    client.messages.createImage('jane', { role: 'appMaker', source: Buffer.from('a'), fileName: 'a.txt' }),
  payments_not_configured: (client, { emulator }) => {
    emulator.user({ channel: 'twilio', userId: 'jane' }).say('hi');
    const actions = [{ type: 'buy', text: 'Buy', amount: 100 }] as const;
    return client.messages.create('jane', { ...message, actions });
  },
  invalid_syntax: (client) => client.messages.create('jane', { ...message, text: '%[Buy](nothing:' }),
  invalid_auth: (_, { makeClient, emulator: { credentials } }) =>
    makeClient({ auth: basicAuth({ ...credentials, secret: 'not-the-secret' }) }).menu.get(),
  unauthorized: (client) => client.apps.create({ name: 'Mine' }),
  forbidden: (client) => client.forApp('5963c0d619a30a2e00de36b9').menu.get(),
  not_found: (client) => client.templates.get('none'),
  user_not_found: (client) => client.appUsers.get('nobody'),
  app_not_found: (_, { makeClient, emulator }) =>
    makeClient({ auth: basicAuth(emulator.accountCredentials) }).apps.get('none'),
  integration_not_found: (client) => client.integrations.get('none'),
  client_not_found: (client) =>
    client.messages.create('jane', { ...message, destination: { integrationType: 'telegram' } }),
  menu_not_found: async (client) => {
    const { _id } = await client.integrations.create({
      type: 'messenger',
      pageAccessToken: 'p',
      appId: 'a',
      appSecret: 's',
    });
    await client.integrations.menu.delete(_id);
  },
  conversation_not_found: (client) => client.conversations.resetUnread('jane'),
  webhook_not_found: (client) => client.webhooks.get('none'),
  message_not_found: async (client) => {
    await client.messages.create('jane', message);
    await client.messages.delete('jane', 'none');
  },
  route_not_found: (client) => client.request('GET', '/nothing'),
  conflict: (client) => client.appUsers.create({ userId: 'jane' }),
  request_entity_too_large: (client) =>
    client.templates.create({ name: 'large', message: { ...message, text: 'x'.repeat(2_000) } }),
  locked: async (client) => {
    for (let count = 0; count < 4; count++) await client.messages.create('jane', message);
  },
  too_many_requests: async (client) => {
    for (let count = 0; count < 12; count++) await client.menu.get();
  },
};
const byFaultAlone: readonly ServiceErrorCode[] = [
  'payment_required',
  'trial_expired',
  'app_maker_not_found',
  'processor_not_found',
];

async function startSmall(): Promise<Started & { client: Client }> {
  const started = await start({
    limits: { jsonBytes: 1_000, messagesPerConversation: 3 },
    rateLimit: { calls: 10, perMs: 60_000 },
  });
  const client = started.makeClient({ maxRetries: 0 });
  await client.appUsers.create({ userId: 'jane' });
  return { ...started, client };
}

describe('each code of the service', () => {
  it.each(Object.entries(ways))('%s is what the emulator refuses a call with', async (name, run) => {
    const code = name as ServiceErrorCode;
    const { client, ...started } = await startSmall();
    const error = await failureOf((async () => await run(client, started))());
    const status = statusOfCode[code];
    expect(error).toMatchObject({
      code,
      status,
      name: classes[status],
      description: expect.stringMatching(/./),
    });
    expect(isApiError(error, code)).toBe(true);
  });

  it.each(byFaultAlone)('%s is answered when a fault orders it', async (code) => {
    const { client, emulator } = await startSmall();
    const status = statusOfCode[code];
    emulator.faults.add({ on: 'api', action: { type: 'status', status, code } });
    expect(await failureOf(client.menu.get())).toMatchObject({ code, status, name: classes[status] });
  });

  it('is reached by a call or by a fault, and there is no other', () => {
    const reached = new Set([...Object.keys(ways), ...byFaultAlone]);
    expect(reached).toEqual(new Set(Object.keys(statusOfCode)));
    expect(apiErrorStatuses).toBe(statusOfCode);
  });
});

describe('an answer of the emulator that is no JSON', () => {
  it.each([
    [500, 'ServerError', 'server_error'],
    [502, 'ServerError', 'server_error'],
    [404, 'NotFoundError', 'unexpected_status'],
    [429, 'RateLimitError', 'too_many_requests'],
  ])('is known by its status %i', async (status, name, code) => {
    const { client, emulator } = await startSmall();
    emulator.faults.add({ on: 'api', action: { type: 'html', status } });
    expect(await failureOf(client.menu.get())).toMatchObject({ status, name, code });
  });

  it('is none where a redirect is: credentials never leave', async () => {
    const { client, emulator } = await startSmall();
    emulator.faults.add({ on: 'api', action: { type: 'status', status: 302 } });
    expect(await failureOf(client.menu.get())).toMatchObject({ status: 302, name: 'UnexpectedAnswerError' });
  });
});

describe('an answer of the emulator without a body', () => {
  it('is success where the service answers nothing', async () => {
    const { makeClient, emulator } = await start();
    emulator.user({ userId: 'jane' }).say('hi');
    const client = makeClient();
    for (const call of [client.messages.deleteAll('jane'), client.conversations.resetUnread('jane')]) {
      const { data, status, headers } = await call.withResponse();
      expect([data, status, headers.get('content-length')]).toEqual([undefined, 200, '0']);
    }
  });
});

describe('the limit of calls that the emulator is told', () => {
  it('holds a client back for as long as it says, and then lets it through', async () => {
    const { makeClient } = await start({ clock: 'manual', rateLimit: { calls: 2, perMs: 7_000 } });
    const client = makeClient({ maxRetries: 0 });
    await Promise.all([client.menu.get(), client.menu.get()]);
    expect(await failureOf(client.menu.get())).toMatchObject({
      code: 'too_many_requests',
      retryAfterMs: 7_000,
    });
  });

  it('is no obstacle to a client that waits', async () => {
    const clock = createManualClock();
    const { emulator, makeClient } = await start({ clock, rateLimit: { calls: 2, perMs: 7_000 } });
    const delays: number[] = [];
    const onRetry = ({ delayMs }: RetryEvent) => {
      delays.push(delayMs);
      setImmediate(() => void emulator.advance(delayMs));
    };
    const client = makeClient({ clock, hooks: { onRetry } });
    for (let count = 0; count < 6; count++) await client.menu.get();
    expect(delays).toEqual([7_000, 7_000]);
  });
});
