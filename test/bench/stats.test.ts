import { percentile, summarize, summarizeRatios } from './stats.ts';

describe('summarize', () => {
  it('gives the middle of an odd list, and the mean of the two middle ones of an even list', () => {
    expect(summarize([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 });
    expect(summarize([10, 1, 2, 4])).toEqual({ median: 3, min: 1, max: 10 });
  });

  it('gives no number for an empty list', () => {
    expect(summarize([]).median).toBeNaN();
  });
});

describe('summarizeRatios', () => {
  it('compares what was measured in the same round, not the medians', () => {
    expect(summarizeRatios([10, 40, 90], [10, 20, 30])).toEqual({ median: 2, min: 1, max: 3 });
  });

  it('gives no number without a base', () => {
    expect(summarizeRatios([1, 2], undefined).median).toBeNaN();
  });
});

describe('percentile', () => {
  it('takes the nearest rank: the value that so many are not above', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([0.5, 0.99, 1, 0.001].map((share) => percentile(hundred, share))).toEqual([50, 99, 100, 1]);
    expect(percentile([7], 0.99)).toBe(7);
  });
});
