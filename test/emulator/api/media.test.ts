import { closeAll } from '../support/listen.ts';
import { errorOf, startApi } from './support.ts';

afterEach(closeAll);

const files = new Map([
  ['apps/1/abc/a.png', { bytes: new Uint8Array([1, 2, 3, 255]), mediaType: 'image/png' }],
  ['apps/1/abc/a%20b.html', { bytes: Buffer.from('<script>1</script>'), mediaType: 'text/html' }],
]);

describe('the media of the emulated API', () => {
  it('are served to everybody, with their type', async () => {
    const { origin, log } = await startApi({ media: (path) => files.get(path) });
    const response = await fetch(`${origin}/media/apps/1/abc/a.png?x=1`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3, 255]));
    expect(log.list()).toEqual([]);
  });

  it('are looked up by the path as it was called, and run nothing', async () => {
    const api = await startApi({ media: (path) => files.get(path) });
    const { status, headers } = await api.call('GET', '/media/apps/1/abc/a%20b.html');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('answer HEAD without the file', async () => {
    const api = await startApi({ media: (path) => files.get(path) });
    const { status, headers, text } = await api.call('HEAD', '/media/apps/1/abc/a.png');
    expect({ status, type: headers.get('content-type'), text }).toEqual({
      status: 200,
      type: 'image/png',
      text: '',
    });
  });

  it.each([
    ['GET', '/media/apps/1/abc/none.png'],
    ['GET', '/media'],
    ['GET', '/media/%'],
    ['POST', '/media/apps/1/abc/a.png'],
    ['DELETE', '/media/apps/1/abc/a.png'],
  ])('answer %s %s with 404', async (method, path) => {
    const api = await startApi({ media: (name) => files.get(name) });
    const { status, body } = await api.call(method, path);
    expect({ status, body }).toEqual({ status: 404, body: errorOf('route_not_found') });
  });
});
