/**
 * Lets runs through together, or one alone. A delivery whose earlier run ended with its process may be what ended it: it runs alone, so that
 * the next crash speaks against it and against nobody else.
 */
export class Turnstile {
  #together = 0;
  #alone: boolean = false;
  readonly #waiting: { readonly alone: boolean; readonly enter: () => void }[] = [];

  /** Gives nothing when the run may begin at once, else a promise of that moment. First come, first served. Each run has to leave. */
  enter(alone: boolean): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#isFree(alone)) {
      this.#admit(alone);
      return undefined;
    }
    return new Promise((enter) => {
      this.#waiting.push({ alone, enter });
    });
  }

  /** To be called at the end of a run, with what its `enter` was given. */
  leave(alone: boolean): void {
    if (alone) this.#alone = false;
    else this.#together -= 1;
    for (let first = this.#waiting[0]; first && this.#isFree(first.alone); first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#admit(first.alone);
      first.enter();
    }
  }

  #isFree(alone: boolean): boolean {
    return !this.#alone && !(alone && this.#together > 0);
  }

  #admit(alone: boolean): void {
    if (alone) this.#alone = true;
    else this.#together += 1;
  }
}
