import { FAILURE_INTERVAL_MS, MAX_AGE_MS } from '../../src/receiver/secrets.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { makeReceiver, message, SECRET } from './support.ts';

const call = { method: 'POST', headers: { 'x-api-key': SECRET }, body: message };

/** A receiver whose provider gives what `given` is at the time. */
function setUp() {
  const clock = createManualClock();
  const state: { given: string | Error } = { given: SECRET };
  const secrets = async () => {
    if (state.given instanceof Error) throw state.given;
    return state.given;
  };
  return { clock, state, create: () => makeReceiver({ secrets, clock }) };
}

describe('the health of a receiver', () => {
  it('is ready with secrets that never change', async () => {
    expect(await makeReceiver().receiver.health()).toEqual({ ready: true });
  });

  it('is not ready from the begin of its shutdown on', async () => {
    const { receiver } = makeReceiver();
    const drained = receiver.drain();
    const expected = { ready: false, reason: 'the receiver is shutting down' };
    expect(await receiver.health()).toEqual(expected);
    await drained;
    expect(await receiver.health()).toEqual(expected);
  });

  it('is not ready while the first secrets are being loaded, and then is', async () => {
    const { clock, create } = setUp();
    const { receiver } = create();
    expect(await receiver.health()).toEqual({
      ready: false,
      reason: 'the secrets are still being loaded',
    });
    await clock.advance(0);
    expect(await receiver.health()).toEqual({ ready: true });
  });

  it('is not ready while no secrets could be loaded, and gets well without a call: nobody calls what is not ready', async () => {
    const { clock, state, create } = setUp();
    state.given = new Error('the vault is sealed');
    const { receiver, logger } = create();
    await clock.advance(0);
    const expected = { ready: false, reason: 'the secrets could not be loaded' };
    expect(await receiver.health()).toEqual(expected);
    expect((await receiver.handle(call)).status).toBe(503);

    state.given = SECRET;
    await clock.advance(FAILURE_INTERVAL_MS);
    expect(await receiver.health()).toEqual(expected);
    await clock.advance(0);
    expect(await receiver.health()).toEqual({ ready: true });
    expect(JSON.stringify(logger.lines)).not.toContain('sealed');
  });

  it('asks a provider that fails once a second at most', async () => {
    const { clock, state, create } = setUp();
    state.given = new Error('no');
    const { receiver, logger } = create();
    for (let second = 0; second < 5; second++) {
      for (let probe = 0; probe < 20; probe++) await receiver.health();
      await clock.advance(FAILURE_INTERVAL_MS);
    }
    expect(logger.lines.length).toBeLessThanOrEqual(6);
  });

  it('stays ready, and says so, when the secrets cannot be loaded again: the last ones are used', async () => {
    const { clock, state, create } = setUp();
    const { receiver } = create();
    await clock.advance(0);
    state.given = new Error('no');
    await clock.advance(MAX_AGE_MS + 1);
    expect((await receiver.handle(call)).status).toBe(200);
    await clock.advance(0);
    expect(await receiver.health()).toEqual({
      ready: true,
      reason: 'the secrets could not be loaded again: the last ones are used',
    });
    state.given = SECRET;
    await clock.advance(FAILURE_INTERVAL_MS);
    await receiver.health();
    await clock.advance(0);
    expect(await receiver.health()).toEqual({ ready: true });
  });
});
