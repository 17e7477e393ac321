/** Tells a handler that it is stopped. Its signal is made when it is first asked for: most handlers never do, and it costs. */
export class HandlerStop {
  #reason: Error | undefined;
  #control: AbortController | undefined;

  get reason(): Error | undefined {
    return this.#reason;
  }

  get signal(): AbortSignal {
    this.#control ??= new AbortController();
    if (this.#reason !== undefined) this.#control.abort(this.#reason);
    return this.#control.signal;
  }

  abort(reason: Error): void {
    this.#reason = reason;
    this.#control?.abort(reason);
  }

  throwIfAborted(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }
}
