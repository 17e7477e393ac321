/** Base of every error that switchhook makes. Tell errors apart by `code`: it stays the same across releases and builds. */
export abstract class SwitchhookError extends Error {
  /** What went wrong, in snake_case. The README lists all codes. */
  abstract readonly code: string;
}
