import { createMemoryQueue, createReceiver } from '../../src/index.ts';
import {
  createManualClock,
  createMemoryLogger,
  createSender,
  type FaultName,
} from '../../src/testing/index.ts';
import { SECRET } from '../receiver/support.ts';
import { createScene, storyOf, WINDOW_MS } from './sender-support.ts';

const text = 'v1.1/message.appUser/text';

/** A real receiver with the memory queue, and its sender. */
function createStage(faults: readonly FaultName[], sendable: Parameters<typeof sendOf>[1] = text) {
  const clock = createManualClock();
  const logger = createMemoryLogger();
  const queue = createMemoryQueue({ clock, logger });
  const receiver = createReceiver({ secrets: SECRET, queue, clock, logger });
  const sender = createSender({ target: receiver, secret: SECRET, clock });
  const run = async () => {
    const sending = sendOf(sender, sendable, faults);
    await clock.advance(WINDOW_MS + 20_000);
    return sending;
  };
  const outcomes = () => logger.lines.map(({ fields }) => fields['outcome']).filter((outcome) => outcome);
  return { queue, logger, run, outcomes };
}

function sendOf(
  sender: ReturnType<typeof createSender>,
  sendable: Parameters<typeof sender.send>[0],
  faults: readonly FaultName[],
) {
  return sender.send(sendable, { faults });
}

describe('a fault of the sender', () => {
  it('loseResponse: the target has answered, the service hears a broken connection', async () => {
    const { run, outcomes, queue } = createStage(['loseResponse']);
    const { attempts, verdict } = await run();
    expect(attempts).toMatchObject([
      { afterMs: 0, outcome: 'reset', unheardStatus: 200, tookMs: 0, fault: 'loseResponse' },
      { afterMs: 60_000, outcome: 200, fault: 'none' },
    ]);
    expect(attempts[1]).not.toHaveProperty('unheardStatus');
    expect(verdict).toBe('acknowledged');
    expect(outcomes()).toEqual(['queued', 'duplicate']);
    expect((await queue.counts()).waiting).toBe(1);
  });

  it('loseResponse hides a final status too', async () => {
    const { sender, finish } = createScene([401, 200]);
    const delivery = await finish(sender.send(text, { faults: ['loseResponse'] }));
    expect(delivery).toMatchObject({ verdict: 'acknowledged', attempts: [{ unheardStatus: 401 }, {}] });
  });

  it('late: the target has answered, the service hears nothing before its limit', async () => {
    const { run, outcomes } = createStage(['late']);
    const { attempts } = await run();
    expect(attempts).toMatchObject([
      { afterMs: 0, outcome: 'silent', unheardStatus: 200, tookMs: 20_000, fault: 'late' },
      { afterMs: 60_000, outcome: 200, fault: 'none' },
    ]);
    expect(outcomes()).toEqual(['queued', 'duplicate']);
  });

  it('late, with a target that does not answer at all, is plain silence', async () => {
    const { sender, finish } = createScene([undefined, 200]);
    const { attempts } = await finish(sender.send(text, { faults: ['late'] }));
    expect(attempts[0]).toMatchObject({ outcome: 'silent', tookMs: 20_000 });
    expect(attempts[0]).not.toHaveProperty('unheardStatus');
  });

  it('cut: the body breaks off in the receiver, which queues nothing', async () => {
    const { run, outcomes, queue } = createStage(['cut']);
    const { attempts } = await run();
    expect(attempts).toMatchObject([
      { afterMs: 0, outcome: 'reset', tookMs: 0, fault: 'cut' },
      { afterMs: 60_000, outcome: 200, fault: 'none' },
    ]);
    expect(attempts[0]).not.toHaveProperty('unheardStatus');
    expect(outcomes()).toEqual(['request_aborted', 'queued']);
    expect((await queue.counts()).waiting).toBe(1);
  });

  it('cut: a target with handle alone does not see the call', async () => {
    const { sender, calls, finish } = createScene([200]);
    expect(storyOf(await finish(sender.send(text, { faults: ['cut'] })))).toEqual([
      [0, 'reset'],
      [60_000, 200],
    ]);
    expect(calls).toHaveLength(1);
  });

  it('duplicate: the same call twice at the same time, handled once', async () => {
    const { run, outcomes, queue } = createStage(['duplicate']);
    const { attempts, verdict } = await run();
    expect(attempts).toMatchObject([
      { number: 1, afterMs: 0, outcome: 200, duplicate: false },
      { number: 1, afterMs: 0, outcome: 200, duplicate: true },
    ]);
    expect(verdict).toBe('acknowledged');
    expect(outcomes()).toEqual(['queued', 'duplicate']);
    expect((await queue.counts()).waiting).toBe(1);
  });

  it('duplicate: the second call decides nothing', async () => {
    const { sender, finish, calls } = createScene([503, 200, 503, 401, 200]);
    const delivery = await finish(sender.send(text, { faults: ['duplicate', 'duplicate'] }));
    expect(storyOf(delivery)).toEqual([
      [0, 503],
      [0, 200],
      [60_000, 503],
      [60_000, 401],
      [180_000, 200],
    ]);
    expect(calls).toHaveLength(5);
    expect(sender.report()).toMatchObject({ attempts: 3, duplicates: 2, byOutcome: { 200: 2 } });
  });

  it('none: leaves an attempt alone between two that fail', async () => {
    const { sender, finish } = createScene([503, 503, 200]);
    expect(storyOf(await finish(sender.send(text, { faults: ['cut', 'none', 'loseResponse'] })))).toEqual([
      [0, 'reset'],
      [60_000, 503],
      [180_000, 'reset'],
      [420_000, 200],
    ]);
  });

  it('spoils each of several attempts in order', async () => {
    const { run, queue } = createStage(['loseResponse', 'cut', 'late', 'duplicate']);
    expect(storyOf(await run())).toEqual([
      [0, 'reset'],
      [60_000, 'reset'],
      [180_000, 'silent'],
      [420_000, 200],
      [420_000, 200],
    ]);
    expect((await queue.counts()).waiting).toBe(1);
  });

  it('queues an event without ids again after a lost response: its key was given back with the answer', async () => {
    const { run, outcomes } = createStage(['loseResponse'], 'v1.1/postback/carousel-button');
    await run();
    expect(outcomes()).toEqual(['queued', 'queued']);
  });
});

describe('sendAll', () => {
  const numbered = Array.from({ length: 30 }, (_, id) => ({ id }));
  const idsOf = (calls: readonly { body?: unknown }[]) =>
    calls.map(({ body }) => (JSON.parse(String(body)) as { id: number }).id);

  it('sends in the order of the list, and in one of the seed when told to shuffle', async () => {
    const order = async (shuffle?: number) => {
      const { sender, calls } = createScene([200]);
      const sent = await sender.sendAll(numbered, { shuffle });
      expect(idsOf(sent)).toEqual(numbered.map(({ id }) => id));
      return idsOf(calls);
    };
    expect(await order()).toEqual(numbered.map(({ id }) => id));
    expect(await order(7)).not.toEqual(await order());
    expect(await order(7)).toEqual(await order(7));
    expect(await order(8)).not.toEqual(await order(7));
  });

  it('draws the same faults for the same seed, whatever the target answers and whichever goes first', async () => {
    const faultsOf = async (seed: number, status: number, shuffle?: number) => {
      const { sender, clock } = createScene([status]);
      const sending = sender.sendAll(numbered, { shuffle, randomFaults: { seed, rate: 0.5 } });
      await clock.advance(WINDOW_MS + 20_000);
      return (await sending).map(({ attempts }) => attempts[0]?.fault);
    };
    const drawn = await faultsOf(1, 200);
    expect(new Set(drawn)).toEqual(new Set(['none', 'loseResponse', 'late', 'cut', 'duplicate']));
    expect(await faultsOf(1, 503)).toEqual(drawn);
    expect(await faultsOf(1, 200, 5)).toEqual(drawn);
    expect(await faultsOf(2, 200)).not.toEqual(drawn);
  });

  it.each([
    [0, 0],
    [1, 150],
  ])('spoils the share %d of the attempts', async (rate, expected) => {
    const { sender, clock } = createScene([503]);
    const sending = sender.sendAll(numbered, { randomFaults: { seed: 1, rate, kinds: ['cut'] } });
    await clock.advance(WINDOW_MS);
    const attempts = (await sending).flatMap((delivery) => delivery.attempts);
    expect(attempts).toHaveLength(150);
    expect(attempts.filter(({ fault }) => fault === 'cut')).toHaveLength(expected);
  });
});
