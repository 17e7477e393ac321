import { createRandom } from '../../src/testing/random.ts';

describe('a source of random numbers', () => {
  const draw = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 1_000 }, () => random.next());
  };

  it('gives the same numbers for the same seed, and others for another', () => {
    expect(draw(7)).toEqual(draw(7));
    expect(draw(8)).not.toEqual(draw(7));
  });

  it('gives the numbers of mulberry32', () => {
    expect(draw(1).slice(0, 2)).toEqual([0.6270739405881613, 0.002735721180215478]);
  });

  it('stays from 0 up to 1 and spreads evenly', () => {
    const numbers = draw(3);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    expect(numbers.filter((number) => number < 0.5).length / 1_000).toBeCloseTo(0.5, 1);
  });

  it('stays between two bounds', () => {
    const random = createRandom(2);
    const numbers = Array.from({ length: 1_000 }, () => random.between(20, 30));
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...numbers)).toBeLessThan(30);
    expect(Math.max(...numbers) - Math.min(...numbers)).toBeGreaterThan(9);
  });

  it('says yes in the share of cases that is asked for: never, always, and a fifth', () => {
    const random = createRandom(5);
    const count = (share: number) =>
      Array.from({ length: 1_000 }, () => random.chance(share)).filter(Boolean).length;
    expect(count(0)).toBe(0);
    expect(count(1)).toBe(1_000);
    expect(count(0.2) / 1_000).toBeCloseTo(0.2, 1);
  });

  it('picks each of a list, and throws for an empty one', () => {
    const random = createRandom(4);
    expect(new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c']))).size).toBe(3);
    expect(() => random.pick([])).toThrow(RangeError);
  });

  it('shuffles a copy, with all items and the same order for the same seed', () => {
    const list = Array.from({ length: 50 }, (_, index) => index);
    const shuffled = createRandom(6).shuffle(list);
    expect(shuffled).not.toEqual(list);
    expect(shuffled).toEqual(createRandom(6).shuffle(list));
    expect([...shuffled].sort((a, b) => a - b)).toEqual(list);
  });
});
