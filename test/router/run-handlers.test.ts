import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { PermanentError } from '../../src/errors/index.ts';
import { createRouter, type HandlerContext, type Router, runHandlers } from '../../src/router/index.ts';
import { makeKnown, makeRun } from './support.ts';

const matched = (router: Router) => router.match(makeKnown('message:appUser'));
const outcomes = (results: Awaited<ReturnType<typeof runHandlers>>) =>
  results.map(({ handler, outcome }) => `${handler.name}: ${outcome}`);
const forever = () => new Promise<never>(() => {});

test('gives each handler the event and its delivery', async () => {
  const seen: unknown[] = [];
  const router = createRouter().onAny((event, { delivery }) => seen.push([event.trigger, delivery]));
  const run = makeRun();
  expect(outcomes(await runHandlers(matched(router), run))).toEqual(['onAny: done']);
  expect(seen).toEqual([['message:appUser', run.delivery]]);
});

test('starts the handlers in the order of registration and runs them at the same time', async () => {
  const seen: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const router = createRouter()
    .onAny({ name: 'a' }, async () => {
      seen.push('a began');
      await gate;
      seen.push('a ended');
    })
    .onAny({ name: 'b' }, () => {
      seen.push('b began');
      open();
    });
  await runHandlers(matched(router), makeRun());
  expect(seen).toEqual(['a began', 'b began', 'a ended']);
});

test('keeps a handler that fails apart from one that returns', async () => {
  const router = createRouter()
    .onAny({ name: 'throws' }, () => {
      throw new Error('at once');
    })
    .onAny({ name: 'rejects' }, () => Promise.reject(new Error('later')))
    .onAny({ name: 'returns' }, () => {});
  const results = await runHandlers(matched(router), makeRun());
  expect(outcomes(results)).toEqual(['throws: failed', 'rejects: failed', 'returns: done']);
});

test('takes a PermanentError as permanent and any other value as not', async () => {
  const router = createRouter();
  for (const thrown of [new PermanentError('no'), new Error('x'), 'text', undefined, null]) {
    router.onAny(() => {
      throw thrown;
    });
  }
  const results = await runHandlers(matched(router), makeRun());
  expect(results.map((result) => result.outcome === 'failed' && result.permanent)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('gives each handler an event of its own', async () => {
  const texts: string[] = [];
  const read = (event: unknown) => (event as { messages: { text: string }[] }).messages[0] ?? { text: '' };
  const router = createRouter()
    .onAny({ name: 'a' }, (event) => {
      read(event).text = 'changed';
    })
    .onAny({ name: 'b' }, (event) => texts.push(read(event).text));
  const run = makeRun();
  await runHandlers(matched(router), run);
  expect([...texts, read(run.event).text]).toEqual([
    'a canary in the coal mine',
    'a canary in the coal mine',
  ]);
});

test('runs no handler whose when says no, and remembers nothing of it', async () => {
  const run = makeRun();
  const called: string[] = [];
  const router = createRouter()
    .on('message:appUser', { name: 'no', when: () => false }, () => called.push('no'))
    .on('message:appUser', { name: 'yes', when: (event) => event.version === 'v1.1' }, () =>
      called.push('yes'),
    );
  expect(outcomes(await runHandlers(matched(router), run))).toEqual(['no: unwanted', 'yes: done']);
  expect(called).toEqual(['yes']);
  expect([...run.stored.keys()]).toEqual(['done:yes']);
});

test('takes a when that throws as the failure of its handler alone', async () => {
  const when = () => {
    throw new Error('broken guard');
  };
  const router = createRouter()
    .onAny({ name: 'a', when }, () => {})
    .onAny({ name: 'b' }, () => {});
  expect(outcomes(await runHandlers(matched(router), makeRun()))).toEqual(['a: failed', 'b: done']);
});

test('notes that a handler has returned before the others end', async () => {
  const run = makeRun();
  const router = createRouter()
    .onAny({ name: 'quick' }, () => {})
    .onAny({ name: 'slow' }, forever);
  const running = runHandlers(matched(router), run);
  await run.clock.advance(1);
  expect([...run.stored]).toEqual([['done:quick', '1']]);
  run.takeBack();
  await running;
});

test('does not start a handler that has returned in an earlier run', async () => {
  const called: string[] = [];
  const router = createRouter()
    .onAny({ name: 'a' }, () => called.push('a'))
    .onAny({ name: 'b' }, () => called.push('b'));
  const run = makeRun({}, new Map([['done:a', '1']]));
  expect(outcomes(await runHandlers(matched(router), run))).toEqual(['a: done', 'b: done']);
  expect(called).toEqual(['b']);
});

describe('the note that a handler has returned', () => {
  const two = (second: () => unknown) =>
    matched(
      createRouter()
        .onAny({ name: 'a' }, () => {})
        .onAny({ name: 'b' }, second),
    );

  async function notesOf(handlers: ReturnType<typeof matched>, settles = true): Promise<string[]> {
    const notes: string[] = [];
    const write = async (name: string) => void notes.push(`write ${name}`);
    const note = (name: string) => void notes.push(`note ${name}`);
    await runHandlers(handlers, makeRun({ checkpoints: { known: new Map(), write, note }, settles }));
    return notes;
  }

  it('need not be written for the last of a delivery that is over with it', async () => {
    expect(await notesOf(matched(createRouter().onAny({ name: 'a' }, () => {})))).toEqual(['note done:a']);
    expect(await notesOf(two(() => setImmediate()))).toEqual(['write done:a', 'note done:b']);
  });

  it('is written where another one failed, in this run or before', async () => {
    const fail = () => {
      throw new Error('no');
    };
    expect(await notesOf(two(fail))).toEqual(['write done:a']);
    expect(await notesOf(matched(createRouter().onAny({ name: 'a' }, () => {})), false)).toEqual([
      'write done:a',
    ]);
  });
});

test('counts a handler as done when that cannot be noted, and warns', async () => {
  const write = () => Promise.reject(new Error('no a canary in the coal mine today'));
  const run = makeRun({ checkpoints: { known: new Map(), write, note() {} }, settles: false });
  const results = await runHandlers(matched(createRouter().onAny({ name: 'a' }, () => {})), run);
  expect(outcomes(results)).toEqual(['a: done']);
  expect(run.logger.lines).toMatchObject([
    { level: 'warn', fields: { handler: 'a', key: 'w1-key', error: { message: 'no [masked] today' } } },
  ]);
});

test('ends a handler at its own timeout, or else at the common one, though it ignores its signal', async () => {
  const run = makeRun({ timeoutMs: 1_000 });
  const router = createRouter()
    .onAny({ name: 'own', timeoutMs: 10 }, forever)
    .onAny({ name: 'common' }, forever);
  const settled: string[] = [];
  const running = matched(router).map(async (handler) => {
    const [result] = await runHandlers([handler], run);
    settled.push(handler.name);
    return result;
  });
  await run.clock.advance(9);
  expect(settled).toEqual([]);
  await run.clock.advance(1);
  expect(settled).toEqual(['own']);
  await run.clock.advance(989);
  expect(settled).toEqual(['own']);
  await run.clock.advance(1);
  expect(settled).toEqual(['own', 'common']);
  expect(await Promise.all(running)).toMatchObject([
    {
      outcome: 'failed',
      permanent: false,
      error: { code: 'handler_timeout', message: 'own took longer than 10 ms.' },
    },
    { outcome: 'failed', permanent: false, error: { code: 'handler_timeout' } },
  ]);
});

test('aborts the signal of the handler that timed out and of no other', async () => {
  const run = makeRun();
  const signals: AbortSignal[] = [];
  const router = createRouter()
    .onAny({ timeoutMs: 10 }, (_, { signal }) => {
      signals.push(signal);
      return forever();
    })
    .onAny((_, { signal }) => {
      signals.push(signal);
    });
  const running = runHandlers(matched(router), run);
  await run.clock.advance(10);
  await running;
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(signals[0]?.reason).toMatchObject({ code: 'handler_timeout' });
});

test('counts a handler that gives up at its timeout as timed out, whatever it returns', async () => {
  const run = makeRun();
  const handler = (_: unknown, { signal }: HandlerContext) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const running = runHandlers(matched(createRouter().onAny({ timeoutMs: 10 }, handler)), run);
  await run.clock.advance(10);
  expect(await running).toMatchObject([{ outcome: 'failed', error: { code: 'handler_timeout' } }]);
  expect(run.stored.size).toBe(0);
});

test('lets a handler that fails after its timeout fail unheard', async () => {
  const run = makeRun();
  const handler = (_: unknown, { signal }: HandlerContext) =>
    new Promise<void>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('late'))),
    );
  const running = runHandlers(matched(createRouter().onAny({ timeoutMs: 10 }, handler)), run);
  await run.clock.advance(10);
  expect(await running).toMatchObject([{ error: { code: 'handler_timeout' } }]);
  await setImmediate();
});

test('cuts every handler short at once when the delivery is taken back', async () => {
  const run = makeRun();
  const reasons: unknown[] = [];
  const router = createRouter()
    .onAny({ name: 'a' }, (_, { signal }) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      return forever();
    })
    .onAny({ name: 'b' }, forever)
    .onAny({ name: 'c' }, () => {});
  const running = runHandlers(matched(router), run);
  await setImmediate();
  run.takeBack('shutting down');
  expect(outcomes(await running)).toEqual(['a: cut', 'b: cut', 'c: done']);
  // An error, whatever the queue gave: handlers throw the reason.
  expect(reasons).toEqual([new Error('shutting down')]);
  expect([...run.stored.keys()]).toEqual(['done:c']);
  expect(run.clock.pending()).toBe(0);
});

test('leaves the signal of a handler that has ended alone when the delivery is taken back', async () => {
  const run = makeRun();
  const signals: AbortSignal[] = [];
  const router = createRouter()
    .onAny((_, { signal }) => signals.push(signal))
    .onAny((_, { signal }) => {
      signals.push(signal);
      return forever();
    });
  const running = runHandlers(matched(router), run);
  await setImmediate();
  run.takeBack();
  await running;
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

test('does not start a handler whose when takes longer than its timeout', async () => {
  const run = makeRun();
  const called: string[] = [];
  let answer = (_wanted: boolean) => {};
  const when = () =>
    new Promise<boolean>((resolve) => {
      answer = resolve;
    });
  const router = createRouter().onAny({ timeoutMs: 10, when: when as never }, () => called.push('a'));
  const running = runHandlers(matched(router), run);
  await run.clock.advance(10);
  expect(await running).toMatchObject([{ outcome: 'failed', error: { code: 'handler_timeout' } }]);
  answer(true);
  await setImmediate();
  expect(called).toEqual([]);
});

test('starts nothing for a delivery that was taken back before', async () => {
  const run = makeRun();
  run.takeBack();
  const called: string[] = [];
  const router = createRouter().onAny({ name: 'a' }, () => called.push('a'));
  expect(outcomes(await runHandlers(matched(router), run))).toEqual(['a: cut']);
  expect(called).toEqual([]);
});

test('leaves no timer behind, and does not time out a handler that has returned', async () => {
  const run = makeRun({ checkpoints: { known: new Map(), write: forever, note() {} }, settles: false });
  const running = runHandlers(matched(createRouter().onAny(() => {})), run);
  await setImmediate();
  expect(run.clock.pending()).toBe(0);
  run.takeBack();
  // It has returned: that the note of it was not finished changes nothing.
  expect(outcomes(await running)).toEqual(['onAny: done']);
});

test('gives a handler a log that names trigger, key and handler', async () => {
  const run = makeRun();
  const router = createRouter().onAny({ name: 'a' }, (_, { log }) => log.info({ own: 1 }, 'seen'));
  await runHandlers(matched(router), run);
  const fields = { trigger: 'message:appUser', key: 'w1-key', handler: 'a', own: 1 };
  expect(run.logger.lines).toEqual([{ level: 'info', fields, message: 'seen' }]);
});

test('listens to the signal of the delivery once for all handlers, and not beyond the run', async () => {
  const { signal } = new AbortController();
  const run = makeRun({ signal });
  let listeners = 0;
  const router = createRouter();
  for (let index = 0; index < 20; index++) {
    router.onAny(() => {
      listeners = Math.max(listeners, getEventListeners(signal, 'abort').length);
    });
  }
  await runHandlers(matched(router), run);
  expect([listeners, getEventListeners(signal, 'abort').length]).toEqual([1, 0]);
});
