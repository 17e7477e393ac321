/** Ends the wait for a handler and tells the handler so. Its signal is made when it is first asked for: most handlers never do, and it costs. */
export class HandlerStop {
  /** Resolves with the reason when the handler is stopped. */
  readonly stopped: Promise<Error>;
  #resolve: (reason: Error) => void = () => {};
  #reason: Error | undefined;
  #control: AbortController | undefined;

  constructor() {
    this.stopped = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get reason(): Error | undefined {
    return this.#reason;
  }

  get signal(): AbortSignal {
    this.#control ??= new AbortController();
    if (this.#reason !== undefined) this.#control.abort(this.#reason);
    return this.#control.signal;
  }

  /** The first reason counts. */
  stop(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    // Before the handler hears of it: what it makes of the signal comes too late to count.
    this.#resolve(reason);
    this.#control?.abort(reason);
  }

  throwIfAborted(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }
}
