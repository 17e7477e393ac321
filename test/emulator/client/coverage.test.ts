import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const tests = resolve(__dirname, '../..');

/**
 * How each test of the client also runs against the emulator: `both`, its own bodies run against the scripted server and the emulator;
 * `emulator: file`, that file of this folder has the story of it, where the test itself is about bytes of a script; `local`, no call is made.
 */
const coverage: Readonly<Record<string, 'both' | 'local' | `emulator: ${string}`>> = {
  'client/answers.test.ts': 'emulator: errors.test.ts',
  'client/auth.test.ts': 'emulator: auth.test.ts',
  'client/create-client.test.ts': 'emulator: endpoints.test.ts',
  'client/defects.test.ts': 'emulator: defects.test.ts',
  'client/ensure-webhook.test.ts': 'both',
  'client/forms.test.ts': 'both',
  'client/hooks.test.ts': 'both',
  'client/import.test.ts': 'local',
  'client/paging.test.ts': 'emulator: paging.test.ts',
  'client/rate-limit.test.ts': 'both',
  'client/resources/defects.test.ts': 'emulator: defects.test.ts',
  'client/resources/endpoints.test.ts': 'emulator: endpoints.test.ts',
  'client/resources/limits.test.ts': 'emulator: limits.test.ts',
  'client/resources/message-limits.test.ts': 'emulator: limits.test.ts',
  'client/resources/requests.test.ts': 'emulator: endpoints.test.ts',
  'client/resources/upload.test.ts': 'emulator: uploads.test.ts',
  'client/retries.test.ts': 'both',
  'client/safe-post.test.ts': 'both',
  'client/time-limits.test.ts': 'both',
  'examples/auto-reply.test.ts': 'emulator: auto-reply.test.ts',
};

describe('each test of the client', () => {
  it('has a way to run against the emulator, or makes no call', () => {
    const files = readdirSync(join(tests, 'client'), { recursive: true, encoding: 'utf8' });
    const found = files
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `client/${file.replaceAll('\\', '/')}`);
    const listed = Object.keys(coverage).filter((file) => file.startsWith('client/'));
    expect(new Set(listed)).toEqual(new Set(found));
  });

  it.each(Object.entries(coverage))('%s is covered as it is said: %s', (file, how) => {
    const text = readFileSync(join(tests, file), 'utf8');
    if (how === 'both') expect(text).toContain('describe.each(services)');
    else if (how === 'local') expect(text).not.toMatch(/startServer|startRecorder|fetch/);
    else expect(existsSync(join(__dirname, how.replace('emulator: ', '')))).toBe(true);
  });
});
