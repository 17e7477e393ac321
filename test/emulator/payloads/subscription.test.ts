import { isSubscribed } from '../../../src/emulator/payloads/subscription.ts';
import { type Trigger, triggers } from '../../../src/events/index.ts';

/** The triggers that a webhook with that list is told of. */
function toldOf(...subscribed: string[]): Trigger[] {
  return triggers.filter((trigger) => isSubscribed(subscribed, trigger));
}

const allButTyping = triggers.filter((trigger) => trigger !== 'typing:appUser');

describe('isSubscribed', () => {
  it.each(triggers)('tells a webhook of %s, and of nothing else, by its name', (trigger) => {
    expect(toldOf(trigger)).toEqual([trigger]);
  });

  it('takes message for both kinds of messages, and for nothing that begins like them', () => {
    expect(toldOf('message')).toEqual(['message:appUser', 'message:appMaker']);
  });

  it('takes the star for all but typing', () => {
    expect(toldOf('*')).toEqual(allButTyping);
  });

  it('tells of typing besides the star when it is named', () => {
    expect(toldOf('*', 'typing:appUser')).toEqual(triggers);
  });

  it('tells of several that are named', () => {
    expect(toldOf('postback', 'message', 'link:match')).toEqual([
      'message:appUser',
      'message:appMaker',
      'postback',
      'link:match',
    ]);
  });

  it.each(['', 'Message', 'MESSAGE:APPUSER', 'message:*', 'message:', ' postback', 'conversation', 'typing'])(
    'tells of nothing by the name "%s"',
    (name) => {
      expect(toldOf(name)).toEqual([]);
    },
  );

  it('tells of nothing without a trigger', () => {
    expect(toldOf()).toEqual([]);
  });
});
