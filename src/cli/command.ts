import type { Terminal } from './terminal.ts';
import type { CommandOption, Values } from './values.ts';

/**
 * How a command ended, as the exit code says it: 0, 1 when something that it was asked for failed, 130 when a person ended it with Ctrl+C; of a command
 * that runs another one, the code of that.
 */
export type ExitCode = number;

/** One command of `switchhook`. */
export interface Command {
  /** What it does, in one line. */
  readonly summary: string;
  /** The forms of its call, each without the leading `switchhook`. */
  readonly usage: readonly string[];
  /** Its options, by name; `--json` and `--help` are every command's. */
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Further lines of its help: examples, what the exit code says. */
  readonly notes?: readonly string[];
  /** Rejects with a `UsageError` for a wrong call (exit code 2), with any other error for what went wrong (1). */
  run(call: CommandCall): Promise<ExitCode>;
}

/** A call of a command. */
export interface CommandCall {
  /** The arguments that are no options. */
  readonly args: readonly string[];
  readonly values: Values;
  readonly terminal: Terminal;
}

/** A wrong call: the message is one sentence that says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
