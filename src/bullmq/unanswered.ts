/** What ioredis says when it has no connection to write to, in words that are about its options. */
const NO_CONNECTION = /^Stream isn't writeable/;

/** What it says of a command that was under way, or too long. */
const CUT_OFF = /^(Connection is closed|Command timed out|Socket timeout|Socket closed)/;

/** Names of its errors, where the message may be anything. */
const names: readonly string[] = ['MaxRetriesPerRequestError', 'AbortError', 'ClusterAllFailedError'];

/** True for the error of a command that found no connection. */
export function foundNoConnection(error: unknown): boolean {
  return error instanceof Error && NO_CONNECTION.test(error.message);
}

/** True for the error of a command that got no answer: what became of it is unknown, and another would do no better. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    foundNoConnection(error) ||
    CUT_OFF.test(error.message) ||
    names.includes(error.name) ||
    'syscall' in error
  );
}

/** True for an answer of Redis that is an error. */
export function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}
