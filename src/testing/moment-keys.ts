/** Fields of a body that hold a moment in unix seconds. */
export const momentKeys: ReadonlySet<string> = new Set(['timestamp', 'received', 'originalMessageTimestamp']);
