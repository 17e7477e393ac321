import { readOptions } from '../../options/index.ts';
import { createMoments, isIsoDate, isoParts, isUnixMoment, type Moments } from './moments.ts';
import { Numbers } from './numbers.ts';
import { createDraw, readSalt, type Salt } from './salt.ts';
import { Texts } from './texts.ts';
import { TokenIndex } from './token-index.ts';
import { mapJson, type Place } from './walk.ts';
import { isKnownKey, isKnownWord, isPlainNumber } from './words.ts';

/** Options of `scrub`. */
export interface ScrubOptions {
  /**
   * What the pseudonyms depend on besides the values: at least 8 characters or bytes. Give one, and keep it as secret as the payloads, when
   * files that are scrubbed in different processes are to agree: whoever has it can try out phone numbers until one gives the
   * pseudonym. Default: random bytes, made once per process and never shown.
   */
  readonly salt?: Salt;
}

/**
 * A copy of a payload with pseudonyms for all that is private: ids, names, addresses, phone numbers, URLs, texts, numbers, and the names and
 * values of fields that no schema has. What stays: the shape, `true`, `false`, `null` and zero, empty texts, white space, punctuation and
 * emoji, how long things are, and the service's own words (names of fields, triggers, versions, types, channels, error codes,
 * currencies, media types). So it is parsed as the same kind, trigger and version. `payload` itself is not changed.
 *
 * - No run of four or more letters or digits of a private value is left, other than the service's own words and the `https` and
 *   `example` of a URL, whatever the private values are: a pseudonym that holds one is drawn again.
 * - Equal values get equal pseudonyms under one salt, in every payload, so ids still agree across files and equal delivery keys
 *   stay equal. Except where one was drawn again because of something else in its payload: one id, phone number or moment in 8,000, counted
 *   over all fixtures under 40 salts. Payloads scrubbed as one list, `scrub([a, b])`, agree without exception; a list of
 *   some dozens is well, but in thousands every number of four digits is somebody's, and none is left to draw.
 * - Different values get different pseudonyms within one call, unless they are so short that there are not enough.
 * - Ids, e-mail addresses and URLs keep their form, and are recognised within texts; other words depend on the whole text.
 * - Moments (unix seconds, ISO dates) go back by twenty to thirty years, all by the same time: order and differences stay.
 *
 * What it does not hide: lengths, punctuation, the times between events, which values are equal, and amounts up to a digit. One true moment gives
 * away the others. A trigger is kept by its form, `word:word`, even when it is new. These are pseudonyms, not anonymous data:
 * who has the salt, or knows enough of what happened, can recognise it.
 *
 * Takes any JSON value. Throws an `OptionsError` for what JSON cannot hold, for more than 10,000 levels, and for a salt that is too short.
 */
export function scrub<Payload>(payload: Payload, options: ScrubOptions = {}): Payload {
  readOptions(options, ['salt'], 'scrub');
  const draw = createDraw(readSalt(options.salt));
  const { tokens, unix, iso } = findPrivate(payload);
  const texts = new Texts(draw, tokens);
  const numbers = new Numbers(draw, tokens, texts);
  const moments = createMoments(draw, tokens, { unix, iso });
  const scrubbed = mapJson(payload, {
    leaf: (value, place) => scrubLeaf(value, place, { texts, numbers, moments }),
    name: (key) => (isKnownKey(key) ? key : texts.pseudonymOf(key)),
  });
  return scrubbed as Payload;
}

type LeafKind = 'kept' | 'unix' | 'iso' | 'text' | 'number';

function kindOf(value: unknown, place: Place): LeafKind {
  if (typeof value === 'number') {
    if (isPlainNumber(place, value)) return 'kept';
    return isUnixMoment(place.key, value) ? unixKindOf(value) : 'number';
  }
  if (typeof value !== 'string' || isKnownWord(place.key, value, place.ofBody)) return 'kept';
  if (isUnixMoment(place.key, value)) return unixKindOf(value);
  return isIsoDate(value) ? 'iso' : 'text';
}

/** Zero is no moment, and would show by how much the moments are moved. */
function unixKindOf(value: number | string): LeafKind {
  return Number(value) === 0 ? 'kept' : 'unix';
}

/** The tokens of all that is private, and the moments, which are moved together. */
function findPrivate(payload: unknown) {
  const tokens = new TokenIndex();
  const unix = new Set<number>();
  const iso = new Set<string>();
  mapJson(payload, {
    leaf(value, place) {
      const kind = kindOf(value, place);
      if (kind === 'kept') return null;
      const text = String(value);
      if (kind === 'unix') unix.add(Number(value));
      if (kind === 'iso') iso.add(text);
      tokens.add(kind === 'iso' ? isoParts(text) : withoutSchemes(text));
      return null;
    },
    name(key) {
      if (!isKnownKey(key)) tokens.add(key);
      return key;
    },
  });
  return { tokens, unix, iso };
}

/** A URL keeps its scheme. */
function withoutSchemes(text: string): string {
  return text.replace(/(?:https?|ftp|wss?):\/\//gi, ' ');
}

interface Pseudonyms {
  readonly texts: Texts;
  readonly numbers: Numbers;
  readonly moments: Moments;
}

function scrubLeaf(value: unknown, place: Place, { texts, numbers, moments }: Pseudonyms): unknown {
  const kind = kindOf(value, place);
  if (kind === 'kept') return value;
  if (typeof value === 'number') {
    const moved = kind === 'unix' ? moments.shiftUnix(value) : undefined;
    return moved ?? numbers.pseudonymOf(place.key, value);
  }
  const text = String(value);
  const moved = kind === 'unix' ? moments.shiftUnix(Number(text)) : undefined;
  return (
    moved?.toString() ?? (kind === 'iso' ? moments.shiftIso(text) : undefined) ?? texts.pseudonymOf(text)
  );
}
