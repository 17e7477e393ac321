import { type Attempt, createRandom, type Outcome } from '../../src/testing/index.ts';
import { checkRun, type RunFacts } from './check.ts';
import { type FaultEvent, makeEvent } from './events.ts';
import type { InjectedFault } from './injector.ts';
import { formatEntry, type JournalEntry, parseEntry } from './journal.ts';
import { answeringOutages, slowestTakeover } from './recovery.ts';
import type { RunDelivery } from './run-sender.ts';

const strong = makeEvent('v1.1/message.appUser/text', 1, createRandom(1));
const weak = makeEvent('v1.1/link.success/sms', 1, createRandom(1));
const refused = makeEvent('refused/text-without-text', 1, createRandom(1));

function call(outcome: Outcome, more: Partial<Attempt> = {}): Attempt {
  return { number: 1, atMs: 1_000, afterMs: 0, tookMs: 5, fault: 'none', outcome, duplicate: false, ...more };
}

const taken = call(200);

function sent(event: FaultEvent, ...calls: Attempt[]): RunDelivery {
  const acknowledged = calls.some(({ outcome }) => outcome === 200);
  return { event, calls, verdict: acknowledged ? 'acknowledged' : 'exhausted' };
}

/** Entries of delivery e1 from lines such as `start`, `start redelivered`, `done worker-2/2` or `start job-2`. */
function journal(...lines: string[]): JournalEntry[] {
  return lines.map((line, index) => {
    const [word = '', ...more] = line.split(' ');
    return parseEntry(
      [
        word,
        'e1',
        more.includes('job-2') ? 2_000 : 1_000,
        more.includes('attempt-2') ? 2 : 1,
        more.includes('redelivered') ? 'redelivered' : 'first',
        more.find((each) => each.startsWith('worker')) ?? 'worker-1/1',
        1_000 + index,
      ].join(' '),
    );
  });
}

function check(facts: Partial<RunFacts>) {
  return checkRun({
    sent: [sent(strong, taken)],
    journal: journal('start', 'done', 'completed'),
    dead: [],
    receiverAway: [],
    heldUp: [],
    cutOff: [],
    incidents: [],
    outages: [],
    unsettled: undefined,
    orphans: [],
    ...facts,
  });
}

const broken = (facts: Partial<RunFacts>) => check(facts).violations.map(({ invariant }) => invariant);

describe('the check of a run', () => {
  it('finds nothing in a delivery that was acknowledged, begun, done and recorded', () => {
    expect(check({})).toMatchObject({
      violations: [],
      acknowledgedUnhandled: 0,
      repeats: 0,
      handledTwice: 0,
    });
  });

  it('knows the events of these tests for what they are', () => {
    expect([strong, weak, refused]).toMatchObject([
      { kind: 'known', strength: 'strong' },
      { kind: 'known', strength: 'weak' },
      { kind: 'refused' },
    ]);
  });
});

describe('I1, nothing acknowledged stays unhandled,', () => {
  it.each([
    ['no handler was begun', []],
    ['a handler was begun and never returned', ['start']],
    ['a handler failed', ['start', 'failed']],
    ['a handler was cut short', ['start', 'cut']],
  ])('breaks when %s', (_what, lines) => {
    expect(check({ journal: journal(...lines) })).toMatchObject({
      violations: [{ invariant: 'I1', id: 'e1' }],
      acknowledgedUnhandled: 1,
    });
  });

  it('holds for what was never acknowledged', () => {
    expect(broken({ sent: [sent(strong, call(503))], journal: [] })).toEqual([]);
  });

  it('breaks when only a deliberate duplicate was acknowledged and nothing handled', () => {
    const calls = [call(503), call(200, { duplicate: true })];
    expect(broken({ sent: [sent(strong, ...calls)], journal: [] })).toEqual(['I1']);
  });

  it('asks for a dead letter of what the schema refuses', () => {
    expect(broken({ sent: [sent(refused, taken)], journal: [], dead: ['e1'] })).toEqual([]);
    expect(broken({ sent: [sent(refused, taken)], journal: [], dead: [] })).toEqual(['I1']);
  });

  it('breaks when another delivery became a dead letter', () => {
    expect(broken({ dead: ['e1'] })).toEqual(['I1']);
  });

  it('breaks when a job is in no list of Redis', () => {
    expect(broken({ orphans: ['{wh}:deliveries:w1-x'] })).toEqual(['I1']);
  });
});

describe('I2, no start after completion,', () => {
  it('breaks when a run begins after the end was recorded, flagged or not', () => {
    const again = check({ journal: journal('start', 'done', 'completed', 'start redelivered', 'done') });
    expect(again).toMatchObject({ violations: [{ invariant: 'I2', id: 'e1' }], startedAfterCompletion: 1 });
  });

  it('breaks when a delivery with a strong key becomes a second job', () => {
    const lines = ['start', 'done', 'completed', 'start job-2', 'done job-2', 'completed job-2'];
    const calls = [call(503), taken];
    expect(broken({ sent: [sent(strong, ...calls)], journal: journal(...lines) })).toEqual(['I2']);
  });

  it('lets a weak key through again for a duplicate and for a lost answer, and no further', () => {
    const lines = ['start', 'done', 'completed', 'start job-2', 'done job-2', 'completed job-2'];
    const weakCalls = (...calls: Attempt[]) => ({ sent: [sent(weak, ...calls)], journal: journal(...lines) });
    expect(broken(weakCalls(taken, call(503, { duplicate: true })))).toEqual([]);
    expect(broken(weakCalls(call('reset'), taken))).toMatchObject(['I3']);
    expect(broken(weakCalls(call(503), taken))).toEqual(['I2']);
  });
});

describe('I3, every call is answered in time with 2xx or 503,', () => {
  it.each([400, 401, 404, 413, 500])('breaks at %d', (status) => {
    expect(broken({ sent: [sent(strong, call(status), taken)] })).toEqual(['I3']);
  });

  it('breaks at an answer after 2.5 s, and not at one that comes then', () => {
    const late = (tookMs: number) => [sent(strong, call(503, { tookMs }), taken)];
    expect(broken({ sent: late(2_501) })).toEqual(['I3']);
    expect(broken({ sent: late(2_500) })).toEqual([]);
    expect(check({ sent: late(2_400) }).slowestAnswerMs).toBe(2_400);
  });

  it('takes off the time in which the harness was held up or the receiver starved', () => {
    const late = [sent(strong, call(503, { tookMs: 2_900 }), taken)];
    expect(broken({ sent: late, heldUp: [{ fromMs: 1_500, untilMs: 1_900 }] })).toEqual([]);
    expect(broken({ sent: late, heldUp: [{ fromMs: 1_500, untilMs: 1_899 }] })).toEqual(['I3']);
    expect(broken({ sent: late, heldUp: [{ fromMs: 100, untilMs: 900 }] })).toEqual(['I3']);
  });

  it('breaks at a call without an answer, unless the receiver was away', () => {
    const calls = [sent(strong, call('reset'), taken)];
    expect(broken({ sent: calls })).toEqual(['I3']);
    expect(broken({ sent: calls, receiverAway: [{ fromMs: 1_002, untilMs: 1_100 }] })).toEqual([]);
    expect(broken({ sent: calls, receiverAway: [{ fromMs: 1_006, untilMs: 1_100 }] })).toEqual(['I3']);
    expect(broken({ sent: calls, receiverAway: [{ fromMs: 100, untilMs: 899 }] })).toEqual(['I3']);
  });
});

describe('I4 and I5, processes and recovery,', () => {
  it('break at what a process did of its own accord, and at what is left in the queue', () => {
    expect(broken({ incidents: ['worker-1 ended of its own accord with 1'] })).toEqual(['I4']);
    expect(broken({ unsettled: 'the queue did not run empty' })).toEqual(['I5']);
  });

  const fault = (name: InjectedFault['name'], fromMs: number, untilMs: number): InjectedFault => ({
    number: 1,
    name,
    target: name === 'half-open' ? 'receiver-proxy' : 'redis',
    gapMs: 0,
    fromMs,
    untilMs,
  });

  const outages = (faults: readonly InjectedFault[], answeredMs: number) =>
    answeringOutages(faults, [sent(strong, call(200, { atMs: answeredMs, tookMs: 0 }))]);

  it('break when no call is answered 2xx in time after a fault', () => {
    const frozen = [fault('redis-freeze', 0, 3_000)];
    expect(broken({ outages: outages(frozen, 5_500) })).toEqual([]);
    expect(broken({ outages: outages(frozen, 5_501) })).toEqual(['I5']);
    expect(broken({ outages: outages(frozen, 2_999) })).toEqual(['I5']);
  });

  it('give connections that were left half-open 20 s to be noticed', () => {
    const silent = [fault('half-open', 0, 1_000), fault('redis-kill', 5_000, 6_000)];
    expect(broken({ outages: outages(silent, 20_000) })).toEqual([]);
    expect(broken({ outages: outages(silent, 26_001) })).toEqual(['I5']);
  });

  it('count overlapping faults as one outage, and ask nothing of a pause that is too short', () => {
    const faults = [fault('redis-freeze', 0, 3_000), fault('no-replicas', 2_000, 4_000)];
    expect(outages([...faults, fault('redis-kill', 5_000, 6_000)], 6_010)).toMatchObject([
      { fromMs: 0, untilMs: 4_000, nextMs: 5_000, name: 'no-replicas', recoveredMs: undefined },
      { fromMs: 5_000, untilMs: 6_000, recoveredMs: 10 },
    ]);
    expect(broken({ outages: outages([...faults, fault('redis-kill', 5_000, 6_000)], 6_010) })).toEqual([]);
  });

  it('measure how long a killed worker kept its deliveries', () => {
    const entries = journal('start', 'start worker-2/2 redelivered', 'done worker-2/2');
    expect(slowestTakeover(entries, [{ worker: 'worker-1/1', atMs: 500 }])).toBe(501);
    expect(slowestTakeover(entries, [{ worker: 'worker-3/3', atMs: 500 }])).toBe(0);
  });
});

describe('G2, every repeat is flagged and none runs beside another,', () => {
  it('counts a flagged repeat of a run that was killed', () => {
    const lines = ['start', 'start redelivered worker-2/2', 'done worker-2/2', 'completed worker-2/2'];
    const counts = { violations: [], repeats: 1, repeatsFlagged: 1, handledTwice: 0 };
    expect(check({ journal: journal(...lines) })).toMatchObject(counts);
  });

  it('breaks at a repeat that is not flagged', () => {
    const lines = ['start', 'start worker-2/2', 'done worker-2/2', 'completed worker-2/2'];
    const counts = { violations: [{ invariant: 'G2', id: 'e1' }], repeats: 1, repeatsFlagged: 0 };
    expect(check({ journal: journal(...lines) })).toMatchObject(counts);
  });

  it('breaks at a retry that repeats a handler which had returned, though its attempt has another number', () => {
    const lines = ['start', 'done', 'start attempt-2', 'done attempt-2', 'completed attempt-2'];
    expect(broken({ journal: journal(...lines) })).toEqual(['G2']);
  });

  it('counts a handler that returned twice, and whether the second run was flagged', () => {
    const lines = ['start', 'done', 'start redelivered worker-2/2', 'done redelivered worker-2/2'];
    const counts = { violations: [], handledTwice: 1, handledTwiceFlagged: 1 };
    const entries = journal(...lines);
    expect(check({ journal: entries })).toMatchObject({ ...counts, handledTwiceCutOff: 0 });
    const cutOff = [{ fromMs: 1_001, untilMs: 1_001 }]; // the first run returned then
    expect(check({ journal: entries, cutOff })).toMatchObject({ ...counts, handledTwiceCutOff: 1 });
    expect(check({ journal: entries, cutOff: [{ fromMs: 1_002, untilMs: 1_009 }] })).toMatchObject({
      handledTwiceCutOff: 0,
    });
  });

  it('does not call the retry of a handler that failed a repeat', () => {
    const lines = ['start', 'failed', 'start attempt-2', 'done attempt-2', 'completed attempt-2'];
    expect(check({ journal: journal(...lines) })).toMatchObject({ violations: [], repeats: 0 });
  });

  it('breaks when two runs of a delivery overlap', () => {
    const lines = ['start', 'start redelivered worker-2/2', 'done worker-1/1', 'done worker-2/2'];
    expect(broken({ journal: journal(...lines) })).toEqual(['G2']);
  });
});

describe('a line of the journal', () => {
  it('is read as it was written', () => {
    const [entry] = journal('start redelivered');
    expect(entry && parseEntry(formatEntry(entry))).toEqual(entry);
  });

  it.each([
    '',
    'begin e1 1 1 first worker-1/1 1',
    'start e1 1 1 first worker-1/1',
    'start e1 1 1 first w 1 1',
  ])('may not be %j', (line) => {
    expect(() => parseEntry(line)).toThrow('This is no line of a journal');
  });
});
