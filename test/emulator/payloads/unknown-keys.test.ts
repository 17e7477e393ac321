import { fixture } from '../../../src/testing/index.ts';
import { findUnknownKeys } from '../support/unknown-keys.ts';

/** A body with a key in each kind of object that schemas read. */
function bodyWith(key: string): object {
  const body = fixture('v1.1/postback/include-client');
  const [tap] = body.postbacks;
  const [action] = tap?.message?.actions ?? [];
  for (const object of [
    body,
    body.app,
    tap,
    tap?.message,
    action,
    body.appUser,
    body.client,
    body.conversation,
  ])
    Reflect.set(object ?? {}, key, 'x');
  return body;
}

describe('findUnknownKeys', () => {
  it('finds a key that no schema knows wherever it is', () => {
    const expected = [
      'app.x-new',
      'appUser.x-new',
      'client.x-new',
      'conversation.x-new',
      'postbacks.0.message.actions.0.x-new',
      'postbacks.0.message.x-new',
      'postbacks.0.x-new',
      'x-new',
    ];
    const found = findUnknownKeys(bodyWith('x-new'));
    expect(found).toHaveLength(expected.length);
    expect(found).toEqual(expect.arrayContaining(expected));
  });

  it('finds a key that another kind of object has', () => {
    const body = fixture('v1.1/message.appUser/text');
    Reflect.set(body.messages[0] ?? {}, 'mediaUrl', 'https://example.com/a.png');
    Reflect.set(body.appUser, 'clients', []);
    expect(findUnknownKeys(body)).toEqual(['messages.0.mediaUrl', 'appUser.clients']);
  });

  it('leaves alone what may have any key', () => {
    expect(findUnknownKeys(fixture('v1.1/message.appUser/client-raw-of-any-kind'))).toEqual([]);
    expect(findUnknownKeys(fixture('v1.1/merge.appUser/discarded-properties'))).toEqual([]);
    expect(findUnknownKeys(fixture('v1.1/message.delivery.failure/errors-list'))).toEqual([]);
  });

  it('throws for a body that is no known event', () => {
    expect(() => findUnknownKeys(fixture('unknown/trigger'))).toThrow('Not a known event');
    expect(() => findUnknownKeys(fixture('refused/client-add-with-client-for-clients'))).toThrow(
      'Not a known event',
    );
  });
});
