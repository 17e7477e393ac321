import {
  createMemoryQueue,
  createReceiver,
  createRouter,
  createWorker,
  type Version,
} from '../../src/index.ts';
import {
  createManualClock,
  createMemoryLogger,
  createSender,
  type SendAllOptions,
} from '../../src/testing/index.ts';
import { createScript, WINDOW_MS } from './sender-support.ts';

const OLD = 'p4Hs8Jc2-1mVyE6uRk7a';
const NEW = 'e0Tn5Xq9_3bGzL8wCj2h';
const webhooks = [
  { version: 'v1', secret: OLD },
  { version: 'v1.1', secret: NEW },
] as const;
const v1 = 'v1/message.appUser/text';
const v11 = 'v1.1/message.appUser/text';

describe('two webhooks during an upgrade', () => {
  it.each<[string, SendAllOptions]>([
    ['side by side', {}],
    ['in another order', { shuffle: 3 }],
    ['with lost, late, cut and doubled calls', { randomFaults: { seed: 11, rate: 0.7 } }],
  ])('have one handling of the event whose copies come %s', async (_, options) => {
    const clock = createManualClock();
    const logger = createMemoryLogger();
    const queue = createMemoryQueue({ clock, logger });
    const handled: Version[] = [];
    const router = createRouter().on('message:appUser', ({ version }) => {
      handled.push(version);
    });
    const worker = createWorker({ queue, router, clock, logger });
    await worker.start();
    const secrets = [
      { name: 'old', secret: OLD, version: 'v1' as const },
      { name: 'new', secret: NEW, version: 'v1.1' as const },
    ];
    const receiver = createReceiver({ secrets, queue, clock, logger });
    const sender = createSender({ target: receiver, webhooks, clock });

    const sending = sender.sendAll([v1, v11], options);
    await clock.advance(WINDOW_MS + 20_000);
    const sent = await sending;
    await queue.drained();

    expect(sent.map(({ name, version, verdict }) => [name, version, verdict])).toEqual([
      [v1, 'v1', 'acknowledged'],
      [v11, 'v1.1', 'acknowledged'],
    ]);
    expect(handled).toHaveLength(1);
    await worker.close();
  });

  it('each carry their own secret, and may have a target of their own', async () => {
    const [one, other] = [createScript(200), createScript(200)];
    const sender = createSender({
      target: { handle: one.handle },
      webhooks: [webhooks[0], { ...webhooks[1], target: { handle: other.handle } }],
    });
    await sender.sendAll([v1, v11]);
    expect(one.calls.map(({ headers }) => headers)).toMatchObject([{ 'x-api-key': OLD }]);
    expect(other.calls.map(({ headers }) => headers)).toMatchObject([{ 'x-api-key': NEW }]);
  });

  it('get the payloads of their version, however that is spelled', async () => {
    const { calls, handle } = createScript(200);
    const sender = createSender({ target: { handle }, webhooks });
    await sender.sendAll([{ version: '1.1' }, { version: '1' }, {}]);
    expect(calls.map(({ headers }) => (headers as Record<string, string>)['x-api-key'])).toEqual([
      NEW,
      OLD,
      OLD,
    ]);
  });

  it.each([
    ['another version', { version: 'v3' }],
    ['bytes, whose version cannot be read', Buffer.from('{}')],
  ])('refuse %s', async (_, sendable) => {
    const { calls, handle } = createScript(200);
    const sender = createSender({ target: { handle }, webhooks });
    const refused = { code: 'invalid_options', message: expect.stringContaining('There is no webhook for') };
    await expect(sender.send(sendable)).rejects.toMatchObject(refused);
    // nothing of a list is sent when one of it is wrong
    await expect(sender.sendAll([v1, sendable])).rejects.toMatchObject(refused);
    expect(calls).toEqual([]);
    expect(sender.report().deliveries).toBe(0);
  });

  it('are both probed', async () => {
    const { calls, handle } = createScript(200, 404);
    const sender = createSender({ target: { handle }, webhooks });
    expect(await sender.probe()).toEqual({
      good: false,
      calls: [
        { at: 'target', outcome: 200 },
        { at: 'target', outcome: 404 },
      ],
    });
    expect(calls.map(({ method }) => method)).toEqual(['HEAD', 'HEAD']);
  });
});
