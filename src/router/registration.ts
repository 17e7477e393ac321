import { OptionsError } from '../errors/index.ts';
import type { Trigger, TriggerPattern, Version } from '../events/index.ts';
import { type GivenOptions, readInteger, readOptions } from '../options/index.ts';
import type { HandlerContext } from './handler.ts';
import { readVersion } from './patterns.ts';

/** A registered handler, as `router.handlers()` lists it. */
export interface RegisteredHandler {
  readonly name: string;
  /** Which method registered it: `on`, `onAny` or `onUnknown`. */
  readonly method: 'on' | 'onAny' | 'onUnknown';
  /** As given to `on`; empty for the other methods. */
  readonly patterns: readonly TriggerPattern[];
  /** The triggers that it is called for: all of them for `onAny`, none for `onUnknown`. */
  readonly triggers: readonly Trigger[];
  readonly version?: Version;
  readonly timeoutMs?: number;
  readonly attempts?: number;
}

/** A registered handler with its functions, whose types end here: `match` gives it no event but its own. */
export interface Registration extends RegisteredHandler {
  /** Asks `when`. */
  readonly wants: (event: unknown) => unknown;
  /** Calls the handler. */
  readonly call: (event: unknown, context: HandlerContext) => unknown;
}

/** What a registration is for. */
export interface Selection {
  readonly method: RegisteredHandler['method'];
  readonly patterns: readonly TriggerPattern[];
  readonly triggers: readonly Trigger[];
}

const commonOptions = ['name', 'when', 'timeoutMs', 'attempts'] as const;

/** A registration, checked. Throws an `OptionsError` for the first option that is wrong, and for a name in `taken`. */
export function makeRegistration(
  selection: Selection,
  given: unknown,
  handler: unknown,
  taken: ReadonlySet<string>,
): Registration {
  const { method, patterns } = selection;
  if (typeof handler !== 'function') throw new OptionsError(`The handler of ${method} must be a function.`);
  const known = method === 'onUnknown' ? commonOptions : [...commonOptions, 'version'];
  const options = readOptions(given, known, method);
  const { when, timeoutMs, attempts, version } = options;
  if (when !== undefined && typeof when !== 'function') throw new OptionsError('when must be a function.');
  return {
    ...selection,
    name: readName(options, defaultName(selection, handler.name), taken),
    ...(version !== undefined && { version: readVersion(version, patterns) }),
    ...(timeoutMs !== undefined && { timeoutMs: readInteger(timeoutMs, 'timeoutMs') }),
    ...(attempts !== undefined && { attempts: readInteger(attempts, 'attempts') }),
    wants: (event) => when === undefined || when(event),
    call: (event, context: HandlerContext) => handler(event, context),
  };
}

function defaultName({ method, patterns }: Selection, functionName: string): string {
  const subject = method === 'on' ? patterns.join(',') : method;
  return functionName === '' ? subject : `${subject}/${functionName}`;
}

function readName(options: GivenOptions, fallback: string, taken: ReadonlySet<string>): string {
  const { name } = options;
  if (name === undefined) return makeUnique(fallback, taken);
  if (typeof name !== 'string' || name.trim() === '')
    throw new OptionsError('name must be a text that is not blank.');
  if (taken.has(name)) throw new OptionsError(`A handler is named '${name}' already: choose another name.`);
  return name;
}

function makeUnique(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count++) unique = `${name}#${count}`;
  return unique;
}
