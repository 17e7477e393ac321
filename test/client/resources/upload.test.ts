import { createReadStream } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { Client } from '../../../src/client/create-client.ts';
import type { UploadProgress, UploadSource } from '../../../src/client/types/index.ts';
import { createAppClient, type Recorder, startRecorder } from './support.ts';

const limitBytes = 26_214_400;

let recorder: Recorder;
let client: Client;
let folder: string;
let path: string;
beforeAll(async () => {
  recorder = await startRecorder();
  client = createAppClient(recorder);
  folder = await mkdtemp(join(tmpdir(), 'switchhook-upload-'));
  path = join(folder, 'dot.gif');
  await writeFile(path, 'GIF89a');
});
beforeEach(() => recorder.answerWith({ status: 201, body: '{"mediaUrl":"https://example.com/x"}' }));
afterAll(async () => {
  await recorder.close();
  await rm(folder, { recursive: true });
});

/** The file of the form that came: its name, its type and its bytes. */
function receivedFile(index = 0): readonly (string | undefined)[] {
  const body = recorder.requests[index]?.body.toString('latin1') ?? '';
  const [, name, type, bytes] =
    /name="source"; filename="([^"]*)"\r\nContent-Type: ([^\r]*)\r\n\r\n(.*)\r\n--/s.exec(body) ?? [];
  return [name, type, bytes];
}

describe('a file to upload', () => {
  it.each<[string, () => UploadSource, string, string]>([
    ['a Buffer', () => Buffer.from('GIF89a'), 'file', 'application/octet-stream'],
    ['a Uint8Array', () => new TextEncoder().encode('GIF89a'), 'file', 'application/octet-stream'],
    [
      'a part of a larger buffer',
      () => Buffer.from('..GIF89a..').subarray(2, 8),
      'file',
      'application/octet-stream',
    ],
    [
      'an ArrayBuffer',
      () => new Uint8Array(Buffer.from('GIF89a')).buffer,
      'file',
      'application/octet-stream',
    ],
    ['a Blob', () => new Blob(['GIF89a'], { type: 'image/gif' }), 'file', 'image/gif'],
    ['a File', () => new File(['GIF89a'], 'a.png'), 'a.png', 'image/png'],
    [
      'a stream of Node',
      () => Readable.from([Buffer.from('GIF'), Buffer.from('89a')]),
      'file',
      'application/octet-stream',
    ],
    ['a stream of texts', () => Readable.from(['GIF', '89a']), 'file', 'application/octet-stream'],
    ['a stream of a file', () => createReadStream(path), 'dot.gif', 'image/gif'],
    ['a stream of the web', () => new Blob(['GIF89a']).stream(), 'file', 'application/octet-stream'],
    ['a path', () => ({ path }), 'dot.gif', 'image/gif'],
    ['a path as URL', () => ({ path: pathToFileURL(path) }), 'dot.gif', 'image/gif'],
  ])('is %s', async (_, source, name, type) => {
    await client.attachments.upload({ source: source() });
    expect(receivedFile()).toEqual([name, type, 'GIF89a']);
  });

  it('has the name and the type that are given', async () => {
    await client.attachments.upload({ source: { path }, fileName: 'A.JPEG' });
    expect(receivedFile()).toEqual(['A.JPEG', 'image/jpeg', 'GIF89a']);
    await client.attachments.upload({ source: { path }, contentType: 'image/x-own' });
    expect(receivedFile(1)).toEqual(['dot.gif', 'image/x-own', 'GIF89a']);
  });

  it.each([
    ['a text', 'dot.gif'],
    ['nothing', undefined],
    ['an object', {}],
  ])('is not %s', async (_, source) => {
    const upload = client.attachments.upload({ source: source as unknown as UploadSource });
    await expect(upload).rejects.toMatchObject({
      code: 'invalid_options',
      message: expect.stringContaining('source'),
    });
    expect(recorder.requests).toEqual([]);
  });

  it('must be there', async () => {
    const upload = client.attachments.upload({ source: { path: join(folder, 'none.gif') } });
    await expect(upload).rejects.toMatchObject({ code: 'ENOENT' });
    expect(recorder.requests).toEqual([]);
  });

  it('is sent up to 25 MB, and refused above, whatever it comes from', async () => {
    const large = join(folder, 'large.bin');
    await writeFile(large, '');
    const sources = (bytes: number): UploadSource[] => [
      Buffer.alloc(bytes),
      Readable.from([Buffer.alloc(bytes - 1), Buffer.alloc(1)]),
      { path: large },
    ];
    for (const [index] of sources(1).entries()) {
      await truncate(large, limitBytes);
      await client.attachments.upload({ source: sources(limitBytes)[index] as UploadSource });
      expect(recorder.requests[index]?.body.length).toBeGreaterThan(limitBytes);
      await truncate(large, limitBytes + 1);
      await expect(
        client.attachments.upload({ source: sources(limitBytes + 1)[index] as UploadSource }),
      ).rejects.toMatchObject({ name: 'TooLargeError', code: 'request_entity_too_large' });
      expect(recorder.requests).toHaveLength(index + 1);
    }
  });

  it('is not read at all from a path when it is too large', async () => {
    const huge = join(folder, 'huge.bin');
    await writeFile(huge, '');
    // More than a buffer can hold: to read it would be another error.
    await truncate(huge, 8 * 1024 ** 3);
    await expect(client.attachments.upload({ source: { path: huge } })).rejects.toMatchObject({
      name: 'TooLargeError',
    });
  });

  it('is not read on from a stream that is too large', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) {
        given += 1;
        yield Buffer.alloc(1_000_000);
      }
    }
    await expect(client.attachments.upload({ source: endless() })).rejects.toMatchObject({
      name: 'TooLargeError',
    });
    expect(given).toBeLessThan(100);
  });

  it('is no longer read from a stream when the signal says so', async () => {
    const controller = new AbortController();
    const stream = new Readable({ read: () => controller.abort(new Error('not wanted any more')) });
    const upload = client.attachments.upload({ source: stream }, { signal: controller.signal });
    await expect(upload).rejects.toThrow('not wanted any more');
    expect(stream.destroyed).toBe(true);
    expect(recorder.requests).toEqual([]);
  });

  it('is sent again from its beginning after a 429, a stream too', async () => {
    recorder.answerWith(
      { status: 429, body: '{"error":{"code":"too_many_requests"}}' },
      { status: 201, body: '{"mediaUrl":"https://example.com/x"}' },
    );
    const again = client.withOptions({ maxRetries: 1, random: () => 0 });
    const progress: UploadProgress[] = [];
    const { attempts } = await again.attachments
      .upload({ source: Readable.from([Buffer.from('GIF89a')]), onProgress: (step) => progress.push(step) })
      .withResponse();
    expect(attempts).toBe(2);
    expect([receivedFile(0)[2], receivedFile(1)[2]]).toEqual(['GIF89a', 'GIF89a']);
    expect(progress).toEqual([
      { sentBytes: 6, totalBytes: 6 },
      { sentBytes: 6, totalBytes: 6 },
    ]);
  });

  it('tells of its progress in steps that rise to the whole', async () => {
    const totalBytes = 1_000_000;
    const progress: UploadProgress[] = [];
    await client.attachments.upload({
      source: Buffer.alloc(totalBytes),
      onProgress: (step) => progress.push(step),
    });
    expect(progress).toHaveLength(16);
    expect(progress.every((step) => step.totalBytes === totalBytes)).toBe(true);
    const steps = progress.map((step) => step.sentBytes);
    expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
    expect(steps.at(-1)).toBe(totalBytes);
    expect(receivedFile()[2]).toHaveLength(totalBytes);
  });

  it('is sent although the function that is told throws', async () => {
    const onProgress = jest.fn(() => {
      throw new Error('a bar that broke');
    });
    await client.attachments.upload({ source: Buffer.from('GIF89a'), onProgress });
    expect(onProgress).toHaveBeenCalledTimes(1);
    expect(receivedFile()[2]).toBe('GIF89a');
  });

  it('may be empty', async () => {
    await client.attachments.upload({ source: Buffer.alloc(0), onProgress: () => {} });
    expect(receivedFile()[2]).toBe('');
  });
});
