/** No vowels: what is spelled with these is no word of any language, so it neither says something nor is taken for a known word. */
const CONSONANTS = 'bcdfghjklmnpqrstvwxz';

const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
/** Stands for the letters of all other alphabets. */
const GREEK = 'αβγδεζηθικλμνξοπρτυφχψω';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * True for what is a value of its own wherever it stands, also in a text or a URL: a UUID, seven digits or more (a phone number), and
 * sixteen letters and digits or more of which some are digits.
 */
export function isId(text: string): boolean {
  if (UUID.test(text)) return true;
  return /^[A-Za-z0-9]{7,}$/.test(text) && (!/[A-Za-z]/.test(text) || (text.length >= 16 && /\d/.test(text)));
}

/**
 * `run`, a run of letters and digits or a UUID, with other characters in their places, chosen by `bytes` (one per character). Digits
 * stay digits, hex stays hex, words keep their capitals. In a longer mix of letters and digits the places are mixed too: where its
 * digits and capitals stand would tell one id from all others.
 */
export function spell(run: string, bytes: Uint8Array): string {
  const characters = [...run];
  const mix = mixOf(run);
  return characters
    .map((character, at) => {
      const byte = bytes[at] ?? 0;
      if (character === '-') return character;
      if (mix === undefined) return spellCharacter(character, at === 0 && run.length > 1, byte);
      // These two say which kind of UUID it is.
      if (run.includes('-') && (at === 14 || at === 19)) return character;
      return pick(mix, byte);
    })
    .join('');
}

/** The characters that any place of an id may have, or `undefined` when each place keeps its kind. */
function mixOf(run: string): string | undefined {
  if (run.length < 8 || !/^[A-Za-z0-9-]+$/.test(run) || !/\d/.test(run) || !/[A-Za-z]/.test(run))
    return undefined;
  if (/^[0-9a-f-]+$/.test(run)) return HEX;
  if (/^[0-9A-F-]+$/.test(run)) return HEX.toUpperCase();
  if (UUID.test(run)) return HEX;
  return `${/[a-z]/.test(run) ? CONSONANTS : ''}${/[A-Z]/.test(run) ? CONSONANTS.toUpperCase() : ''}${DIGITS}`;
}

function spellCharacter(character: string, leads: boolean, byte: number): string {
  if (character === '0' && leads) return character;
  if (/\d/.test(character)) return leads ? pick(DIGITS.slice(1), byte) : pick(DIGITS, byte);
  if (/[a-z]/.test(character)) return pick(CONSONANTS, byte);
  if (/[A-Z]/.test(character)) return pick(CONSONANTS.toUpperCase(), byte);
  return /\p{N}/u.test(character) ? pick(DIGITS, byte) : pick(GREEK, byte);
}

function pick(alphabet: string, byte: number): string {
  return alphabet.charAt(byte % alphabet.length);
}

/** `text` cut into pieces that are too short to hold a token. The last resort, when every pseudonym of its length holds one. */
export function breakUp(text: string): string {
  return text.replace(/[\p{L}\p{N}]{3}(?=[\p{L}\p{N}])/gu, '$&-');
}
