import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { UploadProgress, UploadSource } from '../../../src/client/index.ts';
import { failureOf } from '../../client/support/client.ts';
import { endAll, start } from './support/start.ts';

const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256);
let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchhook-emulated-upload-'));
  path = join(folder, 'dot.gif');
  await writeFile(path, bytes);
});
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

/** What is served at a URL. */
async function download(url: string): Promise<{ bytes: Uint8Array; type: string | null; status: number }> {
  const { status, headers, ...response } = await fetch(url).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  }));
  return { status, type: headers.get('content-type'), ...response };
}

describe('a file that is uploaded to the emulator', () => {
  it.each<[string, () => UploadSource]>([
    ['a Buffer', () => Buffer.from(bytes)],
    ['an ArrayBuffer', () => bytes.slice().buffer],
    ['a Blob', () => new Blob([bytes])],
    ['a stream', () => Readable.from([bytes.slice(0, 10), bytes.slice(10)])],
    ['a path', () => ({ path })],
  ])('from %s is served byte for byte', async (_, source) => {
    const { makeClient } = await start();
    const { mediaUrl, mediaType } = await makeClient().attachments.upload({
      source: source(),
      fileName: 'dot.gif',
    });
    expect(mediaType).toBe('image/gif');
    expect(await download(mediaUrl)).toEqual({ status: 200, type: 'image/gif', bytes });
  });

  it('is gone once it is removed', async () => {
    const { makeClient } = await start();
    const { attachments } = makeClient();
    const attachment = await attachments.upload({ source: bytes, contentType: 'application/x-own' });
    expect(attachment.mediaType).toBe('application/x-own');
    expect(await attachments.remove(attachment)).toBeUndefined();
    expect(await download(attachment.mediaUrl)).toMatchObject({ status: 404 });
    expect(await failureOf(attachments.remove(attachment))).toMatchObject({ code: 'bad_request' });
  });

  it('goes with its user when it is for a message, and stays otherwise', async () => {
    const { emulator, makeClient } = await start();
    const client = makeClient();
    emulator.user({ userId: 'jane' }).say('hi');
    const kept = await client.attachments.upload({ source: bytes, userId: 'jane' });
    const own = await client.attachments.upload({ source: bytes, userId: 'jane', for: 'message' });
    await client.appUsers.delete('jane');
    await emulator.idle();
    expect((await download(own.mediaUrl)).status).toBe(404);
    expect((await download(kept.mediaUrl)).status).toBe(200);
  });

  it('is sent again from its beginning after a 429, and once in all', async () => {
    const { emulator, makeClient } = await start();
    emulator.faults.add({ on: 'api', action: { type: 'status', status: 429 }, times: 1 });
    const progress: UploadProgress[] = [];
    const upload = makeClient().attachments.upload({
      source: Readable.from([bytes]),
      onProgress: (step) => void progress.push(step),
    });
    const { data, attempts } = await upload.withResponse();
    expect(attempts).toBe(2);
    expect((await download(data.mediaUrl)).bytes).toEqual(bytes);
    expect(progress.at(-1)).toEqual({ sentBytes: bytes.length, totalBytes: bytes.length });
  });

  it('is refused by the emulator above the limit that it was told, and taken at it', async () => {
    const { makeClient } = await start({ limits: { uploadBytes: bytes.length } });
    const { attachments } = makeClient();
    await expect(attachments.upload({ source: bytes })).resolves.toBeDefined();
    const error = await failureOf(attachments.upload({ source: new Uint8Array(bytes.length + 1) }));
    expect(error).toMatchObject({ name: 'TooLargeError', code: 'request_entity_too_large', status: 413 });
  });

  it('is taken by the emulator at the limit of the service', async () => {
    const { makeClient } = await start();
    const source = Buffer.alloc(26_214_400);
    const { mediaUrl } = await makeClient().attachments.upload({ source, fileName: 'large.bin' });
    expect((await download(mediaUrl)).bytes).toHaveLength(26_214_400);
  });
});

describe('an image that is posted to the emulator', () => {
  it('is a message that shows it', async () => {
    const { makeClient } = await start();
    const client = makeClient();
    await client.appUsers.create({ userId: 'jane' });
    const { message } = await client.messages.createImage('jane', {
      source: { path },
      role: 'appMaker',
      metadata: { order: 0 },
    });
    expect(message).toMatchObject({ type: 'image', mediaType: 'image/gif', metadata: { order: 0 } });
    const { mediaUrl = '' } = message as { mediaUrl?: string };
    expect((await download(mediaUrl)).bytes).toEqual(bytes);
    await client.messages.delete('jane', message._id);
    expect((await download(mediaUrl)).status).toBe(404);
  });
});
