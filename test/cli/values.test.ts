import { UsageError } from '../../src/cli/command.ts';
import { type CommandOption, Values } from '../../src/cli/values.ts';

const options: Record<string, CommandOption> = {
  at: { type: 'string', help: '' },
  secret: { type: 'string', help: '', env: 'WEBHOOK_SECRET' },
};
const read = (given: object, env: NodeJS.ProcessEnv = {}) =>
  new Values(given as Record<string, unknown>, options, env);

describe('Values', () => {
  it('takes an option before its variable, and the variable before nothing', () => {
    const env = { WEBHOOK_SECRET: 'env' };
    expect(read({ secret: 'given' }, env).text('secret')).toBe('given');
    expect(read({}, env).text('secret')).toBe('env');
    expect(read({}, { WEBHOOK_SECRET: '' }).text('secret')).toBeUndefined();
  });

  it('tells an option that is given from its variable', () => {
    const env = { WEBHOOK_SECRET: 'env', OTHER: 'x', EMPTY: '' };
    expect(read({ secret: 'given' }, env).isGiven('secret')).toBe(true);
    expect(read({}, env).isGiven('secret')).toBe(false);
    expect(read({}, env).variable('OTHER')).toBe('x');
    expect(read({}, env).variable('EMPTY')).toBeUndefined();
  });

  it('requires an option that is there and not empty', () => {
    expect(read({ at: 'x' }).required('at')).toBe('x');
    expect(() => read({}).required('at')).toThrow(new UsageError('--at is missing.'));
    expect(() => read({ secret: '' }).required('secret')).toThrow(
      '--secret is empty: give it, or set WEBHOOK_SECRET.',
    );
  });

  it.each([
    ['1', 1],
    ['250', 250],
    [undefined, 7],
  ])('reads %s as a count', (at, expected) => {
    expect(read(at === undefined ? {} : { at }).count('at', 7)).toBe(expected);
  });

  it.each(['0', '-1', '1.5', 'many', '', ' ', '1e400', 'NaN'])('refuses %p as a count', (at) => {
    expect(() => read({ at }).count('at', 7)).toThrow('--at must be a whole number of at least 1');
  });

  it.each([
    ['90s', 1_000_000_000 - 90_000],
    ['15m', 1_000_000_000 - 900_000],
    ['2h', 1_000_000_000 - 7_200_000],
    ['7d', 1_000_000_000 - 604_800_000],
    ['2026-11-20', Date.UTC(2026, 10, 20)],
    ['2026-11-20T13:00Z', Date.UTC(2026, 10, 20, 13)],
  ])('reads %s as a time', (at, expected) => {
    expect(read({ at }).time('at', 1_000_000_000)).toBe(expected);
  });

  it.each(['yesterday', '2026-13-01', '5', '5 m', '', '1.5h'])('refuses %p as a time', (at) => {
    expect(() => read({ at }).time('at', 0)).toThrow('--at must be a date such as 2026-11-20, or an age');
  });

  it('takes one of the choices, and names them all otherwise', () => {
    expect(read({ at: 'b' }).choice('at', ['a', 'b'])).toBe('b');
    expect(read({}).choice('at', ['a', 'b'])).toBeUndefined();
    expect(() => read({ at: 'c' }).choice('at', ['a', 'b'])).toThrow('--at must be one of a, b.');
  });
});
