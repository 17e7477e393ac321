/**
 * Lets runs through together, or one alone. A delivery whose earlier run ended with its process may be what ended it: it runs alone, so that
 * the next crash speaks against it and against nobody else.
 */
export class Turnstile {
  #together = 0;
  #alone: boolean = false;
  readonly #waiting: { readonly alone: boolean; readonly enter: () => void }[] = [];

  /** Resolves when the run may begin, with the function that ends it. First come, first served. */
  enter(alone: boolean): Promise<() => void> {
    return new Promise((resolve) => {
      this.#waiting.push({ alone, enter: () => resolve(() => this.#leave(alone)) });
      this.#next();
    });
  }

  #leave(alone: boolean): void {
    if (alone) this.#alone = false;
    else this.#together -= 1;
    this.#next();
  }

  #next(): void {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      if (this.#alone || (first.alone && this.#together > 0)) return;
      this.#waiting.shift();
      if (first.alone) this.#alone = true;
      else this.#together += 1;
      first.enter();
    }
  }
}
