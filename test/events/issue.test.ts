import fc from 'fast-check';
import { z } from 'zod';
import { parseEvent } from '../../src/events/parse.ts';
import { changedAt, messageBody, pairs, sampleBody } from './samples.ts';

const marker = 'PRIVATE-4f1c';

function leafPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Object.entries(value).flatMap(([key, member]) => leafPaths(member, [...path, key]));
  return path.length === 0 ? members : [path, ...members];
}

test('no issue holds a value of the payload', () => {
  const place = fc.constantFrom(...pairs).chain(([trigger, version]) => {
    const body = sampleBody(trigger, { version });
    return fc.record({ body: fc.constant(body), path: fc.constantFrom(...leafPaths(body)) });
  });
  const wrong = fc.constantFrom({ [marker]: marker }, [marker], marker, { type: marker, [marker]: {} });
  let refused = 0;
  fc.assert(
    fc.property(place, wrong, ({ body, path }, value) => {
      const parsed = parseEvent(
        changedAt(body, ['trigger', 'version'].includes(String(path[0])) ? ['app'] : path, value),
      );
      if (parsed.kind !== 'refused') return;
      refused += 1;
      expect(JSON.stringify(parsed.issues)).not.toContain(marker);
      expect(parsed.issues.every((issue) => issue.path !== '' && issue.message !== '')).toBe(true);
    }),
    { numRuns: 400 },
  );
  expect(refused).toBeGreaterThan(50);
});

test('the messages are the same, whatever the host program configured for zod', () => {
  const before = z.config();
  z.config({ customError: (issue) => `saw ${JSON.stringify(issue.input)}` });
  try {
    const parsed = parseEvent(messageBody({ type: 'image', mediaUrl: { secret: marker } }));
    expect(parsed.kind === 'refused' && parsed.issues[0]?.message).toBe(
      'Invalid input: expected string, received object',
    );
  } finally {
    z.config({ ...before, customError: undefined });
  }
});

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  [[], 'array'],
  [{ constructor: { name: marker } }, 'object'],
  [1, 'number'],
])('%j is told as %s', (mediaUrl, kind) => {
  const parsed = parseEvent(messageBody({ type: 'image', mediaUrl }));
  expect(parsed.kind === 'refused' && parsed.issues[0]?.message).toBe(
    `Invalid input: expected string, received ${kind}`,
  );
});

test('at most 20 issues are told', () => {
  const parsed = parseEvent(
    sampleBody('message:appUser', {
      appUser: {},
      messages: Array(50).fill({ type: 'image' }),
      conversation: {},
    }),
  );
  expect(parsed.kind === 'refused' && parsed.issues.length).toBe(20);
});

test('an issue of the body itself has the name of the missing field', () => {
  const parsed = parseEvent({ trigger: 'appUser:delete', version: 'v1.1' });
  const paths = parsed.kind === 'refused' ? parsed.issues.map((issue) => issue.path) : [];
  expect(paths).toEqual(['app', 'appUser']);
});

test('a list of 300,000 wrong members is refused in no time', () => {
  const body = sampleBody('message:appUser', { messages: Array(300_000).fill({}) });
  const startedAt = performance.now();
  expect(parseEvent(body).kind).toBe('refused');
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
