import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type ParsedEvent, parseEvent } from '../../src/events/index.ts';
import { listOf } from '../../src/events/list-of.ts';
import { createRun, runOnBody } from '../../src/events/run-schema.ts';
import { type Body, pairs, sampleBody } from './samples.ts';

type Parse = (payload: unknown) => ParsedEvent;

/** What the schemas make of bodies where zod compiles none of them, as in a process that makes no code of text. */
function loadPlain(): Parse {
  let parse: Parse | undefined;
  const compile = jest.fn((schema: unknown) => schema);
  jest.isolateModules(() => {
    jest.doMock('zod', () => {
      const zod = jest.requireActual<typeof import('zod')>('zod');
      return { ...zod, z: { ...zod.z, compile } };
    });
    parse = jest.requireActual<{ parseEvent: Parse }>('../../src/events/index.ts').parseEvent;
  });
  return (payload) => {
    const parsed = parse?.(payload);
    if (parsed === undefined || compile.mock.calls.length === 0)
      throw new Error('The plain schemas are not in use.');
    return parsed;
  };
}

const wrongValues = [undefined, null, true, 7, '', 'no such value', [], [null], {}, { type: 'none' }];

/** `body` with one of its values replaced, at any depth, by each of `wrongValues`. */
function* spoil(body: unknown, put: (value: unknown) => unknown): Generator<unknown> {
  for (const value of wrongValues) yield put(value);
  if (Array.isArray(body)) {
    for (const [at, member] of body.entries()) yield* spoil(member, (value) => put(body.with(at, value)));
  } else if (typeof body === 'object' && body !== null) {
    for (const [key, member] of Object.entries(body))
      yield* spoil(member, (value) => put({ ...body, [key]: value }));
  }
}

function* spoilFields(body: Body): Generator<unknown> {
  for (const [key, member] of Object.entries(body)) {
    if (key === 'trigger' || key === 'version') continue;
    yield* spoil(member, (value) => ({ ...body, [key]: value }));
  }
}

/** Lists in lists, so many, with `leaf` at the bottom. */
function nest(levels: number, leaf: z.ZodType): z.ZodType {
  return levels === 0 ? leaf : listOf(z.object({ inner: nest(levels - 1, leaf) }));
}

function nestValue(levels: number): unknown {
  return levels === 0 ? 'leaf' : [{ inner: nestValue(levels - 1) }];
}

describe('a run', () => {
  it('reads no part of a body more than twice, however deep it is wrong', () => {
    let reads = 0;
    const leaf = z.custom(() => {
      reads += 1;
      return false;
    });
    const { issues } = runOnBody(createRun(nest(12, leaf)), nestValue(12));
    expect(issues).toHaveLength(1);
    expect(reads).toBe(2);
  });

  it('reads the next body in the compiled way again', () => {
    const schema = nest(3, z.literal('leaf'));
    const readPlainly = jest.spyOn(schema._zod, 'run');
    const run = createRun(schema);
    expect(runOnBody(run, [{ inner: 'wrong' }]).issues).toHaveLength(1);
    expect(readPlainly).toHaveBeenCalledTimes(1);
    expect(runOnBody(run, nestValue(3)).issues).toEqual([]);
    expect(readPlainly).toHaveBeenCalledTimes(1);
  });
});

describe('the compiled schemas', () => {
  const parsePlainly = loadPlain();

  it.each(pairs)('say of %s %s what the plain ones say, however it is spoilt', (trigger, version) => {
    const body = sampleBody(trigger, { version });
    expect(parseEvent(body)).toEqual(parsePlainly(body));
    const kinds = new Set<string>();
    for (const spoilt of spoilFields(body)) {
      const parsed = parseEvent(spoilt);
      kinds.add(parsed.kind);
      const plain = parsePlainly(spoilt);
      // Of ten thousand bodies, jest would take half a minute to compare them itself.
      if (!isDeepStrictEqual(parsed, plain)) expect(parsed).toStrictEqual(plain);
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['known', 'refused']));
  });
});
