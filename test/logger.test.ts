import { childLogger, createDefaultLogger, describeError } from '../src/logger.ts';
import { createMemoryLogger } from '../src/testing/memory-logger.ts';

describe('describeError', () => {
  it('reads the class, the code, the message and the frames of the stack, and nothing else', () => {
    const error = Object.assign(new TypeError('no route'), {
      code: 'EHOSTUNREACH',
      response: { data: 'body' },
      config: { headers: { authorization: 'secret' } },
      command: { args: ['body'] },
      cause: new Error('body'),
    });
    const described = describeError(error);
    expect(described).toEqual({
      type: 'TypeError',
      code: 'EHOSTUNREACH',
      message: 'no route',
      stack: expect.stringMatching(/^at .*logger\.test\.ts/),
    });
    expect(described.stack?.split('\n').every((line) => line.startsWith('at '))).toBe(true);
  });

  it('masks the values of the payload that stand in the message, the longest first', () => {
    const payload = {
      appUser: { email: 'jane@example.com', givenName: 'jane@example' },
      phones: ['+15550100'],
      n: 12345,
    };
    const { message } = describeError(
      new Error('no answer from jane@example.com, +15550100, 12345'),
      payload,
    );
    expect(message).toBe('no answer from [masked], [masked], [masked]');
  });

  it('leaves short values and the words of the service readable', () => {
    const payload = { trigger: 'message:appUser', messages: [{ type: 'image', text: 'no' }] };
    expect(describeError(new Error('no image for me'), payload).message).toBe('no image for me');
  });

  it('takes no line of a message for a frame of the stack', () => {
    const { stack } = describeError(new Error('cannot parse\nat jane (private.ts:1:1)\n    at home'));
    expect(stack).not.toMatch(/jane|home/);
    expect(stack).toMatch(/logger\.test\.ts/);
  });

  it('masks a value under any key, in the type and the code too, and as JSON writes it', () => {
    const payload = { status: 'gone fishing', note: 'two\nlines', nested: { code: 'E_PRIVATE' } };
    const error = new Error(`refused ${JSON.stringify(payload)} for gone fishing`);
    error.name = 'E_PRIVATE';
    const described = describeError(Object.assign(error, { code: 'E_PRIVATE' }), payload);
    expect(described).toMatchObject({ type: '[masked]', code: '[masked]' });
    expect(JSON.stringify(described)).not.toMatch(/gone fishing|two|E_PRIVATE/);
  });

  it('masks a value as a URL writes it', () => {
    const payload = { email: 'jo@example.org', name: 'Ada B \ud800' };
    const url = 'https://crm/users/jo%40example.org?name=Ada+B&again=Ada%20B%20';
    const { message } = describeError(new Error(`GET ${url} answered 500`), { ...payload, short: 'Ada B' });
    expect(message).toBe('GET https://crm/users/[masked]?name=[masked]&again=[masked]%20 answered 500');
  });

  it('cuts a message that is too long', () => {
    expect(describeError(new Error('x'.repeat(1_000))).message).toHaveLength(500);
  });

  it('says nothing of an error when the body has more values than can be looked for in time', () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => `value-${index}`);
    const error = Object.assign(new Error('no answer for value-7'), { code: 'E_NO' });
    expect(describeError(error, values(2_000))).toMatchObject({
      code: 'E_NO',
      message: 'no answer for [masked]',
    });
    const { type, code, message, stack } = describeError(error, values(2_001));
    expect([type, code, message, stack]).toEqual(['[masked]', '[masked]', '[masked]', '[masked]']);
  });

  it('describes an error of 100,000 values and one of a long message within moments', () => {
    const payload = Array.from({ length: 100_000 }, (_, index) => `value-${index}`);
    const startedAtMs = performance.now();
    describeError(new Error(JSON.stringify(payload)), payload);
    describeError(new Error(JSON.stringify(payload)), payload.slice(0, 2_000));
    expect(performance.now() - startedAtMs).toBeLessThan(250);
  });

  it('shows no part of a message that is too long to be masked whole', () => {
    const payload = { email: 'jane@example.com' };
    const text = (length: number) => 'jane@example.com '.padEnd(length, 'x');
    expect(describeError(new Error(text(20_000)), payload).message).toMatch(/^\[masked\] x/);
    expect(describeError(new Error(text(20_001)), payload).message).toBe('[too long]');
    expect(describeError(new Error('x'.repeat(20_001))).message).toHaveLength(500);
  });

  it('takes a numeric code for none', () => {
    expect(describeError(Object.assign(new Error('no'), { code: 7 }))).not.toHaveProperty('code');
  });

  it.each([['text'], [undefined], [{ body: 'private' }]])(
    'says of the thrown value %p only its type',
    (thrown) => {
      expect(describeError(thrown)).toEqual({
        type: typeof thrown,
        message: 'a value that is not an Error was thrown',
      });
    },
  );

  it('describes an error that throws when it is looked at', () => {
    const error = new Error('no');
    Object.defineProperty(error, 'message', {
      get() {
        throw new Error('no again');
      },
    });
    expect(describeError(error)).toEqual({ type: 'Error', message: 'an error that cannot be described' });
  });
});

describe('childLogger', () => {
  it('adds its fields to each line of a logger that has no child of its own', () => {
    const logger = createMemoryLogger();
    const child = childLogger(logger, { key: 'w1-a' });
    for (const level of ['debug', 'info', 'warn', 'error'] as const) child[level]({ n: 1 }, level);
    expect(logger.lines).toEqual(
      ['debug', 'info', 'warn', 'error'].map((level) => ({
        level,
        fields: { key: 'w1-a', n: 1 },
        message: level,
      })),
    );
  });

  it('uses the child of a logger that has one', () => {
    const own = createMemoryLogger();
    const child = jest.fn(() => own);
    expect(childLogger({ ...createMemoryLogger(), child }, { key: 'w1-a' })).toBe(own);
    expect(child).toHaveBeenCalledWith({ key: 'w1-a' });
  });
});

describe('createDefaultLogger', () => {
  const level = process.env['LOG_LEVEL'];

  afterEach(() => {
    if (level === undefined) delete process.env['LOG_LEVEL'];
    else process.env['LOG_LEVEL'] = level;
  });

  it('logs from the level that LOG_LEVEL names', () => {
    process.env['LOG_LEVEL'] = 'error';
    expect(createDefaultLogger()).toMatchObject({ level: 'error' });
    delete process.env['LOG_LEVEL'];
    expect(createDefaultLogger()).toMatchObject({ level: 'info' });
  });
});
