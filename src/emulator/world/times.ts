/** Milliseconds since 1970 as the service writes `received` and `timestamp`: unix seconds with up to three decimals. */
export function toUnixSeconds(timeMs: number): number {
  return Math.round(timeMs) / 1_000;
}

/** Milliseconds since 1970 as the service writes `signedUpAt`, `lastSeen` and `linkedAt`: ISO with milliseconds. */
export function toIsoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
