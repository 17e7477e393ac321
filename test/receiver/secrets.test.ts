import type { ReceiverOptions, SecretList } from '../../src/receiver/index.ts';
import {
  FAILURE_INTERVAL_MS,
  MAX_AGE_MS,
  PROVIDER_TIMEOUT_MS,
  REFRESH_INTERVAL_MS,
  SECRETS_WAIT_MS,
} from '../../src/receiver/secrets.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { defer, makeReceiver, message, outcomeOf, SECRET } from './support.ts';

const OLD = 'p4Hs8Jc2-1mVyE6uRk7a';
const NEW = 'e0Tn5Xq9_3bGzL8wCj2h';

const queued = [200, { outcome: 'queued' }];
const wrong = [401, { error: 'authentication_failed' }];
const notYet = [503, { error: 'secret_not_known_yet' }];
const unavailable = [503, { error: 'secrets_unavailable' }];

/** A receiver whose provider gives `given`, which the test changes: a list, an error, or a promise. */
function setUp(first: SecretList | Error | Promise<SecretList>, options: Partial<ReceiverOptions> = {}) {
  const clock = createManualClock();
  const state = { given: first, asked: 0 };
  const secrets = async (): Promise<SecretList> => {
    state.asked++;
    if (state.given instanceof Error) throw state.given;
    return state.given;
  };
  const { receiver, logger, queue } = makeReceiver({ secrets, clock, ...options });
  const post = async (secret: string) =>
    outcomeOf(
      withText(await receiver.handle({ method: 'POST', headers: { 'x-api-key': secret }, body: message })),
    );
  return { clock, state, post, logger, queue, receiver };
}

function withText({ status, body }: { status: number; body: string }) {
  return { status, text: body };
}

describe('a provider of secrets', () => {
  it('is asked once at creation and not again for a secret that it gave', async () => {
    const { state, post } = setUp([SECRET, OLD]);
    expect(state.asked).toBe(1);
    expect(await post(SECRET)).toEqual(queued);
    expect((await post(OLD)) as unknown[]).toEqual([200, { outcome: 'duplicate' }]);
    expect(state.asked).toBe(1);
  });

  it('can be a function that answers at once', async () => {
    const { receiver } = makeReceiver({ secrets: () => SECRET });
    const { status } = await receiver.handle({
      method: 'POST',
      headers: { 'x-api-key': SECRET },
      body: message,
    });
    expect(status).toBe(200);
  });

  it('is asked again for an unknown secret, which is then right', async () => {
    const { clock, state, post } = setUp([OLD]);
    await clock.advance(REFRESH_INTERVAL_MS);
    state.given = [OLD, NEW];
    expect(await post(NEW)).toEqual(queued);
    expect(state.asked).toBe(2);
  });

  it('is asked again for an unknown secret, which is then wrong', async () => {
    const { clock, state, post } = setUp([OLD]);
    await clock.advance(REFRESH_INTERVAL_MS);
    expect(await post(NEW)).toEqual(wrong);
    expect(state.asked).toBe(2);
  });

  it('is not asked for a call without a secret', async () => {
    const { clock, state, post } = setUp([OLD]);
    await clock.advance(REFRESH_INTERVAL_MS);
    expect(await post('')).toEqual(wrong);
    expect(state.asked).toBe(1);
  });

  it('is asked once for calls that come together', async () => {
    const { clock, state, post } = setUp([OLD]);
    await clock.advance(REFRESH_INTERVAL_MS);
    const given = defer<SecretList>();
    state.given = given.promise;
    const posts = [post(NEW), post(NEW), post(NEW)];
    await clock.advance(10);
    given.resolve([NEW]);
    expect((await Promise.all(posts)).map((answer) => (answer as [number])[0])).toEqual([200, 200, 200]);
    expect(state.asked).toBe(2);
  });

  it('makes a call that joins an earlier question no judge of its secret', async () => {
    const { clock, state, post } = setUp([OLD]);
    await clock.advance(REFRESH_INTERVAL_MS);
    const given = defer<SecretList>();
    state.given = given.promise;
    const asking = post(NEW);
    await clock.advance(10);
    const joining = post(NEW);
    await clock.advance(10);
    given.resolve([OLD]);
    expect(await asking).toEqual(wrong);
    expect(await joining).toEqual(notYet);
  });

  it('may not be asked again too soon: 503 and not 401', async () => {
    const { clock, state, post } = setUp([OLD]);
    await clock.advance(REFRESH_INTERVAL_MS - 1);
    expect(await post(NEW)).toEqual(notYet);
    expect(state.asked).toBe(1);
    await clock.advance(1);
    expect(await post(NEW)).toEqual(wrong);
    expect(state.asked).toBe(2);
  });

  it('that fails costs no known secret, and makes an unknown one wait', async () => {
    const { clock, state, post, logger } = setUp([OLD]);
    await clock.advance(REFRESH_INTERVAL_MS);
    state.given = new Error('no route');
    expect(await post(NEW)).toEqual(notYet);
    expect(await post(OLD)).toEqual(queued);
    expect(logger.lines.filter(({ level }) => level === 'warn')).toContainEqual(
      expect.objectContaining({ message: 'the secrets could not be loaded' }),
    );
  });

  it('that failed may be asked again sooner', async () => {
    const { clock, state, post } = setUp([OLD]);
    await clock.advance(REFRESH_INTERVAL_MS);
    state.given = new Error('no route');
    await post(NEW);
    state.given = [NEW];
    await clock.advance(FAILURE_INTERVAL_MS - 1);
    expect(await post(NEW)).toEqual(notYet);
    await clock.advance(1);
    expect(await post(NEW)).toEqual(queued);
  });

  it('that never succeeded answers 503 and not 401, and recovers', async () => {
    const { clock, state, post } = setUp(new Error('no route'));
    await clock.advance(1);
    expect(await post(SECRET)).toEqual(unavailable);
    state.given = [SECRET];
    await clock.advance(FAILURE_INTERVAL_MS);
    expect(await post(SECRET)).toEqual(queued);
  });

  it.each([
    ['empty', []],
    ['with a short secret', ['abc']],
    ['with a placeholder', [SECRET, 'changeme']],
    ['of another kind', { secret: SECRET } as unknown as SecretList],
  ])('that gives a list %s has failed', async (_, list) => {
    const { clock, state, post, logger } = setUp([OLD]);
    await clock.advance(REFRESH_INTERVAL_MS);
    state.given = list;
    expect(await post(NEW)).toEqual(notYet);
    expect(await post(OLD)).toEqual(queued);
    const line = logger.lines.find(({ message }) => message.includes('could not be loaded'));
    expect(line?.fields['error']).toMatchObject({ code: 'invalid_options', message: /secrets/ });
  });

  it('that throws at once has failed', async () => {
    const secrets = () => {
      throw new Error('no route');
    };
    const { receiver } = makeReceiver({ secrets });
    const { status } = await receiver.handle({
      method: 'POST',
      headers: { 'x-api-key': SECRET },
      body: message,
    });
    expect(status).toBe(503);
  });

  it('that hangs makes nobody wait longer than 2 seconds', async () => {
    const { clock, post } = setUp(new Promise(() => {}));
    let answer: unknown;
    void post(SECRET).then((given) => {
      answer = given;
    });
    await clock.advance(SECRETS_WAIT_MS - 1);
    expect(answer).toBeUndefined();
    await clock.advance(1);
    expect(answer).toEqual(unavailable);
  });

  it('that hangs is given up, and asked again', async () => {
    const { clock, state, post } = setUp(new Promise(() => {}));
    state.given = [SECRET];
    await clock.advance(PROVIDER_TIMEOUT_MS);
    await clock.advance(FAILURE_INTERVAL_MS);
    expect(await post(SECRET)).toEqual(queued);
    expect(state.asked).toBe(2);
  });

  it('that is slow is still listened to', async () => {
    const given = defer<SecretList>();
    const { clock, post, state } = setUp(given.promise);
    await clock.advance(SECRETS_WAIT_MS + 3_000);
    given.resolve([SECRET]);
    await clock.advance(1);
    expect(await post(SECRET)).toEqual(queued);
    expect(state.asked).toBe(1);
  });

  it('leaves the queue at least 300 ms of the time that a call has', async () => {
    const given = defer<SecretList>();
    const { clock, post } = setUp(given.promise, { queue: { enqueue: () => new Promise(() => {}) } });
    let answer: unknown;
    void post(SECRET).then((outcome) => {
      answer = outcome;
    });
    await clock.advance(1_900);
    given.resolve([SECRET]);
    await clock.advance(0);
    await clock.advance(299);
    expect(answer).toBeUndefined();
    await clock.advance(1);
    expect(answer).toEqual([503, { error: 'enqueue_timeout' }]);
  });
});

describe('a secret that was revoked', () => {
  it('dies once the list is five minutes old and somebody calls', async () => {
    const { clock, state, post } = setUp([OLD, SECRET]);
    await clock.advance(MAX_AGE_MS);
    state.given = [SECRET];
    expect(await post(OLD)).toEqual(queued);
    expect(state.asked).toBe(1);
    await clock.advance(1);
    await post(OLD);
    expect(state.asked).toBe(2);
    await clock.advance(REFRESH_INTERVAL_MS);
    expect(await post(OLD)).toEqual(wrong);
  });

  it('dies at once when the list is older than ten minutes', async () => {
    const { clock, state, post } = setUp([OLD, SECRET]);
    await clock.advance(2 * MAX_AGE_MS + 1);
    state.given = [SECRET];
    expect(await post(OLD)).toEqual(wrong);
    expect(await post(SECRET)).toEqual(queued);
  });

  it('lives on while the provider fails', async () => {
    const { clock, state, post } = setUp([OLD]);
    state.given = new Error('no route');
    await clock.advance(2 * MAX_AGE_MS + 1);
    expect(await post(OLD)).toEqual(queued);
  });
});

it('answers 503 to a secret that a provider does not know while a rotation lasts', async () => {
  const rotationUntil = createManualClock().now() + 3_600_000;
  const { clock, post } = setUp([OLD], { rotationUntil });
  await clock.advance(REFRESH_INTERVAL_MS);
  expect(await post(NEW)).toEqual(notYet);
  await clock.advance(3_600_000);
  expect(await post(NEW)).toEqual(wrong);
});

it('asks the provider again after the clock was set back', async () => {
  const clock = createManualClock();
  let offsetMs = 0;
  const moved = { ...clock, now: () => clock.now() + offsetMs };
  let list = [OLD];
  const { receiver } = makeReceiver({ secrets: async () => list, clock: moved });
  await clock.advance(1);
  offsetMs = -3_600_000;
  list = [NEW];
  const { status } = await receiver.handle({ method: 'POST', headers: { 'x-api-key': NEW }, body: message });
  expect(status).toBe(200);
});
