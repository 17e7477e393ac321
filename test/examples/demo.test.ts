import { dirname } from 'node:path';
import { Redis } from 'ioredis';
import { fixtureNames } from '../../src/testing/index.ts';
import { describeWithRedis, requireRedisUrl } from '../support/redis.ts';
import { killExamples, type RunningExample, startExample } from './support.ts';

jest.setTimeout(60_000);
afterEach(killExamples);

const cells = ['received', 'handled', 'duplicates', 'refused', 'dead', 'retries'] as const;
type Row = Record<(typeof cells)[number], number>;

/** The rows of the summary, by trigger. */
function readTable(output: string): Map<string, Row> {
  const lines = output.split('\n');
  const head = lines.findIndex((line) => /^trigger\s+received/.test(line));
  const foot = lines.findIndex((line, index) => index > head && line.startsWith('total '));
  return new Map(
    lines.slice(head + 1, foot + 1).map((line) => {
      const [name = '', ...numbers] = line.split(/\s{2,}/);
      return [name, Object.fromEntries(cells.map((cell, i) => [cell, Number(numbers[i]) || 0])) as Row];
    }),
  );
}

async function expectEverythingAddsUp(demo: RunningExample): Promise<void> {
  const code = await demo.exit();
  // First what is wrong, in its own words.
  expect(demo.output().match(/^(does not add up| {2}expected \d).*$/gm) ?? []).toEqual([]);
  expect(code).toBe(0);
  expect(demo.output()).toMatch(/^everything adds up/m);
  const table = readTable(demo.output());
  const total = table.get('total');
  table.delete('total');
  const sum = (cell: keyof Row) => [...table.values()].reduce((all, row) => all + row[cell], 0);
  expect(total).toEqual(Object.fromEntries(cells.map((cell) => [cell, sum(cell)])));
  for (const { received, handled, duplicates, dead } of table.values())
    expect(received).toBe(handled + duplicates + dead);
  expect(total?.received).toBeGreaterThan(fixtureNames.length);
  expect(total).toMatchObject({ retries: 1, dead: (total?.refused ?? 0) + 1 });
  expect(total?.refused).toBe(fixtureNames.filter((name) => name.startsWith('refused/')).length);
}

test('the demo handles every fixture in memory, without any Redis, and adds up', async () => {
  const demo = startExample('demo.ts', { PATH: dirname(process.execPath) });
  await expectEverythingAddsUp(demo);
  expect(demo.output()).toContain('queue in memory');
  // Neither pino nor colours, since this is no terminal.
  expect(demo.output()).not.toContain('"level":');
  expect(demo.output()).not.toContain('\u001b[');

  // A retry, a dead letter, a duplicate, an unknown version, a refused body, and calls that are turned away.
  for (const line of [
    /^ {2}discarded-conversation +200 queued +crm-merge failed: the CRM does not answer; again in 50 ms$/,
    /^ +\w{24} became \w{24} \(attempt 2\)$/,
    /^ {2}client-only +200 queued +dead letter, client:block failed: the event does not say whom to block$/,
    /^ {2}text +200 duplicate +handled before, in its v1\.1 copy$/,
    /^ {2}version-v3 +200 queued +unknown version, version v3$/,
    /^ {2}text-without-text +200 queued +dead letter, refused: messages\.0\.text: /,
    /^ {2}wrong secret +401 authentication_failed$/,
    /^ {2}body cut off +400 body_malformed$/,
  ])
    await demo.line(line);
});

test('the demo exits 1 and names what is missing when its time is up', async () => {
  const demo = startExample('demo.ts', { DEMO_DEADLINE_MS: '1' });
  expect(await demo.exit()).toBe(1);
  expect(demo.output()).toContain('does not add up: stopped before the end: not finished after 1 ms');
  expect(demo.output()).toMatch(/^does not add up: postback: received should be 12 and is 0$/m);
  expect(demo.output()).not.toContain('everything adds up');
});

test('the demo exits 1 with one sentence when the Redis that it was given does not answer', async () => {
  const demo = startExample('demo.ts', { REDIS_URL: 'redis://127.0.0.1:1' });
  expect(await demo.exit()).toBe(1);
  expect(demo.output()).toMatch(/^Redis does not answer.* leave it out to run in memory\.$/);
});

describeWithRedis('with Redis', () => {
  test('the demo handles every fixture, adds up, and leaves no key behind', async () => {
    const demo = startExample('demo.ts', { REDIS_URL: requireRedisUrl() });
    const [, prefix] = await demo.line(/queue on Redis, prefix (\{switchhook-demo-.+\})$/);
    await expectEverythingAddsUp(demo);
    const redis = new Redis(requireRedisUrl());
    try {
      expect(await redis.keys(`${prefix}*`)).toEqual([]);
    } finally {
      redis.disconnect();
    }
  });
});
