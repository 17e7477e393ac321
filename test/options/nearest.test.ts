import fc from 'fast-check';
import { editCost, nearestTo } from '../../src/options/nearest.ts';

test('costs nothing to leave a text as it is', () => {
  fc.assert(fc.property(fc.string(), (text) => editCost(text, text) === 0));
});

test('costs the same in both directions', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => Math.abs(editCost(a, b) - editCost(b, a)) < 1e-9),
  );
});

test('counts an inserted, a dropped and a replaced letter as one each', () => {
  expect(editCost('pstback', 'postback')).toBe(1);
  expect(editCost('posttback', 'postback')).toBe(1);
  expect(editCost('pastback', 'postback')).toBe(1);
});

test('finds the candidate with the fewest edits and takes case lightly', () => {
  expect(nearestTo('MESSAGE:APPUSER', ['typing:appUser', 'message:appUser'])).toBe('message:appUser');
  expect(nearestTo('postbck', ['payment:success', 'postback'])).toBe('postback');
});

test('finds nothing among no candidates', () => {
  expect(nearestTo('postback', [])).toBeUndefined();
});
