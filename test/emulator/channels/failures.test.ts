import { orderFailure } from '../../../src/emulator/channels/index.ts';
import { setIntegrationStatus } from '../../../src/emulator/integrations/index.ts';
import { blockClient } from '../../../src/emulator/users/index.ts';
import type { ClientRecord } from '../../../src/emulator/world/index.ts';
import { OptionsError } from '../../../src/index.ts';
import { setUpChannels } from './support.ts';

/** Source: Part A, "Delivery error codes". */
const codes =
  'aborted blocked bad_request delivery_timeout not_found rate_limited service_internal_error service_unavailable template_unavailable too_many_errors unauthorized uncategorized_error';

describe('a failure on order', () => {
  it.each(codes.split(' '))('is told with the code %s, once', (code) => {
    const { world, post, takeSteps } = setUpChannels('whatsapp');
    orderFailure(world.app, { code });
    post();
    expect(takeSteps()).toEqual([`whatsapp failure ${code} final`]);
    post();
    expect(takeSteps()).toEqual(['whatsapp channel', 'whatsapp user final']);
  });

  it('may come after the channel took the message', () => {
    const { world, post, takeSteps } = setUpChannels('telegram');
    orderFailure(world.app, { code: 'delivery_timeout', stage: 'user' });
    post();
    expect(takeSteps()).toEqual(['telegram channel', 'telegram failure delivery_timeout final']);
  });

  it('happens as often as it is told, and not once it was taken back', () => {
    const { world, post, takeSteps } = setUpChannels('telegram');
    const takeBack = orderFailure(world.app, { code: 'rate_limited', times: 3 });
    post();
    post();
    takeBack();
    post();
    expect(takeSteps()).toEqual([
      'telegram failure rate_limited final',
      'telegram failure rate_limited final',
      'telegram channel final',
    ]);
  });

  it('meets the integration and the user that it is for', () => {
    const { world, user, post, takeSteps } = setUpChannels('telegram');
    orderFailure(world.app, { code: 'not_found', integrationId: 'line' });
    orderFailure(world.app, { code: 'bad_request', user: 'somebody' });
    post();
    expect(takeSteps()).toEqual(['telegram channel final']);
    orderFailure(world.app, { code: 'rate_limited', integrationId: 'telegram', user: user._id });
    post();
    expect(takeSteps()).toEqual(['telegram failure rate_limited final']);
  });

  it.each([
    ['whatsapp', { errors: [{ code: 470, title: 'No' }] }],
    ['telegram', { ok: 'False', error_code: 403, description: 'No' }],
    ['messenger', { code: 190, message: 'No' }],
    ['line', { message: 'No' }],
  ])('has the error of %s in the form of that channel', (platform, underlyingError) => {
    const { world, post } = setUpChannels(platform);
    orderFailure(world.app, { code: 'not_found', message: 'No' });
    post();
    expect(world.happenings.at(-1)).toMatchObject({
      error: { code: 'not_found', message: 'No', underlyingError },
    });
  });

  it('has no error of the channel when the service gave up by itself', () => {
    const { world, post } = setUpChannels('whatsapp');
    orderFailure(world.app, { code: 'delivery_timeout' });
    post();
    expect(world.happenings.at(-1)).toMatchObject({
      error: expect.not.objectContaining({ underlyingError: expect.anything() }),
    });
  });

  it('keeps the underlying error that it is given', () => {
    const { world, post } = setUpChannels('whatsapp');
    orderFailure(world.app, { code: 'not_found', underlyingError: 7 });
    post();
    expect(world.happenings.at(-1)).toMatchObject({ error: { underlyingError: 7 } });
  });

  it.each([
    [{ code: '' }, 'code must be'],
    [{ code: 'blocked', stage: 'late' }, 'stage must be'],
    [{ code: 'blocked', times: 0 }, 'times must be'],
    [{ code: 'blocked', often: 2 }, 'no option'],
  ])('throws an OptionsError for %j', (failure, text) => {
    const { app } = setUpChannels().world;
    expect(() => orderFailure(app, failure as never)).toThrow(OptionsError);
    expect(() => orderFailure(app, failure as never)).toThrow(text);
    expect(app.channelState.failures).toEqual([]);
  });
});

describe('a failure of its own', () => {
  it('is blocked at a blocked client, which uses up no order', () => {
    const { world, user, post, takeSteps } = setUpChannels('telegram');
    blockClient(world, world.app, user, user.clients[0] as ClientRecord);
    orderFailure(world.app, { code: 'rate_limited' });
    post();
    expect(takeSteps()).toEqual(['telegram failure blocked final']);
    expect(world.app.channelState.failures).toHaveLength(1);
  });

  it.each([
    ['error', 'unauthorized'],
    ['inactive', 'aborted'],
  ] as const)('at an integration whose status is %s is %s', (status, code) => {
    const { world, post, takeSteps } = setUpChannels('telegram');
    setIntegrationStatus(world.app, 'telegram', status);
    post();
    expect(takeSteps()).toEqual([`telegram failure ${code} final`]);
    setIntegrationStatus(world.app, 'telegram', 'active');
    post();
    expect(takeSteps()).toEqual(['telegram channel final']);
  });
});
