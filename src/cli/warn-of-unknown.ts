import { isTrigger, triggers } from '../index.ts';
import { nearestTo } from '../options/index.ts';
import type { Terminal } from './terminal.ts';

/** Warns of a trigger that is not known here. The service may know more, so it is taken; but it is more often a slip, after which nothing is ever found. */
export function warnOfUnknown(trigger: string, terminal: Terminal): void {
  if (isTrigger(trigger)) return;
  terminal.warn(`No trigger '${trigger}' is known here; the nearest is '${nearestTo(trigger, triggers)}'.`);
}
