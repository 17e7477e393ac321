import type { Draw } from './salt.ts';
import { spell } from './spell.ts';
import type { Texts } from './texts.ts';
import type { TokenIndex } from './token-index.ts';

/** So often another pseudonym is drawn for one that holds a token. */
const MAX_DRAWS = 16;

/** The largest value of a coordinate, by the names of fields that hold one. */
const coordinates: ReadonlyMap<string, number> = new Map([
  ['lat', 90],
  ['latitude', 90],
  ['long', 180],
  ['lng', 180],
  ['lon', 180],
  ['longitude', 180],
]);

/** Pseudonyms of numbers that are no moments, for one payload. */
export class Numbers {
  readonly #draw: Draw;
  readonly #tokens: TokenIndex;
  readonly #texts: Texts;

  constructor(draw: Draw, tokens: TokenIndex, texts: Texts) {
    this.#draw = draw;
    this.#tokens = tokens;
    this.#texts = texts;
  }

  /**
   * A number with the same sign, as many digits before and after the point, and for a coordinate within its range. A whole number of
   * seven digits or more has the same pseudonym as the same digits in a text. Zero stays zero.
   */
  pseudonymOf(key: string, number: number): number {
    if (number === 0 || !Number.isFinite(number)) return number;
    const asText = String(Math.abs(number));
    if (/^\d{7,15}$/.test(asText)) {
      const digits = Number(this.#texts.pseudonymOf(asText));
      return Number.isNaN(digits) ? lastResort(number) : Math.sign(number) * digits;
    }
    const limit = coordinates.get(key);
    for (let attempt = 0; attempt < MAX_DRAWS; attempt += 1) {
      const drawn =
        limit === undefined || Math.abs(number) > limit
          ? this.#drawDigits(number, attempt)
          : this.#drawWithin(limit, number, attempt);
      const isFit = Number.isFinite(drawn) && drawn !== number && drawn !== 0;
      if (isFit && !this.#tokens.hits(String(drawn))) return drawn;
    }
    return lastResort(number);
  }

  #drawDigits(number: number, attempt: number): number {
    const text = String(Math.abs(number));
    const bytes = this.#draw(['number', text, attempt], text.length);
    const [mantissa = '', exponent] = text.split('e');
    let leads = true;
    const digits = mantissa.replace(/\d/g, (digit, at: number) => {
      // Zeros before the first other digit are its magnitude.
      if (leads && digit === '0') return digit;
      const spelled = spell(leads ? `${digit}0` : digit, bytes.subarray(at, at + 2)).charAt(0);
      leads = false;
      return spelled;
    });
    return Math.sign(number) * Number(exponent === undefined ? digits : `${digits}e${exponent}`);
  }

  #drawWithin(limit: number, number: number, attempt: number): number {
    const bytes = Buffer.from(this.#draw(['coordinate', limit, number, attempt], 6));
    const share = bytes.readUIntBE(0, 6) / 2 ** 48;
    return Number(((share * 2 - 1) * limit).toFixed(decimalsOf(number)));
  }
}

function decimalsOf(number: number): number {
  const [, decimals = ''] = String(number).split('.');
  return Math.min(decimals.length, 7);
}

/** When every number of this magnitude holds a token: one that is too short to. */
function lastResort(number: number): number {
  return Math.sign(number) * 100;
}
