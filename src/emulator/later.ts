/** Work that is done after the call that is being answered, in the order it was given. */
export interface Later {
  add(work: () => void): void;
  /** Whether something is left to do. */
  pending(): boolean;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** Forgets what has not been done. */
  clear(): void;
}

/** Makes the place for later work. `onError` is told of work that throws; the rest is done all the same. */
export function createLater(onError: (error: unknown) => void): Later {
  let queue: (() => void)[] = [];
  let done: Promise<void> | undefined;

  function run(): void {
    for (let work = queue.shift(); work !== undefined; work = queue.shift()) {
      try {
        work();
      } catch (error) {
        onError(error);
      }
    }
    done = undefined;
  }

  return {
    add(work) {
      queue.push(work);
      done ??= new Promise((resolve) => {
        setImmediate(() => {
          run();
          resolve();
        });
      });
    },
    pending: () => done !== undefined,
    async idle() {
      while (done !== undefined) await done;
    },
    clear() {
      queue = [];
    },
  };
}
