import { type EmulatorOptions, readEmulatorOptions } from '../../src/emulator/options.ts';
import { createManualClock } from '../../src/testing/index.ts';

const wrong: readonly (readonly [string, object, string])[] = [
  ['a name that is none', { clok: 'manual' }, "createEmulator has no option 'clok'"],
  ['a clock by a name that is none', { clock: 'fast' }, 'clock must be'],
  ['a speed of nothing', { clock: '0x' }, 'clock must be'],
  ['a speed backwards', { clock: '-2x' }, 'clock must be'],
  ['a speed without its x', { clock: '60' }, 'clock must be'],
  ['a clock without schedule', { clock: { now: () => 0 } }, 'clock must be'],
  ['a seed below 0', { seed: -1 }, 'seed must be a whole number'],
  ['a seed that is not whole', { seed: 1.5 }, 'seed must be a whole number'],
  ['a URL without a scheme', { publicUrl: 'localhost:4010' }, 'publicUrl must be a URL'],
  ['a URL of another scheme', { publicUrl: 'ftp://127.0.0.1' }, 'publicUrl must be a URL'],
  ['a URL without a host', { publicUrl: 'http://' }, 'publicUrl must be a URL'],
  ['a schedule of nothing', { scheduleMs: [] }, 'scheduleMs must be a list'],
  ['a schedule that does not begin at once', { scheduleMs: [1] }, 'scheduleMs must be a list'],
  ['a schedule that falls', { scheduleMs: [0, 60, 59] }, 'scheduleMs must be a list'],
  ['a schedule with half a millisecond', { scheduleMs: [0, 0.5] }, 'scheduleMs must be a list'],
  ['a schedule that is no list', { scheduleMs: '0, 60' }, 'scheduleMs must be a list'],
  ['a time limit of 0', { timeoutMs: 0 }, 'timeoutMs must be a whole number'],
  ['strict as a text', { strict: 'yes' }, 'strict must be true or false'],
  ['cors as a number', { cors: 1 }, 'cors must be true or false'],
  ['probe as a text', { probe: 'no' }, 'probe must be true or false'],
  ['limits that are no object', { limits: 5 }, 'limits must be an object'],
  ['a limit that is none', { limits: { jsonByte: 5 } }, "limits has no option 'jsonByte'"],
  ['a limit of 0', { limits: { messagesPerConversation: 0 } }, 'limits.messagesPerConversation must be'],
  ['a rate without its span', { rateLimit: { calls: 5 } }, 'rateLimit.perMs must be'],
  ['a rate of no calls', { rateLimit: { calls: 0, perMs: 1 } }, 'rateLimit.calls must be'],
  ['a log of nothing', { logSize: 0 }, 'logSize must be a whole number'],
  ['a logger without its methods', { logger: { info() {} } }, 'logger must have'],
];

describe('readEmulatorOptions', () => {
  it.each(wrong)('refuses %s', (_, options, message) => {
    const read = () => readEmulatorOptions(options as EmulatorOptions);
    expect(read).toThrow(expect.objectContaining({ code: 'invalid_options' }));
    expect(read).toThrow(message);
  });

  it('takes options that are none at all for a mistake', () => {
    expect(() => readEmulatorOptions(null as never)).toThrow('must be an object');
  });

  it.each<EmulatorOptions>([
    { clock: 'real' },
    { clock: 'manual' },
    { clock: '0.5x' },
    { clock: '3600x' },
    { clock: createManualClock() },
    { seed: 0 },
    { scheduleMs: [0] },
    { scheduleMs: [0, 0, 5] },
    { timeoutMs: 1 },
    { logSize: 1 },
    { limits: { jsonBytes: 1 } },
    { rateLimit: { calls: 1, perMs: 1 } },
  ])('takes %p', (options) => {
    expect(readEmulatorOptions(options)).toMatchObject({
      ...options,
      ...(options.limits && { limits: expect.objectContaining(options.limits) }),
    });
  });

  it('has the numbers of the document where nothing is given', () => {
    expect(readEmulatorOptions({})).toMatchObject({
      clock: 'real',
      scheduleMs: [0, 60_000, 180_000, 420_000, 900_000],
      timeoutMs: 20_000,
      strict: false,
      cors: true,
      probe: true,
      limits: {
        jsonBytes: 102_400,
        uploadBytes: 26_214_400,
        messagesPerConversation: 30_000,
        webhooksPerApp: 10,
      },
      rateLimit: undefined,
      logSize: 1_000,
    });
  });

  it('draws another seed each time', () => {
    expect(readEmulatorOptions({}).seed).not.toBe(readEmulatorOptions({}).seed);
  });

  it('takes the slashes from the end of a URL', () => {
    expect(readEmulatorOptions({ publicUrl: 'https://example.com/service//' }).publicUrl).toBe(
      'https://example.com/service',
    );
  });

  it('keeps a schedule that is changed afterwards', () => {
    const scheduleMs = [0, 60];
    const settings = readEmulatorOptions({ scheduleMs });
    scheduleMs.push(1);
    expect(settings.scheduleMs).toEqual([0, 60]);
  });
});
