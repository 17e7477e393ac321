import type { Client } from '../../src/client/index.ts';
import { createFailingFetch, failureOf, makeClient } from './support/client.ts';
import { type Service, services } from './support/services/index.ts';

describe.each(services)('a form to $service', ({ start }) => {
  let server: Service;
  beforeEach(async () => {
    makeForm.mockClear();
    const attachment = { mediaUrl: 'http://localhost/a.txt', mediaType: 'text/plain' };
    server = await start(() => ({ status: 201, body: attachment }));
  });
  afterEach(() => server.close());

  const makeForm = jest.fn(() => {
    const form = new FormData();
    form.set('source', new Blob(['bytes']), 'a.txt');
    return form;
  });
  const upload = (client: Client, repeatable: boolean) =>
    client.request('POST', '/attachments', {
      query: { access: 'public' },
      form: { make: makeForm, repeatable },
    });

  it('goes as multipart with the file in it', async () => {
    await upload(makeClient(server.baseUrl), true);
    const [call] = server.calls;
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(call?.headers['content-type'] ?? '')?.[1];
    const head =
      'Content-Disposition: form-data; name="source"; filename="a.txt"\r\nContent-Type: application/octet-stream';
    expect(call?.body.trimEnd()).toBe(`--${boundary}\r\n${head}\r\n\r\nbytes\r\n--${boundary}--`);
  });

  it('is made again for each attempt when it can be', async () => {
    server.suffer({ type: 'status', status: 429 });
    await upload(makeClient(server.baseUrl), true);
    expect(makeForm).toHaveBeenCalledTimes(2);
  });

  it('that cannot be made again is not, once it was sent', async () => {
    server.suffer({ type: 'status', status: 429 });
    expect(await failureOf(upload(makeClient(server.baseUrl), false))).toMatchObject({
      status: 429,
      attempts: 1,
    });
    expect(makeForm).toHaveBeenCalledTimes(1);
  });

  it('that cannot be made again is kept for the attempt after one without a connection', async () => {
    const client = makeClient(server.baseUrl, { fetch: createFailingFetch('ECONNREFUSED') });
    expect(await upload(client, false)).toEqual({
      mediaUrl: expect.stringMatching(/a\.txt$/),
      mediaType: 'text/plain',
    });
    expect(makeForm).toHaveBeenCalledTimes(1);
  });
});
