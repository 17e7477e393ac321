/** Failures before anything was sent. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Deeper causes are not looked at. */
const MAX_DEPTH = 5;

/** The system's word for why a fetch failed, and whether nothing can have been sent. */
export interface ConnectionFailure {
  readonly reason: string;
  readonly unsent: boolean;
}

/**
 * Reads why a fetch failed. Of an error with several causes, as for a name with several addresses, one that may have got through counts most.
 * Nothing else of the error is read: it may hold what was sent.
 */
export function readFailure(error: unknown): ConnectionFailure {
  const failures = collectFailures(error, MAX_DEPTH);
  return failures.find(({ unsent }) => !unsent) ?? failures[0] ?? { reason: 'unknown', unsent: false };
}

function collectFailures(error: unknown, depth: number): ConnectionFailure[] {
  if (typeof error !== 'object' || error === null || depth === 0) return [];
  const { code, syscall, cause, errors } = error as Record<string, unknown>;
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])];
  const causes = inner.flatMap((one: unknown) => collectFailures(one, depth - 1));
  if (typeof code !== 'string' || !/^[A-Z][A-Z0-9_]{2,60}$/.test(code)) return causes;
  return [{ reason: code, unsent: unsentCodes.has(code) || syscall === 'connect' }, ...causes];
}
