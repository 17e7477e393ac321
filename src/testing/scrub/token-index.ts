/** A run of letters and digits of this length is a token; shorter ones are in every text by chance. In UTF-16 units. */
const TOKEN_LENGTH = 4;

/** The tokens of what is private in a payload: no pseudonym may hold one of them, whatever its case. */
export class TokenIndex {
  /** Tokens and their lengths, by their first characters: a look-up then costs the same for one token and for 100,000. */
  readonly #byStart = new Map<string, { readonly tokens: Set<string>; readonly lengths: Set<number> }>();

  /** Adds the tokens of `text`: its runs of letters and digits, and those of ASCII letters and digits within them. */
  add(text: string): void {
    for (const [run] of text.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      this.#addToken(run);
      for (const [ascii] of run.matchAll(/[A-Za-z0-9]{4,}/g)) this.#addToken(ascii);
    }
  }

  /** True when one of the tokens occurs anywhere in `text`. */
  hits(text: string): boolean {
    const lower = text.toLowerCase();
    for (let at = 0; at + TOKEN_LENGTH <= lower.length; at += 1) {
      const entry = this.#byStart.get(lower.slice(at, at + TOKEN_LENGTH));
      if (entry === undefined) continue;
      for (const length of entry.lengths) if (entry.tokens.has(lower.slice(at, at + length))) return true;
    }
    return false;
  }

  #addToken(token: string): void {
    const lower = token.toLowerCase();
    if (lower.length < TOKEN_LENGTH) return;
    const start = lower.slice(0, TOKEN_LENGTH);
    const entry = this.#byStart.get(start) ?? { tokens: new Set(), lengths: new Set() };
    this.#byStart.set(start, entry);
    entry.tokens.add(lower);
    entry.lengths.add(lower.length);
  }
}
