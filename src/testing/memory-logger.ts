import type { Logger } from '../index.ts';

/** A line that was logged. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A logger that keeps its lines. */
export interface MemoryLogger extends Logger {
  /** Every line so far, the oldest first, whatever its level. */
  readonly lines: readonly LogLine[];
  /** Forgets the lines so far. */
  clear(): void;
}

/** A logger that writes nothing: it keeps its lines in memory, for a test to look at. */
export function createMemoryLogger(): MemoryLogger {
  const lines: LogLine[] = [];
  const write = (level: LogLine['level']) => (fields: object, message: string) => {
    lines.push({ level, fields: { ...fields }, message });
  };
  return {
    lines,
    clear() {
      lines.length = 0;
    },
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
}
