import { OptionsError } from '../../src/errors/index.ts';
import { createReceiver, type ReceiverOptions } from '../../src/receiver/index.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { createFakeQueue, SECRET } from './support.ts';

const logger = createMemoryLogger();

function create(options: object): unknown {
  return createReceiver({ secrets: SECRET, queue: createFakeQueue(), logger, ...options } as ReceiverOptions);
}

function refusalOf(options: object): OptionsError {
  try {
    create(options);
  } catch (error) {
    expect(error).toBeInstanceOf(OptionsError);
    return error as OptionsError;
  }
  throw new Error('nothing was thrown');
}

describe('secrets', () => {
  it.each([
    ['missing', undefined, /missing/],
    ['null', null, /missing/],
    ['of another kind', 42, /kind/],
    ['a single object', { name: 'a', secret: SECRET }, /kind/],
    ['an empty text', '', /empty/],
    ['blank', '        ', /empty/],
    ['of seven characters', 'k3v9Qz1', /shorter than 8/],
    ['with a control character', 'k3v9Qz1p\u0001', /no header/],
    ['with a line break', 'k3v9\nQz1p', /no header/],
    ['with a character beyond latin1', 'k3v9Qz1p€', /no header/],
    ['with a blank in front', ' k3v9Qz1p', /blank/],
    ['with a blank behind', 'k3v9Qz1p ', /blank/],
    ['with a line break behind', 'k3v9Qz1p\n', /blank/],
    ['an empty list', [], /empty list/],
    ['a list with a number', [SECRET, 5], /secrets\[1\]/],
    ['a list with null', [null], /secrets\[0\]/],
    ['a list with an empty text', [SECRET, ''], /secrets\[1\] is empty/],
    ['there twice', [SECRET, SECRET], /secrets\[1\] is there twice/],
    [
      'there twice under two names',
      [
        { name: 'a', secret: SECRET },
        { name: 'b', secret: SECRET },
      ],
      /twice/,
    ],
    ['named without a secret', [{ name: 'a' }], /secrets\[0\]\.secret must be a string/],
    ['named without a name', [{ secret: SECRET }], /name must be/],
    ['named blank', [{ name: ' ', secret: SECRET }], /name must be/],
    ['named with a control character', [{ name: 'a\u0000', secret: SECRET }], /name must be/],
    ['named at length', [{ name: 'a'.repeat(101), secret: SECRET }], /1 to 100/],
    ['named like itself', [{ name: SECRET, secret: SECRET }], /names are logged/],
    [
      'with a name there twice',
      [
        { name: 'a', secret: SECRET },
        { name: 'a', secret: 'k3v9Qz1p' },
      ],
      /own name/,
    ],
    ['of an unknown version', [{ name: 'a', secret: SECRET, version: 'v3' }], /v1, v1\.1/],
    [
      'with a misspelt key',
      [{ name: 'a', secret: SECRET, vresion: 'v1' }],
      /secrets\[0\] has no option 'vresion'/,
    ],
  ])('refuses secrets that are %s', (_, secrets, sentence) => {
    const { code, message } = refusalOf({ secrets });
    expect(code).toBe('invalid_options');
    expect(message).toMatch(sentence);
    expect(message).toMatch(/^[^\n]*\w\.$/);
    expect(message).not.toContain(SECRET);
    expect(message).not.toContain('k3v9');
  });

  it.each([
    'changeme',
    'change-me',
    'CHANGE_ME_123',
    'changethis',
    'replace-me',
    'your-secret',
    'your_webhook_secret_here',
    'YOUR-API-KEY',
    'secret123',
    'my-secret',
    'supersecret',
    'password',
    'passw0rd-placeholder'.slice(9),
    'xxxxxxxx',
    'aaaaaaaaaaaa',
    '********',
    '12345678',
    'abcdefgh',
    '<secret>',
    '<your-key>',
    '[secret]',
    '{{ secret }}',
    `$\{SECRET}`,
    '%SECRET%',
    '$WEBHOOK_SECRET',
    'undefined',
    '[object Object]',
    'insert your key here',
    'webhook_secret',
    'null-null'.replace('-null', '-----'),
  ])('refuses the placeholder %s', (secret) => {
    expect(refusalOf({ secrets: secret }).message).toMatch(/placeholder/);
  });

  it.each([
    ['of eight characters', 'k3v9Qz1p'],
    ['of 40 hex', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['of 86 base64url', `${'aB3-_z'.repeat(14)}xY`],
    ['in latin1', 'schlüssel-ÿ-17'],
    ['with a blank inside', 'k3v9 Qz1p'],
    ['that only begins like a placeholder', 'your-secretary-k3v9'],
    ['of digits', '83726154'],
    ['listed', [SECRET, 'k3v9Qz1p']],
    [
      'named',
      [
        { name: 'a', secret: SECRET, version: 'v1' },
        { name: 'b', secret: 'k3v9Qz1p' },
      ],
    ],
    ['named and not', [{ name: 'a', secret: SECRET, version: undefined }, 'k3v9Qz1p']],
  ])('takes secrets %s', (_, secrets) => {
    expect(create({ secrets })).toEqual(expect.any(Function));
  });
});

describe('the other options', () => {
  it.each([
    ['limitBytes NaN', { limitBytes: Number.NaN }, /limitBytes/],
    ['limitBytes 0', { limitBytes: 0 }, /limitBytes/],
    ['limitBytes below 0', { limitBytes: -1 }, /limitBytes/],
    ['limitBytes with a fraction', { limitBytes: 1.5 }, /limitBytes/],
    ['limitBytes as text', { limitBytes: '1mb' }, /limitBytes/],
    ['limitBytes without bound', { limitBytes: Number.POSITIVE_INFINITY }, /limitBytes/],
    ['enqueueTimeoutMs 20000', { enqueueTimeoutMs: 20_000 }, /enqueueTimeoutMs/],
    ['enqueueTimeoutMs 0', { enqueueTimeoutMs: 0 }, /enqueueTimeoutMs/],
    ['enqueueTimeoutMs NaN', { enqueueTimeoutMs: Number.NaN }, /enqueueTimeoutMs/],
    ['enqueueTimeoutMs as text', { enqueueTimeoutMs: '1800' }, /enqueueTimeoutMs/],
    ['windowMs below 15 minutes', { dedup: { windowMs: 899_999 } }, /dedup\.windowMs.*15 minutes/],
    ['windowMs without bound', { dedup: { windowMs: Number.POSITIVE_INFINITY } }, /dedup\.windowMs/],
    ['weakWindowMs below 15 minutes', { dedup: { weakWindowMs: 899_999 } }, /dedup\.weakWindowMs/],
    ['weakWindowMs with a fraction', { dedup: { weakWindowMs: 900_000.5 } }, /dedup\.weakWindowMs/],
    ['keyOf that is no function', { dedup: { keyOf: 'key' } }, /keyOf/],
    ['dedup null', { dedup: null }, /dedup must be an object/],
    ['a misspelt key of dedup', { dedup: { windowMS: 1 } }, /dedup has no option 'windowMS'/],
    ['acceptVersions empty', { acceptVersions: [] }, /acceptVersions/],
    ['acceptVersions with v2', { acceptVersions: ['v1', 'v2'] }, /acceptVersions/],
    ['acceptVersions as text', { acceptVersions: 'v1' }, /acceptVersions/],
    ['secretHeader empty', { secretHeader: '' }, /secretHeader/],
    ['secretHeader with a blank', { secretHeader: 'x api key' }, /secretHeader/],
    ['secretHeader with a colon', { secretHeader: 'x-api-key:' }, /secretHeader/],
    ['secretHeader null', { secretHeader: null }, /secretHeader/],
    ['queue missing', { queue: undefined }, /queue must be a queue/],
    ['queue without enqueue', { queue: { add() {} } }, /queue must be a queue/],
    ['rotationUntil invalid', { rotationUntil: new Date('soon') }, /rotationUntil/],
    ['rotationUntil as text', { rotationUntil: '2030-01-01' }, /rotationUntil/],
    ['rotationUntil in seconds', { rotationUntil: 1_900_000_000 }, /milliseconds/],
    ['logger without levels', { logger: { log() {} } }, /logger/],
    ['clock without schedule', { clock: { now: () => 0 } }, /clock/],
    ['a misspelt option', { limitBytse: 5 }, /createReceiver has no option 'limitBytse'/],
  ])('refuses %s', (_, options, sentence) => {
    expect(refusalOf(options).message).toMatch(sentence);
  });

  it.each([
    ['limitBytes 1', { limitBytes: 1 }],
    ['enqueueTimeoutMs 19999', { enqueueTimeoutMs: 19_999 }],
    ['enqueueTimeoutMs 1', { enqueueTimeoutMs: 1 }],
    ['windows of 15 minutes', { dedup: { windowMs: 900_000, weakWindowMs: 900_000 } }],
    ['a weak window above the strong one', { dedup: { windowMs: 900_000 } }],
    ['one version', { acceptVersions: ['v1.1'] }],
    ['another header', { secretHeader: 'X-Hook_Secret' }],
    ['a rotation that is over', { rotationUntil: new Date('2020-01-01') }],
    ['a rotation in milliseconds', { rotationUntil: Date.now() + 1_000 }],
    [
      'undefined for what has a default',
      { limitBytes: undefined, dedup: undefined, clock: undefined, acceptVersions: undefined },
    ],
    ['no logger', { logger: undefined }],
  ])('takes %s', (_, options) => {
    expect(create(options)).toEqual(expect.any(Function));
  });

  it('refuses to be called without an object', () => {
    expect(() => createReceiver(undefined as unknown as ReceiverOptions)).toThrow(OptionsError);
  });

  it('does not repeat an unknown key that may be a secret', () => {
    expect(refusalOf({ [SECRET]: true }).message).not.toContain(SECRET);
  });
});
