import type { Clock } from '../clock.ts';

/**
 * What `work` gives, or a rejection with `late()` when it takes longer than `delayMs` milliseconds. The work is not stopped; what
 * becomes of it afterwards is ignored, also a rejection.
 */
export function withDeadline<T>(
  work: Promise<T>,
  delayMs: number,
  clock: Clock,
  late: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(() => reject(late()), delayMs);
    work.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}
