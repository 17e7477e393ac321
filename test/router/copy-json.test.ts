import fc from 'fast-check';
import { copyJson } from '../../src/router/copy-json.ts';

describe('copyJson', () => {
  it('gives an equal value that shares nothing with the first', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = copyJson(value);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
    const value = { list: [{ deep: [1] }] };
    const copy = copyJson(value) as typeof value;
    copy.list[0]?.deep.push(2);
    expect(value).toEqual({ list: [{ deep: [1] }] });
  });

  it('copies a key named __proto__ as one like any other', () => {
    const copy = copyJson(JSON.parse('{"__proto__":{"admin":true}}')) as Record<string, unknown>;
    expect(Object.keys(copy)).toEqual(['__proto__']);
    expect(copy['admin']).toBeUndefined();
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });
});
