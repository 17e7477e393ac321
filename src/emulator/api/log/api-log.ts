import type { Version } from '../../../events/index.ts';

/** A call of the API, as the log keeps it. Neither credentials nor secrets are in it. */
export interface ApiCall {
  /** Counts from 1. */
  readonly id: number;
  /** When it came in, by the emulator's clock, in milliseconds since 1970. */
  readonly atMs: number;
  readonly method: string;
  /** With the version and the query, not decoded. */
  readonly path: string;
  readonly version?: Version;
  readonly appId?: string;
  readonly keyId?: string;
  /** What was answered; missing when nothing was. */
  readonly status?: number;
  /** How long it took, in milliseconds of real time. */
  readonly durationMs: number;
  /** What the service would let pass and the caller should not rely on. */
  readonly warnings: readonly string[];
  /** JSON, without its secrets, cut where it is long. */
  readonly requestBody?: string;
  readonly answerBody?: string;
  /** The fault that was injected. */
  readonly fault?: string;
}

/** The last calls of the API. */
export interface ApiLog {
  /** Oldest first. */
  list(): readonly ApiCall[];
  /** Calls `listener` for each call when it is over. Gives a function that ends this. */
  onCall(listener: (call: ApiCall) => void): () => void;
  add(call: Omit<ApiCall, 'id'>): void;
  /** Forgets the calls, not the listeners. */
  clear(): void;
}

/** Makes a log of the last `size` calls. */
export function createApiLog(size: number): ApiLog {
  const calls: ApiCall[] = [];
  const listeners = new Set<(call: ApiCall) => void>();
  let lastId = 0;
  return {
    list: () => [...calls],
    onCall(listener) {
      // Wrapped, so that the same function given twice is two listeners.
      const own = (call: ApiCall) => listener(call);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    add(given) {
      const call = { id: ++lastId, ...given };
      calls.push(call);
      if (calls.length > size) calls.shift();
      for (const listener of listeners) listener(call);
    },
    clear() {
      calls.length = 0;
    },
  };
}
