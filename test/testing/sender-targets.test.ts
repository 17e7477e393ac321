import { createServer } from 'node:http';
import express from 'express';
import { createMemoryQueue, createReceiver } from '../../src/index.ts';
import {
  createManualClock,
  createMemoryLogger,
  createSender,
  type ManualClock,
  type SenderOptions,
} from '../../src/testing/index.ts';
import { closeServers, listen, SECRET } from '../receiver/support.ts';
import { storyOf, WINDOW_MS } from './sender-support.ts';

const express4 = require('express4') as typeof express;
const frameworks = Object.entries({ 'express 5': express, 'express 4': express4 });
const path = '/webhooks/messaging';
const text = 'v1.1/message.appUser/text';

afterEach(closeServers);

/** An app with a receiver, whose answers are counted when they were written. */
function mount(framework: typeof express, clock = createManualClock()) {
  const logger = createMemoryLogger();
  const queue = createMemoryQueue({ clock, logger });
  const app = framework();
  const ends: string[] = [];
  app.use((_request, response, next) => {
    response.on('finish', () => ends.push('finish')).on('close', () => ends.push('close'));
    next();
  });
  app.use(path, createReceiver({ secrets: SECRET, queue, clock, logger }));
  const outcomes = () => logger.lines.flatMap(({ fields }) => fields['outcome'] ?? []);
  return { app, clock, queue, outcomes, ends };
}

function createSenderOf(target: SenderOptions['target'], options: Partial<SenderOptions> = {}) {
  return createSender({ target, path, secret: SECRET, ...options });
}

describe.each(frameworks)('an app of %s as the target', (_, framework) => {
  it('goes through the whole window under a manual clock, exactly', async () => {
    const clock = createManualClock();
    const app = framework().use((_request, response) => {
      response.sendStatus(503);
    });
    const sender = createSenderOf(app, { clock });
    const sending = sender.send(text);
    await clock.advance(WINDOW_MS);
    expect(storyOf(await sending)).toEqual([
      [0, 503],
      [60_000, 503],
      [180_000, 503],
      [420_000, 503],
      [900_000, 503],
    ]);
  });

  it('queues once what was lost, cut, late and doubled', async () => {
    const { app, clock, queue, outcomes } = mount(framework);
    const sender = createSenderOf(app, { clock });
    const sending = sender.send(text, { faults: ['cut', 'loseResponse', 'late', 'duplicate'] });
    await clock.advance(WINDOW_MS);
    expect((await sending).attempts).toMatchObject([
      { afterMs: 0, outcome: 'reset', tookMs: 0 },
      { afterMs: 60_000, outcome: 'reset', unheardStatus: 200, tookMs: 0 },
      { afterMs: 180_000, outcome: 'silent', unheardStatus: 200, tookMs: 20_000 },
      { afterMs: 420_000, outcome: 200, duplicate: false },
      { afterMs: 420_000, outcome: 200, duplicate: true },
    ]);
    expect(outcomes()).toEqual(['request_aborted', 'queued', 'duplicate', 'duplicate', 'duplicate']);
    expect((await queue.counts()).waiting).toBe(1);
  });

  it('has written the whole answer that is lost on the way', async () => {
    const { app, ends } = mount(framework);
    await createSenderOf(app, { scheduleMs: [0] }).send(text, { faults: ['loseResponse'] });
    expect(ends).toEqual(['finish', 'close']);
  });

  it('lends no port for longer than its calls', async () => {
    const ports: (number | undefined)[] = [];
    const app = framework().use((request, response) => {
      ports.push(request.socket.localPort);
      response.sendStatus(200);
    });
    await createSenderOf(app).send(text);
    const gone = createSenderOf(`http://127.0.0.1:${ports[0]}`, { scheduleMs: [0] });
    expect((await gone.send(text)).attempts).toMatchObject([{ outcome: 'refused' }]);
  });
});

describe('the target of a sender', () => {
  it('can be a URL, in real time', async () => {
    const { app, outcomes } = mount(express);
    const url = await listen(app);
    const sender = createSenderOf(url, { scheduleMs: [0, 20] });
    const { attempts } = await sender.send(text, { faults: ['loseResponse'] });
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['reset', 200]);
    expect(attempts[1]?.afterMs).toBeGreaterThanOrEqual(18); // Node's timers may be a millisecond early
    expect(outcomes()).toEqual(['queued', 'duplicate']);
    await createSender({ target: new URL(path, url), secret: SECRET }).send(text);
    expect(outcomes()).toHaveLength(3);
  });

  it('can be a server that does not listen', async () => {
    const { app, outcomes } = mount(express);
    const server = createServer(app);
    const delivery = await createSenderOf(server).send(text);
    expect(storyOf(delivery)).toEqual([[0, 200]]);
    expect(outcomes()).toEqual(['queued']);
    expect(server.listening).toBe(false);
  });

  it('is refused when nobody listens, with the reason', async () => {
    const url = await listen(() => {});
    await closeServers();
    const { attempts, verdict } = await createSenderOf(url, { scheduleMs: [0, 1] }).send(text);
    expect(attempts).toMatchObject(
      Array(2).fill({ outcome: 'refused', error: expect.objectContaining({ code: 'ECONNREFUSED' }) }),
    );
    expect(verdict).toBe('exhausted');
  });

  it('is reset when it hangs up, before its answer or in the middle of it', async () => {
    let calls = 0;
    const app = express().use((request, response) => {
      if (++calls === 2) response.writeHead(200, { 'content-length': 100 }).write('half');
      setImmediate(() => request.socket.destroy());
    });
    const { attempts } = await createSenderOf(app, { scheduleMs: [0, 1] }).send(text);
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['reset', 'reset']);
  });

  it('is silent after the limit in real time, and hung up on', async () => {
    let hangUp = () => {};
    const hungUp = new Promise<void>((resolve) => (hangUp = resolve));
    const app = express().use((_request, response) => {
      response.on('close', hangUp);
    });
    const sender = createSenderOf(app, { scheduleMs: [0], timeoutMs: 30 });
    const { attempts } = await sender.send(text);
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['silent']);
    expect(attempts[0]?.tookMs).toBeGreaterThanOrEqual(28);
    await hungUp;
  });

  it('breaks off in the middle of the body when it is cut', async () => {
    const seen = await new Promise((resolve) => {
      const app = express().use((request) => {
        let length = 0;
        request.on('data', (chunk: Buffer) => (length += chunk.length));
        request.on('error', ({ message }) =>
          resolve({ message, length, declared: Number(request.headers['content-length']) }),
        );
      });
      void createSenderOf(app, { scheduleMs: [0] }).send({ half: 'x'.repeat(989) }, { faults: ['cut'] });
    });
    expect(seen).toEqual({ message: 'aborted', length: 500, declared: 1_000 });
  });

  it('hears a refusal that comes before the body is read, but not when the call is cut', async () => {
    const { app } = mount(express);
    const wrong = createSenderOf(app, { secret: 'another-secret', scheduleMs: [0] });
    const large = { trigger: 'new', padding: 'x'.repeat(4_000_000) };
    expect((await wrong.send(large)).attempts).toMatchObject([{ outcome: 401 }]);
    expect((await wrong.send(large, { faults: ['cut'] })).attempts).toMatchObject([{ outcome: 'reset' }]);
  });
});

describe('a manual clock', () => {
  it('is turned past an app that does not answer, and over what is due in between', async () => {
    const clock = createManualClock();
    const startMs = clock.now();
    const times: number[] = [];
    clock.schedule(() => times.push(clock.now() - startMs), 10_000);
    const sender = createSenderOf(
      express().use(() => {}),
      { clock, scheduleMs: [0] },
    );
    const sending = sender.send(text);
    await clock.advance(20_000);
    expect(storyOf(await sending)).toEqual([[0, 'silent']]);
    expect(times).toEqual([10_000]);
    expect(clock.now() - startMs).toBe(20_000);
  });

  it('stands still for an app that takes its time', async () => {
    const clock = createManualClock();
    const app = express().use((_request, response) => {
      setTimeout(() => response.sendStatus(503), 40);
    });
    const sending = createSenderOf(app, { clock, scheduleMs: [0, 60_000] }).send(text);
    await clock.advance(WINDOW_MS);
    expect(storyOf(await sending)).toEqual([
      [0, 503],
      [60_000, 503],
    ]);
  });

  it('is told to wait only while a call over a socket is under way', async () => {
    const clock = createManualClock();
    let waits = 0;
    const settleWith: ManualClock['settleWith'] = (wait) => {
      waits++;
      const end = clock.settleWith(wait);
      return () => {
        waits--;
        end();
      };
    };
    const watched: ManualClock = { ...clock, settleWith };
    const seen: number[] = [];
    const app = express().use((_request, response) => {
      seen.push(waits);
      response.sendStatus(200);
    });
    await createSenderOf(app, { clock: watched }).sendAll([text, text]);
    const handle = async () => {
      await Promise.resolve();
      seen.push(waits);
      return { status: 200, headers: {}, body: '' };
    };
    await createSenderOf({ handle }, { clock: watched }).send(text);
    expect(seen).toEqual([1, 1, 0]);
    expect(waits).toBe(0);
  });
});

describe('probe', () => {
  it('calls HEAD without a secret, and a receiver answers it', async () => {
    const seen: unknown[] = [];
    const { app } = mount(express);
    const outer = express().use((request, _response, next) => {
      seen.push([request.method, request.url, request.headers['x-api-key']]);
      next();
    }, app);
    expect(await createSenderOf(outer).probe()).toEqual({
      good: true,
      calls: [{ at: 'target', outcome: 200 }],
    });
    expect(seen).toEqual([['HEAD', path, undefined]]);
  });

  it.each([
    [200, true],
    [404, false],
  ])('asks the bare domain when the target fails, which answers %d', async (status, good) => {
    const app = express().use((request, response) => {
      response.sendStatus(request.url === '/' ? status : 503);
    });
    expect(await createSenderOf(app).probe()).toEqual({
      good,
      calls: [
        { at: 'target', outcome: 503 },
        { at: 'domain', outcome: status },
      ],
    });
  });

  it('asks a receiver in process once, with the limit on the clock', async () => {
    const clock = createManualClock();
    const handle = () => new Promise<never>(() => {});
    const probing = createSenderOf({ handle }, { clock }).probe();
    await clock.advance(20_000);
    expect(await probing).toEqual({ good: false, calls: [{ at: 'target', outcome: 'silent' }] });
  });

  it('is no delivery', async () => {
    const { app } = mount(express);
    const sender = createSenderOf(app);
    await sender.probe();
    expect(sender.report().deliveries).toBe(0);
  });
});
