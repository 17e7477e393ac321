import { setImmediate } from 'node:timers/promises';
import { OptionsError, PermanentError } from '../../src/errors/index.ts';
import { createRouter, type HandlerContext, runHandlers } from '../../src/router/index.ts';
import { makeKnown, makeRun, type TestRun } from './support.ts';

/** Runs `handle` as the only handler, named `handler`, and gives back how it fared. */
async function runOne(run: TestRun, handle: (context: HandlerContext) => unknown, name = 'handler') {
  const router = createRouter().onAny({ name }, (_, context) => handle(context));
  const [result] = await runHandlers(router.match(makeKnown('message:appUser')), run);
  return result;
}

test('runs the function once over two runs and gives the same result', async () => {
  const stored = new Map<string, string>();
  let calls = 0;
  const results: unknown[] = [];
  const handle = async ({ once }: HandlerContext) => {
    results.push(await once('charge', () => ({ id: ++calls })));
    throw new Error('later step');
  };
  await runOne(makeRun({}, stored), handle);
  await runOne(makeRun({}, stored), handle);
  expect(results).toEqual([{ id: 1 }, { id: 1 }]);
});

test('gives the result as JSON makes it, the first time too', async () => {
  const results: unknown[] = [];
  await runOne(makeRun(), async ({ once }) => {
    results.push(await once('date', async () => ({ at: new Date(0), none: undefined })));
  });
  expect(results).toEqual([{ at: '1970-01-01T00:00:00.000Z' }]);
});

test('remembers undefined as a result', async () => {
  const stored = new Map<string, string>();
  let calls = 0;
  const results: unknown[] = [];
  const handle = async ({ once }: HandlerContext) => {
    results.push(
      await once('nothing', () => {
        calls++;
      }),
    );
    throw new Error('later step');
  };
  await runOne(makeRun({}, stored), handle);
  await runOne(makeRun({}, stored), handle);
  expect([calls, results]).toEqual([1, [undefined, undefined]]);
});

test('keeps the names of one handler apart, and the handlers of one delivery', async () => {
  const stored = new Map<string, string>();
  const handle = async ({ once }: HandlerContext) => {
    await once('a', () => 1);
    await once('b', () => 2);
  };
  await runOne(makeRun({}, stored), handle, 'one');
  await runOne(makeRun({}, stored), handle, 'two');
  expect([...stored.keys()].filter((key) => key.startsWith('once:'))).toHaveLength(4);
});

test('shares one call among concurrent calls of one name', async () => {
  let calls = 0;
  const results: unknown[] = [];
  await runOne(makeRun(), async ({ once }) => {
    const fn = async () => {
      await setImmediate();
      return ++calls;
    };
    results.push(await Promise.all([once('a', fn), once('a', fn)]));
    results.push(await once('a', fn));
  });
  expect([calls, results]).toEqual([1, [[1, 1], 1]]);
});

test('does not remember a rejection', async () => {
  const run = makeRun();
  let calls = 0;
  const results: unknown[] = [];
  await runOne(run, async ({ once }) => {
    const fn = () => (++calls === 1 ? Promise.reject(new Error('first')) : 'second');
    await expect(once('a', fn)).rejects.toThrow('first');
    results.push(await once('a', fn));
  });
  expect(results).toEqual(['second']);
});

test('rejects when the function throws', async () => {
  const result = await runOne(makeRun(), ({ once }) =>
    once('a', () => {
      throw new Error('thrown');
    }),
  );
  expect(result).toMatchObject({ outcome: 'failed', error: { message: 'thrown' } });
});

test('gives the result when it cannot be stored, and warns without the values of the event', async () => {
  const write = () => Promise.reject(new Error('READONLY a canary in the coal mine'));
  const run = makeRun({ checkpoints: { known: new Map(), write, note() {} } });
  const results: unknown[] = [];
  await runOne(run, async ({ once }) => {
    results.push(await once('a', () => 'kept'));
  });
  expect(results).toEqual(['kept']);
  expect(run.logger.lines[0]).toMatchObject({
    level: 'warn',
    fields: { handler: 'handler', error: { message: 'READONLY [masked]' } },
  });
});

test('fails for good when the result is no JSON', async () => {
  const result = await runOne(makeRun(), ({ once }) => once('a', () => 1n));
  expect(result).toMatchObject({ outcome: 'failed', permanent: true, error: expect.any(PermanentError) });
});

test('does not call the function once the signal is aborted', async () => {
  const run = makeRun();
  let calls = 0;
  const late: Promise<unknown>[] = [];
  const running = runOne(run, ({ once, signal }) => {
    const callLate = () => late.push(once('a', () => ++calls).catch((error: unknown) => error));
    signal.addEventListener('abort', callLate);
    return new Promise(() => {});
  });
  await run.clock.advance(60_000);
  await running;
  expect(await Promise.all(late)).toMatchObject([{ code: 'handler_timeout' }]);
  expect(calls).toBe(0);
});

test.each([
  ['a name that is blank', '', () => 1],
  ['a name that is no text', 7 as never, () => 1],
  ['no function', 'a', 7 as never],
])('refuses %s', async (_, name, fn) => {
  const result = await runOne(makeRun(), ({ once }) => once(name, fn));
  expect(result).toMatchObject({ outcome: 'failed', error: expect.any(OptionsError) });
});
