import { randomInt } from 'node:crypto';
import { createRandom } from './random.ts';

/** Draws a whole number from 0 to below `limit`. */
export type Draw = (limit: number) => number;

/** Gives an id that looks like the given one and was not given before. */
export type DealId = (like: string) => string;

const digits = '0123456789';
const lowerHex = `${digits}abcdef`;
const upperHex = lowerHex.toUpperCase();
const lowerLetters = 'abcdefghijklmnopqrstuvwxyz';
const classes = [digits, lowerLetters, lowerLetters.toUpperCase()];

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const hexForm = /^([\da-f]{8,}|[\dA-F]{8,})$/;
const digitsForm = /^\d+$/;

/** Chance of the operating system, which a test that mocks `Math.random` leaves alone. With a seed: always the same numbers. */
export function createDraw(seed?: number): Draw {
  if (seed === undefined) return randomInt;
  // The source takes 32 bits of a seed, so those above are mixed into them.
  const { next } = createRandom(seed ^ Math.imul(Math.floor(seed / 2 ** 32), 0x9e3779b1));
  return (limit) => Math.floor(next() * limit);
}

/** Deals ids of the forms that are asked for, none of them in `taken`. A short id grows when its form is used up. */
export function createDealer(draw: Draw, taken: Iterable<string> = []): DealId {
  const used = new Set(taken);
  return (like) => {
    let id = dealLike(like, draw);
    for (let tries = 1; used.has(id); tries++) id = dealLike(like + '0'.repeat(tries / 20), draw);
    used.add(id);
    return id;
  };
}

/**
 * An id of the same form: hex digits stay hex digits and a UUID keeps its version; elsewhere a digit becomes a digit and a
 * letter a letter of its case, and all else stays. Digits alone get no leading zero.
 */
function dealLike(id: string, draw: Draw): string {
  const uuid = uuidForm.test(id);
  const number = digitsForm.test(id);
  const hex = !number && (uuid || hexForm.test(id)) ? hexOf(id) : undefined;
  const dealt = [...id]
    .map((char, index) => {
      if (uuid && (index === 14 || index === 19)) return char;
      const from = classes.find((letters) => letters.includes(char));
      if (from === undefined) return char;
      if (hex !== undefined) return hex.charAt(draw(hex.length));
      const least = number && index === 0 ? 1 : 0;
      return from.charAt(least + draw(from.length - least));
    })
    .join('');
  // One in 80,000 of 24 hex digits has no letter, and would look like an id of another form.
  return hex !== undefined && digitsForm.test(dealt) ? dealLike(id, draw) : dealt;
}

function hexOf(id: string): string {
  return /[A-F]/.test(id) ? upperHex : lowerHex;
}
