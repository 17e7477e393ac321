import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding } from '../../bullmq/index.ts';
import type { Router } from '../../index.ts';
import { triggers } from '../../index.ts';
import { describeError } from '../../logger.ts';
import { hasMethods } from '../../options/index.ts';

/** Looks at the handlers of the router that a module exports, as `router` or by default. */
export async function checkRouter(path: string): Promise<Finding[]> {
  const check = 'handlers';
  let router: Router | undefined;
  try {
    const loaded = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
    router = [loaded['router'], loaded['default']].find(isRouter);
  } catch (error) {
    const found = `${path} could not be loaded: ${describeError(error).message}`;
    return [{ check, verdict: 'bad', found, advice: 'Give a JavaScript module that exports the router.' }];
  }
  if (router === undefined) {
    const found = `${path} exports no router`;
    return [{ check, verdict: 'bad', found, advice: 'Export it: export const router = createRouter().' }];
  }
  return [judgeTriggers(router), judgeNames(router)];
}

function isRouter(value: unknown): value is Router {
  return hasMethods(value, ['on', 'onUnknown', 'handlers']);
}

function judgeTriggers(router: Router): Finding {
  const check = 'handlers';
  const wanted = new Set(router.handlers().flatMap((handler) => [...handler.triggers]));
  const without = triggers.filter((trigger) => !wanted.has(trigger));
  const found = `${router.handlers().length} for ${wanted.size} of ${triggers.length} triggers`;
  if (wanted.size === 0)
    return {
      check,
      verdict: 'doubtful',
      found,
      advice: 'Nothing is handled: register handlers before the router is exported.',
    };
  const rest = without.length === 0 ? '' : `; none for ${without.join(', ')}`;
  return { check, verdict: 'good', found: `${found}${rest}` };
}

function judgeNames(router: Router): Finding {
  const shared = router.handlers().filter(({ name }) => /#\d+$/.test(name));
  if (shared.length === 0) return { check: 'names of handlers', verdict: 'good', found: 'each its own' };
  return {
    check: 'names of handlers',
    verdict: 'doubtful',
    found: `${shared.map(({ name }) => name).join(', ')} depend on the order of registration`,
    advice: 'Give these handlers a name: a delivery that waits for its retry knows its handlers by name.',
  };
}
