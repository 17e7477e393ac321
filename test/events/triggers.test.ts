import { hasVersion, isTrigger, triggers, type versions } from '../../src/events/triggers.ts';

test('a trigger is known by its exact name alone', () => {
  expect(triggers.every(isTrigger)).toBe(true);
  for (const name of ['message', '*', 'message:appuser', 'toString', '__proto__', null, 1])
    expect(isTrigger(name)).toBe(false);
});

test('each version sends what it is documented to send', () => {
  const of = (version: (typeof versions)[number]) =>
    triggers.filter((trigger) => hasVersion(trigger, version));
  expect(of('v1')).toHaveLength(14);
  expect(of('v1.1')).toHaveLength(22);
  expect(hasVersion('delivery:success', 'v1.1')).toBe(false);
  expect(hasVersion('typing:appUser', 'v1')).toBe(false);
});
