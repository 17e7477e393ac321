import { closeAll } from '../support/listen.ts';
import { startControl } from './support.ts';

afterEach(closeAll);

interface Line {
  readonly id: string;
  readonly trigger: string;
  readonly gist: string;
}

/** An emulator that has sent one message, and the id of its delivery. */
async function sendOne(status = 200) {
  const control = await startControl();
  await control.subscribe();
  control.answer(status);
  const user = control.emulator.user({});
  user.say('hi');
  await control.emulator.idle();
  const { body } = await control.call('GET', 'deliveries');
  const [line] = body as unknown as Line[];
  return { control, line: line as Line, path: `deliveries/${line?.id}` };
}

describe('the deliveries of the control', () => {
  it('are listed without their bodies, with what they are about', async () => {
    const { line } = await sendOne();
    expect(line).toMatchObject({
      trigger: 'message:appUser',
      state: 'acknowledged',
      attempts: 1,
      lastOutcome: 200,
      gist: 'hi',
    });
    expect(line).not.toHaveProperty('body');
  });

  it('are given whole, one by one', async () => {
    const { control, path } = await sendOne();
    const { body } = await control.call('GET', path);
    expect(body).toMatchObject({ body: { trigger: 'message:appUser' }, attempts: [{ outcome: 200 }] });
  });

  it('are sent once more, with the same body or another', async () => {
    const { control, line, path } = await sendOne();
    const same = await control.call('POST', `${path}/resend`, {});
    expect(same.body).toMatchObject({ resendOf: line.id, trigger: 'message:appUser' });
    expect(same.body).not.toHaveProperty('edited');
    const edit = { trigger: 'postback', made: 'up' };
    const edited = await control.call('POST', `${path}/resend`, { edit });
    expect(edited.body).toMatchObject({ resendOf: line.id, edited: true, trigger: 'postback', body: edit });
    const wrong = await control.call('POST', `${path}/resend`, { edit: [] });
    expect(wrong.status).toBe(400);
  });

  it('are called beside their attempts', async () => {
    const { control, path } = await sendOne();
    expect((await control.call('POST', `${path}/duplicate`, {})).body).toMatchObject({
      duplicate: true,
      outcome: 200,
    });
    expect((await control.call('GET', path)).body['attempts']).toHaveLength(2);
    const [line] = (await control.call('GET', 'deliveries')).body as unknown as object[];
    expect(line).toMatchObject({ attempts: 1, calls: 2 });
  });

  it('go on when the clock is turned on', async () => {
    const { control, path } = await sendOne(503);
    const { body } = await control.call('GET', 'clock');
    expect(body).toMatchObject({ mode: 'manual', speed: 0 });
    expect(Number(body['nextAtMs']) - Number(body['nowMs'])).toBe(60_000);
    expect((await control.call('POST', 'clock/advance', { time: '15m' })).body).not.toHaveProperty(
      'nextAtMs',
    );
    expect((await control.call('GET', path)).body).toMatchObject({ state: 'exhausted' });
    expect((await control.call('POST', 'clock/advance', { time: 'soon' })).status).toBe(400);
  });

  it.each([
    ['GET', ''],
    ['POST', '/resend'],
    ['POST', '/duplicate'],
  ])('answers 404 to %s%s of one that there is not', async (method, rest) => {
    const control = await startControl();
    const reply = await control.call(
      method,
      `deliveries/delivery-9${rest}`,
      method === 'POST' ? {} : undefined,
    );
    expect(reply.status).toBe(404);
  });

  it('come of a trigger that is fired by its name', async () => {
    const control = await startControl();
    await control.subscribe();
    const { body } = await control.call('POST', 'trigger', {
      trigger: 'postback',
      overrides: { appUser: { givenName: 'Ada' } },
    });
    expect(body).toMatchObject([{ trigger: 'postback' }]);
    expect(control.emulator.deliveries.list()).toMatchObject([{ body: { appUser: { givenName: 'Ada' } } }]);
    const wrong = await control.call('POST', 'trigger', { trigger: 'postbak' });
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { error: { description: expect.stringContaining('postback') } },
    ]);
  });
});

describe('the faults of the control', () => {
  it('are added, listed and removed', async () => {
    const { call } = await startControl();
    const rule = { on: 'delivery', action: 'wrongSecret', times: 2 };
    const { body } = await call('POST', 'faults', rule);
    expect(body).toMatchObject({ rule: { action: { type: 'wrongSecret' } }, left: 2 });
    await call('POST', 'faults', { on: 'api', action: 'reset' });
    expect((await call('DELETE', `faults/${body['id']}`)).status).toBe(204);
    expect((await call('DELETE', `faults/${body['id']}`)).status).toBe(404);
    expect((await call('GET', 'faults')).body).toMatchObject([{ rule: { on: 'api' } }]);
    await call('DELETE', 'faults');
    expect((await call('GET', 'faults')).body).toEqual([]);
  });

  it('are refused with what is wrong in them', async () => {
    const { call } = await startControl();
    const reply = await call('POST', 'faults', { on: 'delivery', action: 'wrongSecert' });
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { error: { description: expect.stringContaining('wrongSecret') } },
    ]);
  });

  it('do not touch the control itself', async () => {
    const { call } = await startControl();
    await call('POST', 'faults', { on: 'api', action: { type: 'status', status: 500 } });
    expect((await call('GET', 'state')).status).toBe(200);
  });
});
