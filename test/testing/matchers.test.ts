import '../../src/testing/jest/index.ts';
import { createRouter, PermanentError } from '../../src/index.ts';
import { createHarness, fixture, type Harness } from '../../src/testing/index.ts';
import { matchers } from '../../src/testing/jest/index.ts';

const text = 'v1.1/message.appUser/text';
const { appUser } = fixture(text);

/** A settled harness: a text and an image were handled, a postback died, and so did a refused image. */
async function makeHarness(): Promise<Harness> {
  const router = createRouter()
    .on('message:*', { name: 'reader' }, () => {})
    .on('postback', { name: 'presser' }, () => {
      throw new PermanentError('the button is gone');
    });
  const harness = createHarness({ router });
  await harness.deliver(text);
  await harness.deliver('v1.1/message.appUser/image');
  await harness.deliver('v1.1/postback/carousel-button');
  await harness.deliver('refused/image-without-media-url');
  await harness.settle();
  return harness;
}

/** The message of the assertion that fails in `check`. */
function failureOf(check: () => void): string {
  try {
    check();
  } catch (error) {
    if (error instanceof Error && 'matcherResult' in error) return error.message;
    throw error;
  }
  throw new Error('the assertion did not fail');
}

describe('toHaveHandledOnce', () => {
  it('holds for exactly one delivery of a trigger', async () => {
    const harness = createHarness({ router: createRouter().onAny(() => {}) });
    expect(harness).not.toHaveHandledOnce('message:appUser');
    await harness.deliver(text, { times: 2 });
    await harness.settle();
    expect(harness).toHaveHandledOnce('message:appUser');
    expect(harness).toHaveHandledOnce('message:*');
    expect(harness).not.toHaveHandledOnce('postback');
    await harness.deliver('v1.1/message.appUser/image');
    await harness.settle();
    expect(harness).not.toHaveHandledOnce('message:appUser');
  });

  it('holds for exactly one with these fields, of however many', async () => {
    const harness = await makeHarness();
    expect(harness).toHaveHandledOnce('message:appUser', { messages: [{ type: 'text' }] });
    expect(harness).toHaveHandledOnce('message:appUser', { messages: [{ text: expect.any(String) }] });
    expect(harness).not.toHaveHandledOnce('message:appUser', { messages: [{ type: 'file' }] });
    expect(harness).not.toHaveHandledOnce('message:appUser', { messages: [] });
    expect(harness).not.toHaveHandledOnce('message:appUser', { appUser: { _id: appUser._id } });
  });

  it('shows what was handled instead, what failed, the dead letters and the log', async () => {
    const harness = await makeHarness();
    const message = failureOf(() => expect(harness).toHaveHandledOnce('message:appUser'));
    expect(message).toContain('toHaveHandledOnce');
    expect(message).toContain('Expected: exactly one delivery of message:appUser\nFound: 2');
    expect(message).toMatch(/Handled:\n {2}message:appUser \(1 runs\) \{/);
    expect(message).toContain(
      'postback, handler presser, run 1: failed with PermanentError: the button is gone',
    );
    expect(message).toMatch(/Dead letters:(\n.*)*postback: handler_failed \(presser: the button is gone\)/);
    expect(message).toMatch(/message:appUser: refused \(messages.*mediaUrl/);
    expect(message).toMatch(/in the log:(\n.*)* error delivery is a dead letter \{/);
    expect(message).not.toContain('Still in the queue');
  });

  it('reminds of settle', async () => {
    const harness = createHarness({ router: createRouter().onAny(() => {}) });
    await harness.deliver(text);
    const message = failureOf(() => expect(harness).toHaveHandledOnce('message:appUser'));
    expect(message).toContain('Handled: nothing');
    expect(message).toContain('Still in the queue: 1. Was harness.settle() called');
  });

  it('says so when no handler wanted the delivery', async () => {
    const harness = createHarness({ router: createRouter() });
    await harness.deliver(text);
    await harness.settle();
    const message = failureOf(() => expect(harness).toHaveHandledOnce('message:appUser'));
    expect(message).toContain('no handler wants this delivery');
  });

  it('tells in a negated failure what was not expected', async () => {
    const harness = await makeHarness();
    const part = { messages: [{ type: 'text' }] } as const;
    const message = failureOf(() => expect(harness).not.toHaveHandledOnce('message:appUser', part));
    expect(message).toMatch(/not.*toHaveHandledOnce/);
    expect(message).toContain('Expected: not exactly one delivery of message:appUser with {"messages"');
  });

  it('throws for a misspelt trigger, also when negated, and for what is no harness', async () => {
    const harness = await makeHarness();
    const misspelt = 'message:appuser' as 'message:appUser';
    expect(() => expect(harness).not.toHaveHandledOnce(misspelt)).toThrow(/did you mean 'message:appUser'/);
    expect(() => expect({}).not.toHaveHandledOnce('postback')).toThrow(/takes a harness/);
  });
});

describe('toHaveHandled', () => {
  it('holds for at least one, or for exactly so many', async () => {
    const harness = await makeHarness();
    expect(harness).toHaveHandled('message:*');
    expect(harness).toHaveHandled('message:appUser', 2);
    expect(harness).toHaveHandled('postback', 0);
    expect(harness).not.toHaveHandled('message:appUser', 1);
    expect(harness).not.toHaveHandled('message:appUser', 3);
    expect(harness).not.toHaveHandled('postback');
    const message = failureOf(() => expect(harness).toHaveHandled('message:appUser', 3));
    expect(message).toContain('Expected: exactly 3 deliveries of message:appUser\nFound: 2');
    expect(() => expect(harness).not.toHaveHandled('postback', 1.5)).toThrow(/whole number/);
  });
});

describe('toHaveAnswered', () => {
  it('holds for an answer, and for a list when all have it; negated when none has it', () => {
    expect({ status: 200 }).toHaveAnswered(200);
    expect({ status: 503 }).not.toHaveAnswered(200);
    expect(new Response('', { status: 401 })).toHaveAnswered(401);
    expect([{ status: 200 }, { status: 200 }]).toHaveAnswered(200);
    expect([{ status: 503 }, { status: 401 }]).not.toHaveAnswered(200);
  });

  it('fails for a list in which only some have it, whichever way it is asked', () => {
    const mixed = [{ status: 200 }, { status: 503, body: { error: 'queue_full' } }];
    expect(failureOf(() => expect(mixed).toHaveAnswered(200))).toMatch(
      /Expected: 200\nAnswered: 200 .*\n +503 \{"error": "queue_full"\}/,
    );
    expect(failureOf(() => expect(mixed).not.toHaveAnswered(200))).toContain('Expected: not 200');
  });

  it('takes what deliver gives, and answers behind resolves', async () => {
    const harness = createHarness({ router: createRouter() });
    expect(await harness.deliver(text, { times: 2 })).toHaveAnswered(200);
    await expect(harness.deliver(text, { secret: null })).resolves.toHaveAnswered(401);
  });

  it.each([
    [Promise.resolve({ status: 200 }), /await/],
    [[], /at least one/],
    [{}, /a status/],
    [undefined, /a status/],
  ])('throws for %p, also when negated', (received, message) => {
    expect(() => expect(received).toHaveAnswered(200)).toThrow(message);
    expect(() => expect(received).not.toHaveAnswered(200)).toThrow(message);
  });
});

describe('toHaveDeadLetter', () => {
  it('holds when one matches all given fields', async () => {
    const harness = await makeHarness();
    expect(harness).toHaveDeadLetter();
    expect(harness).toHaveDeadLetter({ reason: 'refused' });
    expect(harness).toHaveDeadLetter({ reason: 'handler_failed', trigger: 'postback', handler: 'presser' });
    expect(harness).toHaveDeadLetter({ trigger: 'message:*' });
    expect(harness).not.toHaveDeadLetter({ reason: 'refused', trigger: 'postback' });
    expect(harness).not.toHaveDeadLetter({ handler: 'reader' });
    expect(harness).not.toHaveDeadLetter({ reason: 'crashed' });
    const message = failureOf(() => expect(harness).toHaveDeadLetter({ reason: 'crashed' }));
    expect(message).toContain('Expected: a dead letter with {"reason": "crashed"}\nFound: 2 in all');
  });

  it('does not hold when there is none', () => {
    const harness = createHarness({ router: createRouter() });
    expect(harness).not.toHaveDeadLetter();
    expect(failureOf(() => expect(harness).toHaveDeadLetter())).toContain(
      'Expected: a dead letter\nFound: 0',
    );
  });

  it.each([
    [{ reason: 'handler-failed' }, /The nearest is 'handler_failed'/],
    [{ handler: 'reeder' }, /The nearest is 'reader'/],
    [{ trigger: 'postbac' }, /did you mean 'postback'/],
    [{ resaon: 'refused' }, /no option 'resaon'/],
  ])('throws for %p, which could never match, also when negated', async (match, message) => {
    const harness = await makeHarness();
    expect(() => expect(harness).not.toHaveDeadLetter(match as object)).toThrow(message);
  });
});

describe('the import', () => {
  it('gives the matchers for an expect that is no global', () => {
    expect(Object.keys(matchers)).toEqual([
      'toHaveHandledOnce',
      'toHaveHandled',
      'toHaveAnswered',
      'toHaveDeadLetter',
    ]);
  });

  it('does no harm where there is no global expect', () => {
    const holder = globalThis as { expect?: unknown };
    const own = holder.expect;
    holder.expect = undefined;
    try {
      jest.isolateModules(() => {
        const { matchers: again } = require('../../src/testing/jest/index.ts') as { matchers: object };
        (own as typeof expect)(Object.keys(again)).toHaveLength(4);
      });
    } finally {
      holder.expect = own;
    }
  });
});
