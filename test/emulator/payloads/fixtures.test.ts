import { triggers, triggerVersions } from '../../../src/events/index.ts';
import { fixture, fixtures } from '../../../src/testing/index.ts';
import { createHappenings, render } from './samples.ts';
import { triggerMatrix } from './trigger-matrix.ts';

/** What a document tells, and no fixture has. Source: Part A, "Payload shapes"; v1 bodies have said their version since 2018. */
const documented: Readonly<Record<string, readonly string[]>> = {
  v1: ['version'],
  'conversation:read': ['referral'],
};

const rows = triggers.flatMap((trigger) =>
  triggerVersions[trigger].map((version) => {
    const name = (triggerMatrix[trigger].fixtures as Record<string, string>)[version] ?? '';
    return { trigger, version, name };
  }),
);

describe.each(rows)('$trigger in $version', ({ trigger, version, name }) => {
  const [event] = render(createHappenings()[triggerMatrix[trigger].happening], { version });

  it(`has the trigger, and the fields of ${name}, which is a fixture of it`, () => {
    const payload: Record<string, unknown> = fixture(name as 'v1.1/message.appUser/text');
    expect(payload['trigger']).toBe(trigger);
    expect(Object.keys(event?.body ?? {})).toEqual(expect.arrayContaining(Object.keys(payload)));
  });

  it('has no field that none of its fixtures has', () => {
    const known = fixtures({ trigger, version }).flatMap(({ payload }) => Object.keys(payload));
    const allowed = [...known, ...(documented[version] ?? []), ...(documented[trigger] ?? [])];
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(event?.body ?? {})));
  });
});
