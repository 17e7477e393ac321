import fc from 'fast-check';
import { BodyError } from '../../src/errors/index.ts';
import { isJsonObject } from '../../src/events/json.ts';
import { parseEvent } from '../../src/events/parse.ts';
import { messageBody, sampleBody } from './samples.ts';

function caught(payload: unknown): unknown {
  try {
    return parseEvent(payload);
  } catch (error) {
    return error;
  }
}

function expectMalformed(payload: unknown): void {
  const error = caught(payload);
  expect(error).toBeInstanceOf(BodyError);
  expect(error).toMatchObject({ code: 'body_malformed', status: 400 });
}

const v2Body = {
  app: { id: 'a' },
  webhook: { id: 'w', version: 'v2' },
  events: [{ id: 'e', type: 'conversation:message' }],
};

describe('a body that is no event', () => {
  test.each([undefined, null, 1, 'text', true, [], [{}]])('%p is malformed', (payload) => {
    expectMalformed(payload);
  });

  test.each([
    {},
    { trigger: 1 },
    { trigger: null },
    { event: 'message:appUser' },
    { events: [] },
    { webhook: {} },
  ])('%j has no trigger and is malformed', expectMalformed);

  test('names no value in its error', () => {
    expect(String(caught({ trigger: { secret: 'PRIVATE' } }))).not.toContain('PRIVATE');
  });
});

describe('the version', () => {
  test.each([
    [undefined, 'v1'],
    ['v1', 'v1'],
    ['1', 'v1'],
    ['v1.1', 'v1.1'],
    ['1.1', 'v1.1'],
  ])('%p is read as %s', (sent, version) => {
    const parsed = parseEvent(sampleBody('message:appUser', { version: sent }));
    expect(parsed.kind === 'known' && parsed.event.version).toBe(version);
  });

  test.each(['v2', 'V1', 'v1.10', '', ' v1'])('%p is unknown and told as sent', (version) => {
    const payload = sampleBody('message:appUser', { version });
    const event = { trigger: 'message:appUser', version, reason: 'version', payload };
    expect(parseEvent(payload)).toEqual({ kind: 'unknown', event, payload });
  });

  test.each([null, 1, 1.1, {}, []])('%j is unknown and has no text', (version) => {
    const parsed = parseEvent(sampleBody('message:appUser', { version }));
    expect(parsed).toMatchObject({ kind: 'unknown', event: { version: null, reason: 'version' } });
  });

  test('a body without one is read as the default version', () => {
    const body = sampleBody('message:delivery:channel', { version: undefined });
    expect(parseEvent(body, { defaultVersion: 'v1.1' })).toMatchObject({
      kind: 'known',
      event: { version: 'v1.1' },
    });
    expect(parseEvent(body)).toMatchObject({ kind: 'unknown', event: { version: 'v1', reason: 'trigger' } });
  });

  test('the default does not change a body that has one', () => {
    const parsed = parseEvent(sampleBody('postback', { version: 'v1' }), { defaultVersion: 'v1.1' });
    expect(parsed).toMatchObject({ kind: 'known', event: { version: 'v1' } });
  });

  test('conversation and client do not decide it', () => {
    const withBoth = sampleBody('message:appUser', { version: undefined });
    const withNone = sampleBody('message:appUser', { conversation: undefined, client: undefined });
    expect(parseEvent(withBoth)).toMatchObject({ event: { version: 'v1' } });
    expect(parseEvent(withNone)).toMatchObject({ event: { version: 'v1.1' } });
  });

  test('a v2 body is of an unknown version, without a trigger', () => {
    const event = { trigger: null, version: 'v2', reason: 'version', payload: v2Body };
    expect(parseEvent(v2Body)).toEqual({ kind: 'unknown', event, payload: v2Body });
  });

  test('a v2 body whose webhook says nothing has no version', () => {
    const parsed = parseEvent({ ...v2Body, webhook: 'w' });
    expect(parsed).toMatchObject({ kind: 'unknown', event: { trigger: null, version: null } });
  });
});

describe('the trigger', () => {
  test.each([
    'message',
    '*',
    '',
    'passthrough:apple:interactive',
    'notification:match:failure',
    'message:appuser',
    'constructor',
    '__proto__',
  ])('%p is unknown', (trigger) => {
    const payload = { trigger, version: 'v1.1', app: { _id: 'a' } };
    const event = { trigger, version: 'v1.1', reason: 'trigger', payload };
    expect(parseEvent(payload)).toEqual({ kind: 'unknown', event, payload });
  });

  test.each([
    ['delivery:success', 'v1.1'],
    ['delivery:failure', 'v1.1'],
    ['typing:appUser', 'v1'],
    ['message:delivery:user', 'v1'],
    ['client:remove', 'v1'],
  ] as const)('%s is unknown in %s, which does not send it', (trigger, version) => {
    const parsed = parseEvent(sampleBody(trigger, { version }));
    expect(parsed).toMatchObject({ kind: 'unknown', event: { trigger, version, reason: 'trigger' } });
  });

  test('a passthrough keeps its payload', () => {
    const payload = {
      trigger: 'passthrough:apple:interactive',
      version: 'v1.1',
      payload: { apple: { interactiveDataRef: {} } },
    };
    expect(parseEvent(payload)).toMatchObject({ kind: 'unknown', event: { payload } });
  });
});

describe('a pipeline processor call', () => {
  test.each([
    { trigger: 'message:appUser', message: { type: 'text', text: 'hi' }, nonce: 'n' },
    { trigger: 'message:appMaker', message: { type: 'text', text: 'hi' }, nonce: 'n', quotedMessageId: 'q' },
    { trigger: 'postback', postback: { action: {} }, nonce: 'n' },
  ])('$trigger is a known trigger of another shape', (payload) => {
    const event = { trigger: payload.trigger, version: 'v1', reason: 'shape', payload };
    expect(parseEvent(payload)).toEqual({ kind: 'unknown', event, payload });
  });

  test('is not what a body with messages is, whatever else it has', () => {
    const body = sampleBody('message:appUser', { nonce: 'n', message: {} });
    expect(parseEvent(body).kind).toBe('known');
  });

  test('is not what a delivery event with a nonce is', () => {
    expect(parseEvent(sampleBody('message:delivery:channel', { nonce: 'n' })).kind).toBe('known');
  });

  test('has a nonce: without one the schema refuses it', () => {
    expect(parseEvent({ trigger: 'message:appUser', message: {} }).kind).toBe('refused');
    expect(parseEvent({ trigger: 'message:appUser', nonce: 'n' }).kind).toBe('refused');
  });
});

test('a refused body is told with its trigger, version, issues and payload', () => {
  const payload = messageBody({ type: 'image' }, { version: '1' });
  expect(parseEvent(payload)).toEqual({
    kind: 'refused',
    trigger: 'message:appUser',
    version: 'v1',
    issues: [
      {
        path: 'messages.0.mediaUrl',
        code: 'invalid_type',
        message: 'Invalid input: expected string, received undefined',
      },
    ],
    payload,
  });
});

test('a __proto__ key changes no prototype, stays in the payload and refuses nothing', () => {
  const text = JSON.stringify(sampleBody('message:appUser')).replaceAll(
    '"_id":',
    '"__proto__":{"polluted":1},"_id":',
  );
  const payload = JSON.parse(text) as unknown;
  const parsed = parseEvent(payload);
  expect(parsed.kind).toBe('known');
  expect(JSON.stringify(parsed.payload)).toBe(text);
  const event =
    parsed.kind === 'known' && parsed.event.trigger === 'message:appUser' ? parsed.event : undefined;
  expect(event?.messages.map(Object.getPrototypeOf)).toEqual(event?.messages.map(() => Object.prototype));
  expect('polluted' in (event?.appUser ?? {})).toBe(false);
});

test('any JSON object with a trigger is known, unknown or refused', () => {
  const trigger = fc.oneof(fc.constantFrom('message:appUser', 'postback', 'client:block'), fc.string());
  const body = fc.record({ trigger, version: fc.constantFrom('v1', 'v1.1') });
  fc.assert(
    fc.property(body, fc.dictionary(fc.string(), fc.jsonValue()), (known, rest) => {
      const payload = { ...rest, ...known };
      expect(isJsonObject(payload)).toBe(true);
      expect(['known', 'unknown', 'refused']).toContain(parseEvent(payload).kind);
    }),
  );
});

test('the same payload is read anew each time', () => {
  const payload = messageBody({ type: 'text', text: 'one' });
  expect(parseEvent(payload)).toMatchObject({ event: { messages: [{ text: 'one' }] } });
  Object.assign((payload['messages'] as object[])[0] as object, { text: 2 });
  expect(parseEvent(payload)).toMatchObject({ kind: 'refused', issues: [{ path: 'messages.0.text' }] });
});
