import { postMany, refusal, setUp } from '../messages/support.ts';

const id = expect.any(String);
const link = { _id: id, type: 'link', text: 'Shop', uri: 'https://e.com/a' };

/** A user with a conversation, and the templates `hello` and `cards`. */
async function setUpTemplates() {
  const scene = setUp();
  const actions = [{ type: 'reply', text: 'Yes', payload: 'YES' }];
  const hello = { role: 'appMaker', type: 'text', text: 'Hello!', actions };
  const items = [{ title: 'Tides', actions: [{ type: 'buy', text: 'Buy', amount: 450 }] }];
  await scene.call('POST /templates', { body: { name: 'hello', message: hello } });
  const cards = { role: 'appMaker', type: 'carousel', items, name: 'Shop', metadata: { a: 1 } };
  await scene.call('POST /templates', { body: { name: 'my cards', message: cards } });
  return {
    ...scene,
    async postText(text: string, more: object = {}) {
      const body = { role: 'appMaker', type: 'text', text, ...more };
      const answer = await scene.call('POST /appusers/customer-7/messages', { body });
      expect(answer.warnings).toEqual([]);
      const { message, extraMessages = [] } = answer.body as { message: object; extraMessages?: object[] };
      return [message, ...extraMessages];
    },
  };
}

describe('shorthand in a text', () => {
  it.each([
    ['See %[Shop](https://e.com/a)', [{ type: 'text', text: 'See', actions: [link] }]],
    ['%[Shop](https://e.com/a) or call', [{ type: 'text', text: 'or call', actions: [link] }]],
    ['%[Shop](https://e.com/a)', [{ type: 'text', text: '', actions: [link] }]],
    [
      'So? %[Ring me](postback:RING_7) %[Yes](reply:YES: really)',
      [
        {
          text: 'So?',
          actions: [
            { _id: id, type: 'postback', text: 'Ring me', payload: 'RING_7', uri: '' },
            { _id: id, type: 'reply', text: 'Yes', payload: 'YES: really', uri: '' },
          ],
        },
      ],
    ],
    [
      '$[Tides]($10.00) $[Salt]($7)',
      [
        {
          actions: [
            { type: 'buy', text: 'Tides', amount: 1_000, currency: 'usd' },
            { type: 'buy', text: 'Salt', amount: 700 },
          ],
        },
      ],
    ],
    ['![](https://e.com/a.png)', [{ type: 'image', mediaUrl: 'https://e.com/a.png', text: ' ' }]],
    [
      'Look: ![A door](https://e.com/a.png) Nice?',
      [
        { type: 'text', text: 'Look:' },
        { type: 'image', mediaUrl: 'https://e.com/a.png', text: 'A door' },
        { type: 'text', text: 'Nice?' },
      ],
    ],
    ['%((template: hello))%', [{ type: 'text', text: 'Hello!', actions: [{ _id: id, payload: 'YES' }] }]],
    ['%{{template:hello}}%', [{ type: 'text', text: 'Hello!' }]],
    [
      'a %((template: my cards))% b %[Shop](https://e.com/a) %{{ template: hello }}%',
      [
        { type: 'text', text: 'a' },
        {
          type: 'carousel',
          name: 'Shop',
          metadata: { a: 1 },
          items: [{ _id: id, actions: [{ _id: id, uri: expect.stringMatching(/checkout/) }] }],
        },
        { type: 'text', text: 'b', actions: [link] },
        { type: 'text', text: 'Hello!' },
      ],
    ],
  ])('makes of %j what it says', async (text, messages) => {
    const { postText, user } = await setUpTemplates();
    const posted = await postText(text);
    expect(posted).toMatchObject(messages);
    expect(posted).toHaveLength(messages.length);
    expect(user.conversation?.messages).toEqual(posted);
    expect(user.conversation?.unreadCount).toBe(messages.length);
  });

  it.each([
    '100% sure (really), $5 [a](b) !',
    'a %[b] c',
    '%[a [b](c)',
    '%(template: hello)%',
    'x[0](1) = $',
  ])('leaves %j as it is', async (text) => {
    const { postText } = await setUpTemplates();
    expect(await postText(text)).toMatchObject([{ type: 'text', text }]);
  });

  it.each([
    '%((template: hello)',
    '%((template: ))%',
    '%((menu: hello))%',
    '%{{template: hello))%',
    'a %[Shop](https://e.com',
    '%[Shop](shop)',
    '%[Shop]()',
    '%[](https://e.com)',
    '%[Ring](postback:)',
    '$[Buy](ten)',
    '$[Buy](10.00)',
    '$[Buy]($1.5)',
    '![](door.png)',
  ])('is refused when it is malformed: %j', async (text) => {
    const { postText, user } = await setUpTemplates();
    await expect(postText(text)).rejects.toEqual(refusal('invalid_syntax'));
    expect(user.conversation).toBeUndefined();
  });

  it('is refused as a whole when a part of it is', async () => {
    const { postText, user } = await setUpTemplates();
    await expect(postText('a %((template: nope))%')).rejects.toEqual(refusal('not_found'));
    await expect(postText('a ![](https://e.com/a.pdf)')).rejects.toEqual(refusal('not_an_image'));
    expect(user.conversation).toBeUndefined();
  });

  it('gives each message the author and what else is said of the whole, and the last one its actions', async () => {
    const { postText } = await setUpTemplates();
    const reply = { type: 'reply', text: 'No', payload: 'NO' };
    const more = { name: 'Ada', email: 'ada@example.com', metadata: { b: 2 }, actions: [reply] };
    const posted = await postText('%((template: my cards))% or %[Shop](https://e.com/a)', more);
    const whole = { name: 'Ada', email: 'ada@example.com', metadata: { b: 2 } };
    expect(posted).toMatchObject([whole, { ...whole, actions: [link, reply] }]);
    expect('actions' in (posted[0] ?? {})).toBe(false);
  });

  it('tells of each message and delivers each', async () => {
    const { postText, world } = await setUpTemplates();
    const posted = await postText('a ![](https://e.com/a.png)');
    const told = world.happenings.flatMap((one) => (one.type === 'message' ? [one.message] : []));
    expect(told).toEqual(posted);
    const delivered = world.happenings.flatMap((one) =>
      one.type === 'messageDelivery' ? [one.message] : [],
    );
    expect(new Set(delivered)).toEqual(new Set(told));
  });

  it('is for the business alone', async () => {
    const scene = setUp();
    const text = '%[Shop](https://e.com/a)';
    expect((await scene.post({ role: 'appUser', type: 'text', text })).text).toBe(text);
  });

  it('is looked for in linear time', async () => {
    const scene = setUp();
    await postMany(scene, 1);
    const startMs = performance.now();
    await scene.post({ role: 'appMaker', type: 'text', text: '%['.repeat(40_000) });
    const open = `%((template: a${' '.repeat(90_000)}`;
    await expect(scene.post({ role: 'appMaker', type: 'text', text: open })).rejects.toEqual(
      refusal('invalid_syntax'),
    );
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});
