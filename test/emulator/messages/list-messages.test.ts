import fc from 'fast-check';
import { listMessages } from '../../../src/emulator/messages/list-messages.ts';
import type { Message } from '../../../src/events/index.ts';
import { postMany, refusal, setUp } from './support.ts';

const path = '/appusers/customer-7/messages';

function readPage(body: Record<string, unknown> | undefined): {
  texts: (string | undefined)[];
  next: unknown;
} {
  const messages = body?.['messages'] as Message[];
  return { texts: messages.map(({ text }) => text), next: body?.['next'] };
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);

describe('listing messages', () => {
  it('answers the conversation and all of 100 messages, ascending, without next', async () => {
    const scene = setUp();
    await postMany(scene, 100);
    const { status, body } = await scene.call(`GET ${path}`);
    expect(status).toBe(200);
    expect(Object.keys(body ?? {})).toEqual(['conversation', 'messages']);
    expect(body?.['conversation']).toMatchObject({ unreadCount: 100 });
    expect(readPage(body).texts).toEqual(numbers(1, 100));
  });

  it('answers the newest 100 of 101', async () => {
    const scene = setUp();
    await postMany(scene, 101);
    const { body } = await scene.call(`GET ${path}`);
    expect(readPage(body)).toEqual({ texts: numbers(2, 101), next: undefined });
  });

  it('leaves out the message at the bound, on both sides', async () => {
    const scene = setUp();
    await postMany(scene, 3);
    const second = scene.user.conversation?.messages[1]?.received;
    const before = await scene.call(`GET ${path}?before=${second}`);
    expect(readPage(before.body).texts).toEqual(['1']);
    const after = await scene.call(`GET ${path}?after=${second}`);
    expect(readPage(after.body).texts).toEqual(['3']);
    const between = await scene.call(`GET ${path}?after=${Number(second) - 0.0005}`);
    expect(readPage(between.body).texts).toEqual(['2', '3']);
  });

  it('leads on with an absolute URL as long as newer messages follow', async () => {
    const scene = setUp();
    await postMany(scene, 201);
    const messages = scene.user.conversation?.messages ?? [];
    const first = readPage((await scene.call(`GET ${path}?after=0`)).body);
    expect(first).toEqual({
      texts: numbers(1, 100),
      next: `http://emulator.test/v1.1/apps/${scene.world.app._id}${path}?after=${messages[99]?.received}`,
    });
    const second = readPage((await scene.call(`GET ${path}?after=${messages[99]?.received}`)).body);
    expect(second.texts).toEqual(numbers(101, 200));
    const third = readPage((await scene.call(`GET ${path}?after=${messages[199]?.received}`)).body);
    expect(third).toEqual({ texts: ['201'], next: undefined });
    const back = readPage((await scene.call(`GET ${path}?before=${messages[1]?.received}`)).body);
    expect(back.next).toMatch(new RegExp(`after=${messages[0]?.received}$`));
  });

  it('escapes the user in the URL', async () => {
    const scene = setUp();
    scene.world.app.userIds.set('a/b?c', scene.user._id);
    await postMany(scene, 101);
    const { body } = await scene.call('GET /appusers/a%2Fb%3Fc/messages?after=0');
    expect(body?.['next']).toContain('/appusers/a%2Fb%3Fc/messages?after=');
  });

  it('answers an empty page when nothing is beyond the bound', async () => {
    const scene = setUp();
    await postMany(scene, 1);
    for (const query of ['before=0', 'after=2000000000']) {
      const { body } = await scene.call(`GET ${path}?${query}`);
      expect(readPage(body)).toEqual({ texts: [], next: undefined });
    }
  });

  it.each(['before=1&after=2', 'before=soon', 'after=', 'before=NaN', 'after=1e999'])(
    'refuses %s',
    async (query) => {
      const scene = setUp();
      await postMany(scene, 1);
      await expect(scene.call(`GET ${path}?${query}`)).rejects.toEqual(refusal('bad_request'));
    },
  );

  it('knows no messages where there is no conversation', async () => {
    await expect(setUp().call(`GET ${path}`)).rejects.toEqual(refusal('conversation_not_found'));
  });

  it('gives each message once to who walks back by the oldest, and to who walks on by next', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 350 });
    fc.assert(
      fc.property(steps, (gapsMs) => {
        let timeMs = 1_700_000_000_000;
        const messages = gapsMs.map((gapMs, index) => {
          timeMs += gapMs;
          return { _id: `${index}`, received: timeMs / 1_000 } as Message;
        });
        const back: Message[] = [];
        for (let query = ''; ; ) {
          const page = listMessages(messages, new URLSearchParams(query)).messages;
          if (page.length === 0) break;
          back.unshift(...page);
          query = `before=${page[0]?.received}`;
        }
        expect(back).toEqual(messages);
        const on: Message[] = [];
        for (let after: number | undefined = 0; after !== undefined; ) {
          const page = listMessages(messages, new URLSearchParams(`after=${after}`));
          on.push(...page.messages);
          after = page.nextAfter;
        }
        expect(on).toEqual(messages);
      }),
      { numRuns: 50 },
    );
  });
});
