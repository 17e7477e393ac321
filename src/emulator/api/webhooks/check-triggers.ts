import { hasVersion, isTrigger, triggers as known, type Version } from '../../../events/index.ts';
import { nearestTo } from '../../../options/index.ts';
import { ApiError } from '../../world/index.ts';

/** What a webhook may name beside the triggers: `message` for both of its kinds, `*` for all but `typing:appUser`. */
const aliases = ['message', '*'];

/**
 * The triggers without repeats. A name that is none, or that webhooks of `version` are never sent, gets a warning; when `strict`, a name that is none is
 * refused with `bad_request`. Names are case sensitive. Source: Part A, "Webhook" and "Triggers".
 */
export function checkTriggers(
  triggers: readonly string[],
  version: Version,
  { strict, warn }: { readonly strict: boolean; warn(text: string): void },
): string[] {
  const names = [...new Set(triggers)];
  for (const name of names) {
    if (aliases.includes(name)) continue;
    if (isTrigger(name)) {
      if (!hasVersion(name, version)) warn(`'${name}' is never sent to webhooks of ${version}`);
      continue;
    }
    const nearest = nearestTo(name, [...known, ...aliases]);
    const hint = nearest === undefined ? '' : `; did you mean '${nearest}'?`;
    if (strict) throw new ApiError('bad_request', `triggers: '${name}' is no trigger${hint}`);
    warn(`'${name}' is no trigger${hint}`);
  }
  return names;
}
