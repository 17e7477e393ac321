import { createRouter, type TriggerPattern } from '../../index.ts';

/**
 * The triggers that a pattern such as `message:delivery:*` names, as `router.on` reads it. Throws an `OptionsError` for a trigger that does
 * not exist, with the nearest right one in the message: a question after a misspelt trigger would be answered "none" for ever.
 */
export function readTriggers(pattern: TriggerPattern): ReadonlySet<string> {
  const [registered] = createRouter()
    .on(pattern, () => {})
    .handlers();
  return new Set(registered?.triggers);
}
