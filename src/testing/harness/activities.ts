/** Something that runs in real time: a handler, or a call of the receiver. */
export interface Activity {
  readonly name: string;
  /** How many more ticks of real time it is waited for; at 0 it is taken for one that hangs. */
  ticksLeft: number;
}

/** What runs in a harness just now. */
export class Activities {
  /** Goes up whenever something begins or ends. */
  changes = 0;
  readonly #running = new Set<Activity>();

  get size(): number {
    return this.#running.size;
  }

  begin(name: string, ticks: number): Activity {
    this.changes += 1;
    const activity = { name, ticksLeft: ticks };
    this.#running.add(activity);
    return activity;
  }

  end(activity: Activity): void {
    if (this.#running.delete(activity)) this.changes += 1;
  }

  /** What `work` gives. It counts as running until then. */
  async track<T>(name: string, ticks: number, work: () => Promise<T>): Promise<T> {
    const activity = this.begin(name, ticks);
    try {
      return await work();
    } finally {
      this.end(activity);
    }
  }

  /** Whether something runs that is still waited for. */
  get areWaitedFor(): boolean {
    for (const { ticksLeft } of this.#running) if (ticksLeft > 0) return true;
    return false;
  }

  /** To be called at each tick of real time. */
  tick(): void {
    for (const activity of this.#running) activity.ticksLeft = Math.max(activity.ticksLeft - 1, 0);
  }

  /** The names of what runs, each once. */
  names(): readonly string[] {
    return [...new Set([...this.#running].map(({ name }) => name))];
  }
}
