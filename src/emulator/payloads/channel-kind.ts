const sdks: readonly string[] = ['web', 'ios', 'android'];

/** Whether a channel is one of the service's own clients. Source: Part A, "Client" and "Payload shapes". */
export function isSdk(type: string): boolean {
  return sdks.includes(type);
}

/** Whether a message with that source came through a channel of another company; `api` is none. */
export function isThirdParty(type: string | undefined): boolean {
  return type !== undefined && type !== 'api' && !isSdk(type);
}
