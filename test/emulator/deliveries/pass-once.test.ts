import { passOnce } from '../../../src/emulator/deliveries/index.ts';
import type { Happening, UserRecord } from '../../../src/emulator/world/index.ts';
import type { Message } from '../../../src/events/index.ts';
import { createTestWorld } from '../support/test-world.ts';

type Stage = 'channel' | 'user' | 'failure';

function reach(id: string, type: string, stage: Stage): Happening {
  const destination = { type };
  const message = { _id: id } as Message;
  return { type: 'messageDelivery', user: {} as UserRecord, message, stage, destination, isFinalEvent: true };
}

function notify(id: string, type: string, stage: Stage): Happening {
  return {
    type: 'notificationDelivery',
    notification: { _id: id },
    stage,
    destination: { type },
    isFinalEvent: true,
  };
}

describe('an event of a delivery to a channel', () => {
  it('passes once for each message, destination type and trigger', () => {
    const { app } = createTestWorld();
    const different = [
      reach('one', 'telegram', 'channel'),
      reach('two', 'telegram', 'channel'),
      reach('one', 'viber', 'channel'),
      reach('one', 'telegram', 'user'),
      notify('one', 'telegram', 'channel'),
    ];
    expect(different.map((happening) => passOnce(app, happening))).toEqual([true, true, true, true, true]);
    expect(different.map((happening) => passOnce(app, happening))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(app.deliveredOnce).toContain('one/telegram/message:delivery:channel');
  });

  it('leaves all other events alone', () => {
    const { app } = createTestWorld();
    const deletion: Happening = { type: 'userDelete', user: {} as UserRecord };
    expect([passOnce(app, deletion), passOnce(app, deletion)]).toEqual([true, true]);
  });
});
