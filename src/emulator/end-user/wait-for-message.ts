import { OptionsError } from '../../errors/index.ts';
import { readInteger, readOptions } from '../../options/index.ts';
import { onArrival, type ShownMessage } from '../channels/index.ts';
import type { World } from '../world/index.ts';
import type { MessageFilter, WaitOptions } from './end-user.ts';

/**
 * Resolves with the first of `list()` that fits and is of the business, now or later; `given` holds the ids of those that were given before, and
 * gets this one. Rejects after `timeoutMs` with an `Error` that shows what is on the screen, and with an `OptionsError` for a wrong filter.
 */
export async function waitForMessage(
  world: World,
  list: () => readonly ShownMessage[],
  given: Set<string>,
  filter: MessageFilter | undefined,
  options: WaitOptions,
): Promise<ShownMessage> {
  const timeoutMs = readInteger(
    readOptions(options, ['timeoutMs'], 'waitForMessage')['timeoutMs'] ?? 5_000,
    'timeoutMs',
    0,
  );
  const fits = toPredicate(filter);
  return new Promise((resolve, reject) => {
    const stop = onArrival(world, look);
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`No such message within ${timeoutMs} ms. ${describe(list())}`));
    }, timeoutMs);
    look();

    function look(): void {
      try {
        const found = list().find((one) => one.role !== 'appUser' && !given.has(one._id) && fits(one));
        if (found === undefined) return;
        given.add(found._id);
        resolve(found);
      } catch (error) {
        reject(error);
      }
      clearTimeout(timer);
      stop();
    }
  });
}

function toPredicate(filter: MessageFilter | undefined): (message: ShownMessage) => boolean {
  if (filter === undefined) return () => true;
  if (typeof filter === 'string') return ({ text }) => text.includes(filter);
  if (typeof filter === 'function') return filter;
  throw new OptionsError('The filter must be a part of the text or a function of the message.');
}

function describe(messages: readonly ShownMessage[]): string {
  const texts = messages
    .filter(({ role }) => role !== 'appUser')
    .map(({ type, text }) => `${type} '${text.slice(0, 60)}'`);
  return texts.length === 0
    ? 'The business has sent nothing.'
    : `The business has sent: ${texts.slice(-5).join(', ')}.`;
}
