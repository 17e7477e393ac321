import { createRandom } from '../../src/testing/index.ts';
import { makeEvents, readMarker } from './events.ts';

describe('the events of a run', () => {
  const events = makeEvents(600, createRandom(7));

  it('are deliveries of their own', () => {
    expect(new Set(events.map(({ key }) => key)).size).toBe(600);
    expect(new Set(events.map(({ id }) => id)).size).toBe(600);
  });

  it('mix all triggers, both versions, strong and weak keys, unknown and refused bodies', () => {
    expect(new Set(events.map(({ trigger }) => trigger)).size).toBeGreaterThanOrEqual(24);
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['known', 'unknown', 'refused']));
    expect(new Set(events.map(({ strength }) => strength))).toEqual(new Set(['strong', 'weak']));
    const versions = events.map(({ body }) => (JSON.parse(body) as { version?: unknown }).version);
    expect(versions).toEqual(expect.arrayContaining(['v1.1', undefined]));
  });

  it('are the same for the same seed, and carry what their handler is to do', () => {
    expect(makeEvents(600, createRandom(7))).toEqual(events);
    expect(makeEvents(600, createRandom(8))).not.toEqual(events);
    expect(events.map(({ body }) => readMarker(JSON.parse(body)).id)).toEqual(events.map(({ id }) => id));
  });
});
