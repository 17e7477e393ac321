import type { Client } from '../../src/client/index.ts';
import { createFailingFetch, failureOf, makeClient } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

describe('a form', () => {
  const makeForm = jest.fn(() => {
    const form = new FormData();
    form.set('source', new Blob(['bytes']), 'a.txt');
    return form;
  });
  beforeEach(() => makeForm.mockClear());
  const upload = (client: Client, repeatable: boolean) =>
    client.request('POST', '/attachments', { form: { make: makeForm, repeatable } });

  it('goes as multipart with the file in it', async () => {
    await upload(makeClient(server.baseUrl), true);
    const [call] = server.calls;
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(call?.headers['content-type'] ?? '')?.[1];
    const head =
      'Content-Disposition: form-data; name="source"; filename="a.txt"\r\nContent-Type: application/octet-stream';
    expect(call?.body.trimEnd()).toBe(`--${boundary}\r\n${head}\r\n\r\nbytes\r\n--${boundary}--`);
  });

  it('is made again for each attempt when it can be', async () => {
    server.script({ status: 429 }, { status: 201 });
    await upload(makeClient(server.baseUrl), true);
    expect(makeForm).toHaveBeenCalledTimes(2);
  });

  it('that cannot be made again is not, once it was sent', async () => {
    server.script({ status: 429 }, { status: 201 });
    expect(await failureOf(upload(makeClient(server.baseUrl), false))).toMatchObject({
      status: 429,
      attempts: 1,
    });
    expect(makeForm).toHaveBeenCalledTimes(1);
  });

  it('that cannot be made again is kept for the attempt after one without a connection', async () => {
    server.script({ status: 201, body: { mediaUrl: 'x' } });
    const client = makeClient(server.baseUrl, { fetch: createFailingFetch('ECONNREFUSED') });
    expect(await upload(client, false)).toEqual({ mediaUrl: 'x' });
    expect(makeForm).toHaveBeenCalledTimes(1);
  });
});
