import { momentKeys } from '../moment-keys.ts';
import type { Draw } from './salt.ts';
import type { TokenIndex } from './token-index.ts';

/** Every moment goes back by so much and up to ten years more, in seconds: twenty years. */
const LEAST_SHIFT_S = 631_152_000;
const SHIFT_RANGE_S = 315_576_000;

/** So many shifts are tried for one under which no moment of the payload holds a token. */
const MAX_SHIFTS = 32;

/** Larger numbers in those fields are milliseconds. */
const MAX_SECONDS = 100_000_000_000;

const ISO_DATE = /^(\d{4}-\d\d-\d\d)(?:([T ])(\d\d:\d\d)(?:(:\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** True for a number, or a text of digits, that is a moment because of its field. */
export function isUnixMoment(key: string, value: string | number): boolean {
  return momentKeys.has(key) && (typeof value === 'number' || /^\d{1,13}(\.\d{1,6})?$/.test(value));
}

/** True for an ISO 8601 date, with or without a time. */
export function isIsoDate(text: string): boolean {
  return ISO_DATE.test(text) && shiftIso(text, LEAST_SHIFT_S * 1_000) !== undefined;
}

/** The parts of an ISO date that may be tokens: its letters only part them. */
export function isoParts(text: string): string {
  return text.replace(/[TZ]/g, ' ');
}

/** The moments of one payload. All are moved by one shift, so that their order and differences stay. */
export interface Moments {
  /** The moment moved, or `undefined` when it would hold a token under every shift. */
  shiftUnix(seconds: number): number | undefined;
  /** As `shiftUnix`, for an ISO 8601 text. One with a fraction of a second moves by up to a second more. */
  shiftIso(text: string): string | undefined;
}

/** Finds the shift for the moments of one payload: the first of the salt's that brings none of them upon a token. */
export function createMoments(
  draw: Draw,
  tokens: TokenIndex,
  given: { readonly unix: Iterable<number>; readonly iso: Iterable<string> },
): Moments {
  const secondsOf = (attempt: number) =>
    LEAST_SHIFT_S + (Buffer.from(draw(['shift', attempt], 6)).readUIntBE(0, 6) % SHIFT_RANGE_S);
  const fractionOf = (attempt: number) =>
    1 + (Buffer.from(draw(['fraction', attempt], 2)).readUInt16BE(0) % 998);
  const moveUnix = (value: number, attempt: number) => {
    const moved = moveNumber(value, secondsOf(attempt));
    return tokens.hits(String(moved)) ? undefined : moved;
  };
  const moveIso = (text: string, attempt: number) => {
    const shiftMs = secondsOf(attempt) * 1_000 + (text.includes('.') ? fractionOf(attempt) : 0);
    const moved = shiftIso(text, shiftMs);
    return moved === undefined || tokens.hits(moved) ? undefined : moved;
  };
  const unixAttempt = findAttempt((attempt) => allDefined(given.unix, (value) => moveUnix(value, attempt)));
  const isoAttempt = findAttempt((attempt) => allDefined(given.iso, (text) => moveIso(text, attempt)));
  return {
    shiftUnix: (value) => moveUnix(value, unixAttempt),
    shiftIso: (text) => moveIso(text, isoAttempt),
  };
}

/** The first attempt that suits, or the first of all when none does. */
function findAttempt(suits: (attempt: number) => boolean): number {
  for (let attempt = 0; attempt < MAX_SHIFTS; attempt += 1) if (suits(attempt)) return attempt;
  return 0;
}

function allDefined<T>(values: Iterable<T>, move: (value: T) => unknown): boolean {
  for (const value of values) if (move(value) === undefined) return false;
  return true;
}

/** To the millisecond, as the service sends them: with more decimals binary fractions would show. */
function moveNumber(value: number, shiftSeconds: number): number {
  const shift = Math.abs(value) > MAX_SECONDS ? shiftSeconds * 1_000 : shiftSeconds;
  return Number.isInteger(value) ? value - shift : Number((value - shift).toFixed(3));
}

/** The date that is `shiftMs` earlier, written in the same form, or `undefined` when there is no such date. */
function shiftIso(text: string, shiftMs: number): string | undefined {
  const [, date, separator, minutes, seconds, fraction, zone = ''] = ISO_DATE.exec(text) ?? [];
  const milliseconds = (fraction ?? '').padEnd(3, '0').slice(0, 3);
  const at = Date.parse(`${date}T${minutes ?? '00:00'}${seconds ?? ':00'}.${milliseconds}Z`) - shiftMs;
  if (Number.isNaN(at)) return undefined;
  const moved = new Date(at).toISOString();
  // A year before 0 has a sign and six digits.
  if (moved.length !== 24) return undefined;
  const time = separator === undefined ? '' : `${separator}${moved.slice(11, 16)}`;
  const rest = seconds === undefined ? '' : moved.slice(16, 19);
  const tail =
    fraction === undefined
      ? ''
      : `.${moved.slice(20, 23).padEnd(fraction.length, '0').slice(0, fraction.length)}`;
  return `${moved.slice(0, 10)}${time}${rest}${tail}${zone}`;
}
