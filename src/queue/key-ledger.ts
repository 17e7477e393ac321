/** The most keys that are remembered at once; beyond it the oldest are forgotten. */
const MAX_KEYS = 500_000;

/** Expired keys are swept out at most this often, in milliseconds. */
const SWEEP_INTERVAL_MS = 60_000;

/** Which delivery claimed a key, and until when the claim holds. */
interface Claim {
  readonly id: string;
  readonly expiresAtMs: number;
}

/** Remembers the keys of deliveries for their windows. */
export class KeyLedger {
  readonly #claims = new Map<string, Claim>();
  #sweptAtMs = 0;

  /** Claims `key` for `id`. Returns the id that holds it: `id`, or the one that came first. */
  claim(key: string, id: string, windowMs: number, nowMs: number): string {
    this.#sweep(nowMs);
    const held = this.#claims.get(key);
    if (held && held.expiresAtMs > nowMs) return held.id;
    this.#claims.delete(key);
    this.#claims.set(key, { id, expiresAtMs: nowMs + windowMs });
    return id;
  }

  /** Gives `key` back if `id` holds it. */
  release(key: string, id: string): void {
    if (this.#claims.get(key)?.id === id) this.#claims.delete(key);
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs >= SWEEP_INTERVAL_MS) {
      this.#sweptAtMs = nowMs;
      for (const [key, claim] of this.#claims) if (claim.expiresAtMs <= nowMs) this.#claims.delete(key);
    }
    for (const key of this.#claims.keys()) {
      if (this.#claims.size < MAX_KEYS) break;
      this.#claims.delete(key);
    }
  }
}
