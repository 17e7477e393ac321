import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { LOSS_TOLD_MS, LossLedger } from '../../src/bullmq/loss-ledger.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { describeWithServer, startTestRedis } from '../support/redis.ts';

/** A ledger over a server that answers what the test says: its counter plus one, or 0 for "cannot be said". */
function open() {
  const answers: (() => Promise<unknown>)[] = [];
  const redis = { eval: () => answers.shift()?.() } as unknown as Redis;
  const clock = createManualClock();
  const logger = createMemoryLogger();
  const ledger = new LossLedger(redis, 'counter', logger, clock);
  const look = (count: number) => {
    answers.push(async () => count + 1);
    return ledger.look();
  };
  return { ledger, look, answers, clock, logger };
}

const loss = (expected: number, counted: number) =>
  `Redis came back without what it had acknowledged: it had counted ${expected} calls (duplicates included) and remembers ${counted}, and deliveries that had not been handled may be lost.`;

describe('LossLedger', () => {
  it('tells of a counter that fell, once, as an error and for an hour as a reason', async () => {
    const { ledger, look, clock, logger } = open();
    await look(7);
    await look(7);
    expect(ledger.reason()).toBeUndefined();
    await look(6);
    await look(6);
    expect(ledger.reason()).toBe(loss(7, 6));
    expect(logger.lines).toEqual([
      expect.objectContaining({ level: 'error', fields: { expected: 7, counted: 6 } }),
    ]);
    await clock.advance(LOSS_TOLD_MS - 1);
    expect(ledger.reason()).toBe(loss(7, 6));
    await clock.advance(1);
    expect(ledger.reason()).toBeUndefined();
  });

  it('knows of the adds that were acknowledged since the last look', async () => {
    const { ledger, look } = open();
    await look(4);
    ledger.adding()();
    ledger.adding()();
    await look(6);
    expect(ledger.reason()).toBeUndefined();
    ledger.adding()();
    await look(6);
    expect(ledger.reason()).toBe(loss(7, 6));
  });

  it('knows of those that were acknowledged before the first look', async () => {
    const { ledger, look } = open();
    ledger.adding()();
    await look(0);
    expect(ledger.reason()).toBe(loss(1, 0));
  });

  it('does not count an add that a look may have counted already', async () => {
    const { ledger, look } = open();
    const acknowledged = ledger.adding();
    await look(1);
    acknowledged();
    await look(1);
    expect(ledger.reason()).toBeUndefined();
  });

  it('does not count an add that was not acknowledged', async () => {
    const { ledger, look } = open();
    await look(1);
    ledger.adding();
    await look(1);
    expect(ledger.reason()).toBeUndefined();
  });

  it('changes nothing when a look fails, or when nothing can be said', async () => {
    const { ledger, look, answers, logger } = open();
    await look(3);
    answers.push(async () => Promise.reject(new Error('NOPERM')));
    await ledger.look();
    await look(-1);
    expect(ledger.reason()).toBeUndefined();
    expect(logger.lines.filter(({ level }) => level !== 'debug')).toEqual([]);
    await look(2);
    expect(ledger.reason()).toBe(loss(3, 2));
  });

  it('tells of a loss once when two looks overlap', async () => {
    const { look, logger } = open();
    await look(3);
    await Promise.all([look(1), look(1)]);
    expect(logger.lines).toHaveLength(1);
  });
});

describeWithServer('a LossLedger', () => {
  it('says nothing of a replica, whose counter may lag, and breaks no connection to it', async () => {
    const server = await startTestRedis();
    const redis = new Redis(server.url, { reconnectOnError: () => true });
    try {
      const key = randomUUID();
      await redis.set(key, 5);
      const ledger = new LossLedger(redis, key, createMemoryLogger(), createManualClock());
      await ledger.look();
      await redis.set(key, 4);
      await redis.replicaof('127.0.0.1', 1);
      const closed = jest.fn();
      redis.on('close', closed);
      await ledger.look();
      expect(ledger.reason()).toBeUndefined();
      expect(await redis.get(key)).toBe('4');
      expect(closed).not.toHaveBeenCalled();
      await redis.replicaof('NO', 'ONE');
      await ledger.look();
      expect(ledger.reason()).toBe(loss(5, 4));
    } finally {
      redis.disconnect();
      await server.stop();
    }
  });
});
