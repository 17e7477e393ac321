import { OptionsError } from '../errors/index.ts';
import {
  hasVersion,
  isTrigger,
  type Trigger,
  type TriggerFamily,
  type TriggerPattern,
  triggers,
  type Version,
  versions,
} from '../events/index.ts';
import { nearestTo } from '../options/index.ts';

/** All families, by the order of their first trigger. */
const families: ReadonlySet<string> = new Set(triggers.flatMap(familiesOf));

function familiesOf(trigger: Trigger): string[] {
  const parts = trigger.split(':');
  return parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join(':')}:*`);
}

function isFamily(name: unknown): name is TriggerFamily {
  return typeof name === 'string' && families.has(name);
}

/** The patterns that were given to `on`, each once. Throws an `OptionsError` for one that names no trigger. */
export function readPatterns(given: unknown): readonly TriggerPattern[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.length === 0) throw new OptionsError('The list of triggers is empty: name at least one.');
  return [...new Set(list.map(readPattern))];
}

function readPattern(given: unknown): TriggerPattern {
  if (isTrigger(given) || isFamily(given)) return given;
  if (typeof given !== 'string') throw new OptionsError(`A trigger is a text, not ${typeof given}.`);
  if (given === '*') throw new OptionsError("'*' names no trigger: use onAny for every known event.");
  const nearest = nearestTo(given, [...triggers, ...families]);
  throw new OptionsError(`'${given}' is no trigger that switchhook knows; did you mean '${nearest}'?`);
}

/** The triggers that a pattern names. */
export function triggersOf(pattern: TriggerPattern): readonly Trigger[] {
  if (isTrigger(pattern)) return [pattern];
  const beginning = pattern.slice(0, -1);
  return triggers.filter((trigger) => trigger.startsWith(beginning));
}

/** `given` as a version that each of the patterns has. Throws an `OptionsError` when one never comes in it. */
export function readVersion(given: unknown, patterns: readonly TriggerPattern[]): Version {
  const version = versions.find((known) => known === given);
  if (version === undefined) throw new OptionsError(`version must be ${versions.join(' or ')}.`);
  for (const pattern of patterns) {
    const carried = versions.filter((known) =>
      triggersOf(pattern).some((trigger) => hasVersion(trigger, known)),
    );
    if (!carried.includes(version)) {
      throw new OptionsError(
        `'${pattern}' never comes in version ${version}, only in ${carried.join(', ')}.`,
      );
    }
  }
  return version;
}
