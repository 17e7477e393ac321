import { createFaults, type FaultRule } from '../../../src/emulator/faults/index.ts';
import { OptionsError } from '../../../src/errors/index.ts';
import { createRandom } from '../../../src/testing/random.ts';

const create = (seed = 1) => createFaults(createRandom(seed));

describe('rules on deliveries', () => {
  it('act for the triggers and the webhook that they name', () => {
    const faults = create();
    faults.add({ on: 'delivery', trigger: 'message:delivery:*', webhookId: 'a', action: 'cut' });
    expect(faults.drawAttempt('message:delivery:user', 'a')).toEqual([{ type: 'cut' }]);
    expect(faults.drawAttempt('message:delivery:user', 'b')).toEqual([]);
    expect(faults.drawAttempt('message:appUser', 'a')).toEqual([]);
  });

  it('act for a delivery or for an attempt, whichever they spoil', () => {
    const faults = create();
    faults.add({ on: 'delivery', action: 'unknownKeys' });
    faults.add({ on: 'delivery', action: 'noSecret' });
    expect(faults.drawDelivery('postback', 'a')).toEqual([{ type: 'unknownKeys' }]);
    expect(faults.drawAttempt('postback', 'a')).toEqual([{ type: 'noSecret' }]);
  });

  it('act as often as they say, and are gone then', () => {
    const faults = create();
    faults.add({ on: 'delivery', action: 'cut', times: 2 });
    faults.drawAttempt('postback', 'a');
    expect(faults.list()).toMatchObject([{ id: 'fault-1', left: 1, rule: { on: 'delivery', times: 2 } }]);
    expect(faults.drawAttempt('postback', 'a')).toHaveLength(1);
    expect(faults.list()).toEqual([]);
    expect(faults.drawAttempt('postback', 'a')).toEqual([]);
  });

  it('do not count where another has spoilt the same before', () => {
    const faults = create();
    faults.add({ on: 'delivery', action: 'cut', times: 1 });
    faults.add({ on: 'delivery', action: 'late', times: 1 });
    const drawn = [1, 2, 3].map(() => faults.drawAttempt('postback', 'a').map(({ type }) => type));
    expect(drawn).toEqual([['cut'], ['late'], []]);
  });

  it('act in their share of the cases, the same ones for the same seed', () => {
    const draw = (seed: number) => {
      const faults = create(seed);
      faults.add({ on: 'delivery', action: 'duplicate', probability: 0.25 });
      return Array.from({ length: 400 }, () => faults.drawAttempt('postback', 'a').length);
    };
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
    const share = draw(5).filter((count) => count === 1).length / 400;
    expect(share).toBeGreaterThan(0.18);
    expect(share).toBeLessThan(0.32);
  });

  it('never act with probability 0', () => {
    const faults = create();
    faults.add({ on: 'delivery', action: 'cut', probability: 0 });
    expect(faults.drawAttempt('postback', 'a')).toEqual([]);
  });

  it('take their time where they have one', () => {
    const faults = create();
    faults.add({ on: 'delivery', action: { type: 'delay', ms: 250 } });
    faults.add({ on: 'delivery', action: 'slowBody' });
    expect(faults.drawDelivery('postback', 'a')).toEqual([{ type: 'delay', ms: 250 }]);
    expect(faults.drawAttempt('postback', 'a')).toEqual([{ type: 'slowBody', ms: 5_000 }]);
  });
});

describe('rules on the API', () => {
  it('act for the method and the path that they name, the first of them alone', () => {
    const faults = create();
    faults.add({
      on: 'api',
      method: 'POST',
      path: '*/messages',
      action: { type: 'latency', ms: 5 },
      times: 1,
    });
    faults.add({ on: 'api', path: '/v1.1/apps/*', action: { type: 'status', status: 429, retryAfter: 2 } });
    faults.add({ on: 'api', action: 'html' });
    const post = () => faults.drawApi('POST', '/v1.1/apps/1/appusers/2/messages');
    expect(post()).toEqual({ type: 'latency', ms: 5 });
    expect(post()).toEqual({ type: 'status', status: 429, retryAfter: 2 });
    expect(faults.drawApi('GET', '/v1/webhooks')).toEqual({ type: 'html', status: 502 });
  });

  it('leave all else alone', () => {
    const faults = create();
    faults.add({ on: 'api', method: 'DELETE', path: '/v1/apps/1.2*', action: 'reset' });
    expect(faults.drawApi('GET', '/v1/apps/1.2')).toBeUndefined();
    expect(faults.drawApi('DELETE', '/v1/apps/1x2')).toBeUndefined();
    expect(faults.drawApi('DELETE', '/v1/apps/1.2')).toEqual({ type: 'reset' });
    expect(faults.drawAttempt('postback', 'a')).toEqual([]);
  });
});

describe('the list of rules', () => {
  it('is shortened by the function that add gave, by id, and altogether', () => {
    const faults = create();
    const remove = faults.add({ on: 'delivery', action: 'cut' });
    faults.add({ on: 'api', action: 'timeout' });
    faults.add({ on: 'api', action: 'dropAfterCommit' });
    remove();
    remove();
    expect(faults.remove('fault-2')).toBe(true);
    expect(faults.remove('fault-2')).toBe(false);
    expect(faults.list()).toEqual([
      {
        id: 'fault-3',
        left: undefined,
        rule: expect.objectContaining({ path: '*', action: { type: 'dropAfterCommit' }, probability: 1 }),
      },
    ]);
    faults.clear();
    expect(faults.drawApi('GET', '/')).toBeUndefined();
  });

  const wrong: [string, unknown, string][] = [
    ['no rule at all', null, "on must be 'delivery' or 'api'."],
    ['neither side', { on: 'both', action: 'cut' }, "on must be 'delivery' or 'api'."],
    ['a misspelt fault', { on: 'delivery', action: 'loseResponce' }, "The nearest is 'loseResponse'."],
    ['a fault of the other side', { on: 'delivery', action: 'html' }, 'There is no such fault.'],
    ['a misspelt fault of the API', { on: 'api', action: 'htm' }, "The nearest is 'html'."],
    ['a misspelt trigger', { on: 'delivery', trigger: 'mesage:*', action: 'cut' }, 'The nearest is'],
    ['a trigger that is no text', { on: 'delivery', trigger: 1, action: 'cut' }, 'trigger must be a trigger'],
    ['a webhook that is no text', { on: 'delivery', webhookId: 1, action: 'cut' }, 'webhookId must be'],
    ['a field that does not exist', { on: 'delivery', path: '/', action: 'cut' }, "has no option 'path'"],
    ['a time where none is taken', { on: 'delivery', action: { type: 'cut', ms: 1 } }, 'cut takes no ms'],
    ['a time below 0', { on: 'delivery', action: { type: 'delay', ms: -1 } }, 'action.ms must be'],
    ['a share above 1', { on: 'delivery', action: 'cut', probability: 1.1 }, 'probability must be'],
    [
      'a share that is no number',
      { on: 'delivery', action: 'cut', probability: Number.NaN },
      'probability must be',
    ],
    ['no times', { on: 'delivery', action: 'cut', times: 0 }, 'times must be a whole number of at least 1.'],
    ['an unknown method', { on: 'api', method: 'PATCH', action: 'reset' }, 'method must be'],
    ['a path without its slash', { on: 'api', path: 'apps', action: 'reset' }, 'path must begin'],
    ['a status without number', { on: 'api', action: 'status' }, 'action.status must be'],
    ['a status of success', { on: 'api', action: { type: 'status', status: 299 } }, 'action.status must be'],
    ['a status above all', { on: 'api', action: { type: 'html', status: 600 } }, 'action.status must be'],
    ['no latency', { on: 'api', action: 'latency' }, 'action.ms must be'],
    [
      'a header of two lines',
      { on: 'api', action: { type: 'status', status: 429, retryAfter: '1\r\nx: y' } },
      'one line',
    ],
    ['details that it does not have', { on: 'api', action: { type: 'reset', ms: 1 } }, "no option 'ms'"],
  ];
  it.each(wrong)('refuses %s', (_, rule, message) => {
    const faults = create();
    expect(() => faults.add(rule as FaultRule)).toThrow(OptionsError);
    expect(() => faults.add(rule as FaultRule)).toThrow(message);
    expect(faults.list()).toEqual([]);
  });
});
