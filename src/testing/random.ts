/** A source of numbers that gives the same ones for the same seed. */
export interface Random {
  /** A number from 0 up to but not including 1. */
  next(): number;
  /** A number from `from` up to but not including `to`. */
  between(from: number, to: number): number;
  /** True in `share` of the cases, from 0 to 1. */
  chance(share: number): boolean;
  /** One of the list, which may not be empty. */
  pick<Item>(list: readonly Item[]): Item;
  /** A copy of the list in another order. */
  shuffle<Item>(list: readonly Item[]): Item[];
}

/** Makes a source by the algorithm mulberry32: 32 bits of state, enough to mix a test. Throws a `RangeError` when asked to pick from nothing. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const random: Random = {
    next,
    between: (from, to) => from + next() * (to - from),
    chance: (share) => next() < share,
    pick<Item>(list: readonly Item[]) {
      if (list.length === 0) throw new RangeError('There is nothing to pick from.');
      return list[Math.floor(next() * list.length)] as Item;
    },
    shuffle<Item>(list: readonly Item[]) {
      return list
        .map((item) => ({ item, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item);
    },
  };
  return random;
}
