import {
  createSender,
  type FaultName,
  type Sendable,
  type SenderOptions,
  type SenderWebhook,
} from '../../src/testing/index.ts';
import { SECRET } from '../receiver/support.ts';
import { createScene } from './sender-support.ts';

const target = 'http://127.0.0.1:1/';
const webhook: SenderWebhook = { version: 'v1', secret: SECRET };

describe('the options of createSender', () => {
  it.each<[string, object, string]>([
    ['no secret', { secret: undefined }, 'secret must be'],
    ['an empty secret', { secret: '' }, 'secret must be'],
    ['a secret with a space', { secret: 'two words' }, 'secret must be'],
    ['a secret that no header can carry', { secret: 'sch€in' }, 'secret must be'],
    ['no target', { target: undefined }, 'target must be'],
    ['a target of another scheme', { target: 'file:///etc' }, 'http://'],
    ['a path without a slash', { path: 'webhooks' }, "path must begin with '/'"],
    ['a header with a colon', { header: 'x-api-key:' }, 'header must be'],
    ['a clock that is none', { clock: { now: Date.now } }, 'clock must have'],
    ['an empty schedule', { scheduleMs: [] }, 'scheduleMs must be'],
    ['a schedule that begins late', { scheduleMs: [1] }, 'scheduleMs must be'],
    ['a schedule that falls', { scheduleMs: [0, 20, 19] }, 'scheduleMs must be'],
    ['a schedule with fractions', { scheduleMs: [0, 1.5] }, 'scheduleMs must be'],
    ['a limit of zero', { timeoutMs: 0 }, 'timeoutMs must be'],
    ['a misspelled option', { schedule: [0] }, "createSender has no option 'schedule'"],
    ['a secret beside webhooks', { webhooks: [webhook] }, 'not both'],
    ['no webhook at all', { secret: undefined, webhooks: [] }, 'one or more'],
    ['a webhook without a secret', { secret: undefined, webhooks: [{ version: 'v1' }] }, 'secret must be'],
    ['a webhook without a version', { secret: undefined, webhooks: [{ secret: SECRET }] }, 'v1, v1.1'],
    ['an unknown version', { secret: undefined, webhooks: [{ ...webhook, version: 'v2' }] }, 'v1, v1.1'],
    [
      'two webhooks of one version',
      { secret: undefined, webhooks: [webhook, { ...webhook, secret: 'another-one' }] },
      'another version',
    ],
    ['a webhook with other keys', { secret: undefined, webhooks: [{ ...webhook, name: 'a' }] }, 'A webhook'],
  ])('refuse %s', (_, options, message) => {
    const make = () => createSender({ target, secret: SECRET, ...options } as SenderOptions);
    expect(make).toThrow(message);
    expect(make).toThrow(expect.objectContaining({ code: 'invalid_options' }));
  });

  it('tell no secret in what they throw', () => {
    expect(() => createSender({ target, secret: 'sch€in und sein' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('sein') }),
    );
  });

  it('may leave the target to the webhooks', async () => {
    const { handle, calls } = createScene([200]);
    await createSender({ webhooks: [{ ...webhook, target: { handle } }] }).send({});
    expect(calls).toHaveLength(1);
  });
});

describe('the options of send and sendAll', () => {
  const refused = (message: string) => ({
    code: 'invalid_options',
    message: expect.stringContaining(message),
  });

  it.each<[string, unknown, string]>([
    ['a misspelled fault', ['loseRespons'], "The nearest is 'loseResponse'"],
    ['a fault that is no name', [1], 'There is no such fault'],
    ['faults that are no list', 'cut', 'faults must be a list'],
    ['more faults than attempts', Array(6).fill('cut'), 'there are only 5 attempts'],
  ])('refuse %s', async (_, faults, message) => {
    const { sender, calls } = createScene([200]);
    const sending = sender.send({}, { faults: faults as FaultName[] });
    await expect(sending).rejects.toMatchObject(refused(message));
    expect(calls).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a share above 1', { randomFaults: { seed: 1, rate: 1.01 } }, 'randomFaults.rate'],
    ['a share below 0', { randomFaults: { seed: 1, rate: -0.01 } }, 'randomFaults.rate'],
    ['random faults without a seed', { randomFaults: { rate: 1 } }, 'randomFaults.seed'],
    ['no kinds to draw from', { randomFaults: { seed: 1, rate: 1, kinds: [] } }, 'randomFaults.kinds'],
    [
      'a kind that does not exist',
      { randomFaults: { seed: 1, rate: 1, kinds: ['cutt'] } },
      "nearest is 'cut'",
    ],
    ['another key', { randomFaults: { seed: 1, rate: 1, kind: 'cut' } }, 'randomFaults has no'],
    ['a seed that is no number', { shuffle: true }, 'shuffle must be'],
    ['what belongs to send', { faults: [] }, 'sendAll has no'],
  ])('refuse %s', async (_, options, message) => {
    const { sender, calls } = createScene([200]);
    await expect(sender.sendAll([{}], options)).rejects.toMatchObject(refused(message));
    expect(calls).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['a fixture that does not exist', 'v1/nothing'],
    ['null', null],
    ['a list', [[]]],
    ['a number', 1],
  ])('refuse to send %s', async (_, sendable) => {
    const { sender } = createScene([200]);
    await expect(sender.send(sendable as Sendable)).rejects.toMatchObject({ code: 'invalid_options' });
  });

  it('refuse one event in place of a list', async () => {
    const { sender } = createScene([200]);
    await expect(sender.sendAll({} as [])).rejects.toMatchObject(refused('sendAll takes a list'));
  });
});
