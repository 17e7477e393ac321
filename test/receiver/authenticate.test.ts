import { type OutgoingHttpHeaders, request } from 'node:http';
import type { NamedSecret, ReceiverOptions } from '../../src/receiver/index.ts';
import { matchSecret, readSecretList } from '../../src/receiver/secret-list.ts';
import { call, closeServers, listen, makeReceiver, message, outcomeOf, SECRET } from './support.ts';

afterEach(closeServers);

const OTHER = 'p4Hs8Jc2-1mVyE6uRk7a';
const wrong = [401, { error: 'authentication_failed' }];
const right = [200, { outcome: 'queued' }];

async function post(headers: OutgoingHttpHeaders, options: Partial<ReceiverOptions> = {}) {
  const { receiver, queue } = makeReceiver(options);
  const answer = await call(await listen(receiver), { headers, body: message });
  return { answer, queue };
}

describe('the header with the secret', () => {
  it.each([
    ['right', SECRET, right],
    ['wrong', OTHER, wrong],
    ['empty', '', wrong],
    ['longer by a character', `${SECRET}a`, wrong],
    ['shorter by a character', SECRET.slice(0, -1), wrong],
    ['in other letters', SECRET.toLowerCase(), wrong],
    ['with a prefix', `Bearer ${SECRET}`, wrong],
    ['there twice, both right', [SECRET, SECRET], wrong],
    ['there twice, the first right', [SECRET, OTHER], wrong],
    ['joined', `${SECRET}, ${SECRET}`, wrong],
  ])('is judged when %s', async (_, value, expected) => {
    const { answer, queue } = await post({ 'x-api-key': value });
    expect(outcomeOf(answer)).toEqual(expected);
    expect(queue.deliveries).toHaveLength(expected === right ? 1 : 0);
  });

  it('is missed when absent', async () => {
    const { receiver } = makeReceiver();
    const url = await listen(receiver);
    const answer = await new Promise((resolve, reject) => {
      request(url, { method: 'POST' }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end(JSON.stringify(message));
    });
    expect(answer).toBe(401);
  });

  it('is found whatever the case of its name', async () => {
    const { answer } = await post({ 'x-api-key': undefined, 'X-Api-KEY': SECRET });
    expect(outcomeOf(answer)).toEqual(right);
  });

  it('can have another name', async () => {
    const options = { secretHeader: 'X-Hook' };
    expect(outcomeOf((await post({ 'x-hook': SECRET }, options)).answer)).toEqual(right);
    expect(outcomeOf((await post({ 'x-api-key': SECRET }, options)).answer)).toEqual(wrong);
  });

  it('that came twice is refused also where Node keeps the first alone, and where the two join to a secret', async () => {
    const authorization = { secretHeader: 'authorization' };
    const twice = { ['authorization' as string]: [SECRET, OTHER] };
    expect(outcomeOf((await post({ authorization: SECRET }, authorization)).answer)).toEqual(right);
    expect(outcomeOf((await post(twice, authorization)).answer)).toEqual(wrong);
    const joined = { secrets: 'k3v9, Qz1p' };
    expect(outcomeOf((await post({ 'x-api-key': 'k3v9, Qz1p' }, joined)).answer)).toEqual(right);
    expect(outcomeOf((await post({ 'x-api-key': ['k3v9', 'Qz1p'] }, joined)).answer)).toEqual(wrong);
  });

  it('can hold characters of latin1', async () => {
    const { answer } = await post({ 'x-api-key': 'schlüssel-ÿ-17' }, { secrets: 'schlüssel-ÿ-17' });
    expect(outcomeOf(answer)).toEqual(right);
  });

  it('is refused before the body is read, and the connection is closed', async () => {
    const { receiver } = makeReceiver();
    const url = await listen(receiver);
    const upload = request(url, {
      method: 'POST',
      headers: { 'x-api-key': OTHER, 'content-length': 50_000_000 },
    }).on('error', () => {});
    upload.write(Buffer.alloc(100_000));
    const [status, connection] = await new Promise<unknown[]>((resolve) => {
      upload.on('response', (response) => resolve([response.statusCode, response.headers.connection]));
    });
    expect([status, connection]).toEqual([401, 'close']);
    upload.destroy();
  });
});

describe('several secrets', () => {
  const secrets: NamedSecret[] = [
    { name: 'shop', secret: SECRET, version: 'v1.1' },
    { name: 'support', secret: OTHER },
  ];

  it.each([
    ['shop', SECRET],
    ['support', OTHER],
  ])('gives the delivery the name %s of the one that matches', async (name, secret) => {
    const { queue } = await post({ 'x-api-key': secret }, { secrets });
    expect(queue.deliveries[0]?.webhook).toBe(name);
  });

  it('gives no name for one that has none', async () => {
    const { queue } = await post({}, { secrets: [SECRET, OTHER] });
    expect(queue.deliveries[0]?.webhook).toBeNull();
  });

  it.each([
    [SECRET, 'v1.1'],
    [OTHER, 'v1'],
  ])('reads a body without version as the version of its webhook (%#)', async (secret, version) => {
    const { version: _, ...body } = message;
    const { receiver, queue } = makeReceiver({ secrets });
    await call(await listen(receiver), { headers: { 'x-api-key': secret }, body });
    expect(queue.deliveries[0]?.version).toBe(version);
  });

  it('compares every secret, whichever is right, by digests of one length', () => {
    const list = readSecretList([SECRET, OTHER, 'k3v9Qz1p']);
    let looks = 0;
    const watched = list.map((secret) => ({
      ...secret,
      get digest() {
        looks++;
        return secret.digest;
      },
    }));
    expect(matchSecret(SECRET, watched)?.digest).toEqual(list[0]?.digest);
    expect(looks).toBe(4);
    expect(new Set(list.map(({ digest }) => digest.length))).toEqual(new Set([32]));
    expect(JSON.stringify(list)).not.toContain(SECRET);
  });
});

describe('a rotation', () => {
  it('answers 503 to an unknown secret until its end, and 401 afterwards', async () => {
    const unknown = { 'x-api-key': OTHER };
    const during = await post(unknown, { rotationUntil: Date.now() + 60_000 });
    expect(outcomeOf(during.answer)).toEqual([503, { error: 'secret_not_known_yet' }]);
    expect(during.answer.headers['retry-after']).toBe('10');
    const after = await post(unknown, { rotationUntil: new Date(Date.now() - 1) });
    expect(outcomeOf(after.answer)).toEqual(wrong);
  });

  it('still answers 401 when there is no secret at all', async () => {
    const { answer } = await post({ 'x-api-key': '' }, { rotationUntil: Date.now() + 60_000 });
    expect(outcomeOf(answer)).toEqual(wrong);
  });

  it('takes the known secrets', async () => {
    const { answer } = await post({}, { rotationUntil: Date.now() + 60_000 });
    expect(outcomeOf(answer)).toEqual(right);
  });
});
