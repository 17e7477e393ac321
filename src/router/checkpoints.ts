/** What was noted about a delivery in its runs so far, and a way to note more. */
export interface Checkpoints {
  readonly known: ReadonlyMap<string, string>;
  readonly write: (name: string, value: string) => Promise<void>;
  /** As `write`, for the last note of a delivery that is then settled as handled. */
  readonly note: (name: string, value: string) => void;
}

/** The checkpoint that says that a handler has returned. */
export function doneCheckpoint(handler: string): string {
  return `done:${handler}`;
}

/** The checkpoint that holds a result of `once`. JSON, so that no pair of names runs into another. */
export function onceCheckpoint(handler: string, name: string): string {
  return `once:${JSON.stringify([handler, name])}`;
}
