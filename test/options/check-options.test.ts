import { readInteger, readOptions } from '../../src/options/index.ts';

const known = ['name', 'attempts'];

describe('readOptions', () => {
  it('gives back options that are all known', () => {
    const given = { name: 'crm' };
    expect(readOptions(given, known, 'on')).toBe(given);
  });

  it.each([[undefined], [null], ['crm'], [[]]])('refuses %p, which is no object of options', (given) => {
    expect(() => readOptions(given, known, 'on')).toThrow('The options of on must be an object.');
  });

  it('names the option that does not exist, and those that do', () => {
    expect(() => readOptions({ nmae: 'crm' }, known, 'on')).toThrow(
      "on has no option 'nmae'; it has name, attempts.",
    );
  });

  it('does not repeat a key that may be a value in the wrong place', () => {
    expect(() => readOptions({ kT3vQ9xLm2Rz: true }, known, 'on')).toThrow('on has no such option; it has');
  });

  it('throws errors with a code', () => {
    expect(() => readOptions(null, known, 'on')).toThrow(
      expect.objectContaining({ code: 'invalid_options' }),
    );
  });
});

describe('readInteger', () => {
  it('gives back a whole number from the least up', () => {
    expect(readInteger(1, 'attempts')).toBe(1);
    expect(readInteger(0, 'graceMs', 0)).toBe(0);
  });

  it.each([[0], [-1], [1.5], [Number.NaN], [Number.POSITIVE_INFINITY], ['1'], [undefined], [2 ** 53]])(
    'refuses %p',
    (value) => {
      expect(() => readInteger(value, 'attempts')).toThrow('attempts must be a whole number of at least 1.');
    },
  );
});
