import { closeAll, listen } from '../support/listen.ts';
import { startControl } from './support.ts';

afterEach(closeAll);

interface News {
  readonly deliveries?: readonly { readonly trigger: string; readonly state: string }[];
  readonly calls?: readonly { readonly path: string }[];
  readonly clock: { readonly nowMs: number };
  readonly touched: readonly string[];
}

/** Opens the stream as a page does. `next` gives the next event that fits; it waits for it. */
async function follow(url: string) {
  const response = await fetch(`${url}/_emulator/events`);
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = '';
  async function nextEvent(): Promise<{ readonly name: string; readonly data: News }> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const [, name = ''] = /^event: (.*)$/m.exec(block) ?? [];
        const [, data = '{}'] = /^data: (.*)$/m.exec(block) ?? [];
        return { name, data: JSON.parse(data) as News };
      }
      const { value, done } = await reader.read();
      if (done) throw new Error('The stream has ended.');
      text += value;
    }
  }
  return {
    headers: response.headers,
    nextEvent,
    async next(fits: (news: News) => boolean): Promise<News> {
      for (;;) {
        const { name, data } = await nextEvent();
        if (name === 'news' && fits(data)) return data;
      }
    },
  };
}

describe('the events of the control', () => {
  it('begin with a greeting at which the page asks for the state', async () => {
    const { url } = await startControl();
    const stream = await follow(url);
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect((await stream.nextEvent()).name).toBe('hello');
  });

  it('tell of a delivery as it stands at last, and of the phone that changed', async () => {
    const { url, emulator, subscribe } = await startControl();
    await subscribe();
    const stream = await follow(url);
    emulator.user({}).say('hi');
    const news = await stream.next(
      ({ deliveries }) => deliveries?.some(({ state }) => state === 'acknowledged') === true,
    );
    expect(news.deliveries).toMatchObject([{ trigger: 'message:appUser' }]);
  });

  it('tell of calls of the API and that the state is another', async () => {
    const { url, emulator } = await startControl();
    const stream = await follow(url);
    await fetch(`${url}/v1.1/appusers`, { method: 'POST' });
    const news = await stream.next(({ calls }) => calls !== undefined);
    expect(news.calls).toMatchObject([{ path: '/v1.1/appusers' }]);
    expect(news.touched).toEqual(expect.arrayContaining(['state', 'phones']));
    expect(emulator.calls.list()).toHaveLength(1);
  });

  it.each(['advance', 'reset', 'restore', 'seed'] as const)('tell of %s in code', async (name) => {
    const { url, emulator } = await startControl();
    const snapshot = emulator.snapshot();
    const stream = await follow(url);
    await {
      advance: () => emulator.advance('1m'),
      reset: () => emulator.reset(),
      restore: () => emulator.restore(snapshot),
      seed: () => emulator.seed({ users: [{ userId: 'ada' }] }),
    }[name]();
    expect((await stream.next(({ touched }) => touched.includes('state'))).touched).toContain('state');
  });

  it('go to every page that is open', async () => {
    const { url, emulator } = await startControl();
    const streams = [await follow(url), await follow(url)];
    emulator.reset();
    const told = await Promise.all(
      streams.map(({ next }) => next(({ touched }) => touched.includes('state'))),
    );
    expect(told).toHaveLength(2);
  });

  it('end with the emulator, also where it is mounted in another app', async () => {
    const { emulator } = await startControl();
    const stream = await follow(await listen(emulator.app));
    await stream.nextEvent();
    await emulator.close();
    await expect(stream.nextEvent()).rejects.toThrow();
  });
});
