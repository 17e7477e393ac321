import { OptionsError } from '../../errors/index.ts';
import { triggers } from '../../events/index.ts';
import { nearestTo } from '../../options/index.ts';

/** True when `text` is as `pattern` says, in which `*` stands for any characters or none. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text;
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

/** `pattern` as one that some trigger of the service answers to. Throws an `OptionsError` with the nearest trigger. */
export function readTriggerPattern(pattern: unknown, option: string): string {
  if (typeof pattern !== 'string')
    throw new OptionsError(`${option} must be a trigger, or a pattern such as 'message:*'.`);
  if (triggers.some((trigger) => matchesPattern(pattern, trigger))) return pattern;
  throw new OptionsError(
    `There is no trigger for the ${option} '${pattern}'. The nearest is '${nearestTo(pattern, triggers)}'.`,
  );
}
