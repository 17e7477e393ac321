// Compiled, never run: what the types of the matchers promise, for the global expect and for that of @jest/globals.
import { expect as imported } from '@jest/globals';
import { createRouter } from '../../src/index.ts';
import { createHarness } from '../../src/testing/index.ts';
import { type DeadLetterMatch, matchers } from '../../src/testing/jest/index.ts';

const harness = createHarness({ router: createRouter() });

export async function hasTypedMatchers() {
  expect(harness).toHaveHandledOnce('message:appUser');
  expect(harness).toHaveHandledOnce('message:appUser', {
    messages: [{ type: 'text', text: expect.any(String) }],
  });
  expect(harness).toHaveHandledOnce('message:delivery:*', { destination: { type: 'whatsapp' } });
  expect(harness).not.toHaveHandled('postback', 2);
  expect(await harness.deliver('v1.1/message.appUser/text')).toHaveAnswered(200);
  await expect(harness.deliver('v1.1/message.appUser/text')).resolves.toHaveAnswered(200);
  expect(harness).toHaveDeadLetter({ reason: 'refused' } satisfies DeadLetterMatch);
  expect(harness).toHaveDeadLetter();
  // @ts-expect-error there is no such trigger
  expect(harness).toHaveHandledOnce('message:appuser');
  // @ts-expect-error a message:appUser event has no such field
  expect(harness).toHaveHandledOnce('message:appUser', { postbacks: [] });
  // @ts-expect-error an id is a text
  expect(harness).toHaveHandledOnce('message:appUser', { appUser: { _id: 7 } });
  // @ts-expect-error there is no such reason
  expect(harness).toHaveDeadLetter({ reason: 'failed' });
  // @ts-expect-error a status is a number
  expect({ status: 200 }).toHaveAnswered('200');
}

export async function hasThemOnTheImportedExpect() {
  imported(harness).toHaveHandledOnce('message:appUser', { messages: [{ text: imported.any(String) }] });
  imported(harness).not.toHaveHandled('postback', 2);
  await imported(harness.deliver('v1.1/message.appUser/text')).resolves.toHaveAnswered(200);
  // @ts-expect-error there is no such trigger
  imported(harness).toHaveHandledOnce('message:appuser');
  // @ts-expect-error there is no such reason
  imported(harness).toHaveDeadLetter({ reason: 'failed' });
  imported.extend(matchers);
}

export async function typesWhatWasHandled() {
  const [handled] = harness.handled('message:appUser');
  handled?.event.messages[0]?._id satisfies string | undefined;
  // @ts-expect-error a message has no postbacks
  handled?.event.postbacks satisfies unknown;
  const [any] = harness.handled();
  if (any && 'messages' in any.event) any.event.messages satisfies readonly unknown[];
  const answer = await harness.deliver({ trigger: 'x' }, { secret: null });
  answer.status satisfies number;
  const answers = await harness.deliver('raw text', { times: 2 });
  answers[0]?.body.outcome satisfies 'queued' | 'duplicate' | 'ignored' | undefined;
  await harness.clock.advance('15m');
  // @ts-expect-error there is no such unit
  await harness.clock.advance('15 minutes');
  // @ts-expect-error the queue is the harness's own
  createHarness({ router: createRouter(), worker: { queue: harness.queue } });
  // @ts-expect-error a router is required
  createHarness({});
}
