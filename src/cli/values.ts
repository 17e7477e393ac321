import { UsageError } from './command.ts';

/** An option of a command. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** One letter that stands for the name. */
  readonly short?: string;
  /** May be given several times. */
  readonly multiple?: boolean;
  /** What stands for its value in the help. */
  readonly value?: string;
  readonly help: string;
  /** The environment variable that is read when the option is not given. */
  readonly env?: string;
}

type Given = Readonly<Record<string, unknown>>;

/** The values of a call's options, read by name. */
export class Values {
  readonly #given: Given;
  readonly #env: NodeJS.ProcessEnv;
  readonly #options: Readonly<Record<string, CommandOption>>;

  constructor(given: Given, options: Readonly<Record<string, CommandOption>>, env: NodeJS.ProcessEnv) {
    this.#given = given;
    this.#options = options;
    this.#env = env;
  }

  flag(name: string): boolean {
    return this.#given[name] === true;
  }

  text(name: string): string | undefined {
    const given = this.#given[name];
    if (typeof given === 'string') return given;
    const { env } = this.#options[name] ?? {};
    return env === undefined ? undefined : this.#env[env] || undefined;
  }

  /** Whether the option stands on the command line, whatever its variable says. */
  isGiven(name: string): boolean {
    return this.#given[name] !== undefined;
  }

  /** An environment variable that no option stands for; `undefined` when it is empty. */
  variable(name: string): string | undefined {
    return this.#env[name] || undefined;
  }

  list(name: string): readonly string[] {
    const given = this.#given[name];
    return Array.isArray(given) ? given.map(String) : [];
  }

  /** Throws a `UsageError` when the option is missing or empty. */
  required(name: string): string {
    const text = this.text(name);
    if (text) return text;
    const { env } = this.#options[name] ?? {};
    throw new UsageError(
      `--${name} is ${text === '' ? 'empty' : 'missing'}${env === undefined ? '' : `: give it, or set ${env}`}.`,
    );
  }

  /** A whole number of at least `least`, or `fallback` when the option is missing. Throws a `UsageError` for anything else. */
  count(name: string, fallback: number, least = 1): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const count = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(count) || count < least)
      throw new UsageError(`--${name} must be a whole number of at least ${least}, not '${text}'.`);
    return count;
  }

  /** A moment in milliseconds since 1970, from a date (`2026-11-20`, `2026-11-20T13:00Z`) or an age (`90s`, `15m`, `2h`, `7d`). */
  time(name: string, nowMs: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const age = /^(\d+)([smhd])$/.exec(text);
    if (age) return nowMs - Number(age[1]) * unitMs[age[2] as keyof typeof unitMs];
    const atMs = /^\d{4}-/.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(atMs))
      throw new UsageError(`--${name} must be a date such as 2026-11-20, or an age such as 15m, 2h or 7d.`);
    return atMs;
  }

  /** The option as one of `choices`. */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const text = this.text(name);
    if (text === undefined || (choices as readonly string[]).includes(text))
      return text as Choice | undefined;
    throw new UsageError(`--${name} must be one of ${choices.join(', ')}.`);
  }
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
