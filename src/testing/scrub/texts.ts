import type { Draw } from './salt.ts';
import { breakUp, isId, spell } from './spell.ts';
import type { TokenIndex } from './token-index.ts';
import { extensions } from './words.ts';

/** So often another pseudonym is drawn for one that holds a token. */
const MAX_DRAWS = 16;

/** In a payload with more runs than this for which that was not enough, to try on would take minutes: one draw must do. */
const MAX_BROKEN = 100;

/** So often another one is drawn for one that is taken: of the shortest ones there are not enough for everybody. */
const MAX_CHOICES = 8;

/** So many characters of a run are drawn at once. No form of an id is longer. */
const PART_LENGTH = 48;

/** Letters and digits, and what might be letters: marks behind one, private use, unassigned, halves of a surrogate pair. */
const RUN = /[\p{L}\p{N}\p{Co}\p{Cn}\p{Cs}][\p{L}\p{N}\p{M}\p{Co}\p{Cn}\p{Cs}]*/gu;

/** A URL with its scheme and the rest, anywhere in a word. */
const URL_FORM = /(https?|ftp|wss?):\/\/(.+)$/isu;

/** What JSON writes as an escape that has letters or digits, with the run that follows. */
const ESCAPED = /[\p{Cc}][\p{L}\p{N}]*/gu;

/**
 * Pseudonyms of texts, for one payload. Equal texts get equal ones and, as far as there are enough of that length, different
 * texts different ones. Ids, e-mail addresses and URLs have the same pseudonym alone and within a text; other words depend on the
 * whole text, because a word that is always replaced by the same one is found out by counting.
 */
export class Texts {
  readonly #draw: Draw;
  readonly #tokens: TokenIndex;
  readonly #known = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** How many runs had to be broken up. */
  #broken = 0;

  constructor(draw: Draw, tokens: TokenIndex) {
    this.#draw = draw;
    this.#tokens = tokens;
  }

  /** The pseudonym of `text`: as long, with the same white space and punctuation. */
  pseudonymOf(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const pseudonym = this.#drawText(text);
    this.#known.set(text, pseudonym);
    this.#taken.add(pseudonym);
    return pseudonym;
  }

  #drawText(text: string): string {
    let pseudonym = text;
    if (text.search(RUN) === -1) return this.#escapeSafely(text);
    for (let attempt = 0; attempt < MAX_CHOICES; attempt += 1) {
      const seed = this.#seed('text', text, attempt);
      pseudonym = this.#escapeSafely(this.#spellText(text, seed));
      if (!this.#taken.has(pseudonym) && pseudonym.toLowerCase() !== text.toLowerCase()) break;
    }
    return pseudonym;
  }

  #seed(kind: string, text: string, attempt = 0): string {
    return Buffer.from(this.#draw([kind, text, attempt], 32)).toString('base64');
  }

  #spellText(text: string, seed: string): string {
    if (isId(text)) return this.#spellRun(text, seed, 0);
    let runs = 0;
    const spellRuns = (part: string) => part.replace(RUN, (run) => this.#spellRun(run, seed, runs++));
    return text.replace(/\S+/gu, (word) => this.#spellWord(word, spellRuns));
  }

  #spellWord(word: string, spellRuns: (part: string) => string): string {
    const url = URL_FORM.exec(word);
    if (url !== null) {
      const [, scheme = '', rest = ''] = url;
      return `${spellRuns(word.slice(0, url.index))}${scheme.toLowerCase()}://${this.#spellAddress(rest)}`;
    }
    const core = trimPunctuation(word);
    const at = word.indexOf(core);
    const inner = isId(core) ? this.pseudonymOf(core) : this.#spellEmail(core);
    return inner === undefined
      ? spellRuns(word)
      : `${word.slice(0, at)}${inner}${word.slice(at + core.length)}`;
  }

  #spellEmail(word: string): string | undefined {
    const [local, domain, ...more] = word.split('@');
    if (!local || !domain?.includes('.') || more.length > 0) return undefined;
    return `${this.#spellPiece(local)}@${this.#spellHost(domain)}`;
  }

  /** What follows the scheme of a URL: the host by another one, each segment, name and value of path and query by its own pseudonym. */
  #spellAddress(rest: string): string {
    const end = rest.search(/[/?#]/u);
    if (end === -1) return this.#spellHost(rest);
    const pieces = rest.slice(end).replace(/[^/?#&=]+/gu, (piece) => this.#spellFileName(piece));
    return `${this.#spellHost(rest.slice(0, end))}${pieces}`;
  }

  /** A host of the domain that is set aside for examples (RFC 2606): nothing sent there reaches anybody. */
  #spellHost(host: string): string {
    const length = Math.min(Math.max(host.length, 6), 16);
    return `${this.#spellRun('x'.repeat(length), this.#seed('host', host.toLowerCase()), 0)}.example`;
  }

  #spellFileName(piece: string): string {
    const [, name, extension = ''] = /^(.+)\.([a-z0-9]{3,4})$/iu.exec(piece) ?? [];
    const isKnown = name !== undefined && extensions.includes(extension.toLowerCase());
    return isKnown ? `${this.#spellPiece(name)}.${extension.toLowerCase()}` : this.#spellPiece(piece);
  }

  /** A part of a URL or the first half of an e-mail address: nothing but characters that may stand there as they are. */
  #spellPiece(piece: string): string {
    const plain = decode(piece);
    if (/^[\x20-\x7e]*$/.test(plain)) return this.pseudonymOf(plain).replace(/[^A-Za-z0-9._~-]/gu, '-');
    return this.#spellRun('x'.repeat(plain.length), this.#seed('piece', plain), 0);
  }

  /** A long run is spelled part by part: in one draw it would always hold some token. */
  #spellRun(run: string, seed: string, index: number): string {
    const characters = run.length > PART_LENGTH ? [...run] : [run];
    let before = '';
    let spelled = '';
    for (let at = 0; at < characters.length; at += PART_LENGTH) {
      const part = characters.slice(at, at + PART_LENGTH).join('');
      before = this.#spellPart(part, before, `${seed} ${index} ${at}`);
      spelled += before;
    }
    return spelled;
  }

  #spellPart(part: string, before: string, seed: string): string {
    const draws = this.#broken < MAX_BROKEN ? MAX_DRAWS : 1;
    for (let attempt = 0; attempt < draws; attempt += 1) {
      const spelled = spell(part, this.#draw([seed, attempt], part.length));
      if (!this.#tokens.hits(`${before}${spelled}`)) return spelled;
    }
    this.#broken += 1;
    return `${before === '' ? '' : '-'}${breakUp(spell(part, this.#draw([seed], part.length)))}`;
  }

  /** `\n` and the word behind it are one run of letters in JSON, and NUL is `u0000`: where that is a token, a space takes the place. */
  #escapeSafely(text: string): string {
    return text.replace(ESCAPED, (escaped) => {
      return this.#tokens.hits(JSON.stringify(escaped)) ? ` ${escaped.slice(1)}` : escaped;
    });
  }
}

function trimPunctuation(word: string): string {
  const [first] = /[\p{L}\p{N}].*/su.exec(word) ?? [''];
  let end = first.length;
  while (end > 0 && !/[\p{L}\p{N}]/u.test(first.charAt(end - 1))) end -= 1;
  return first.slice(0, end);
}

function decode(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}
