import { OptionsError } from '../../errors/index.ts';
import type { Action } from '../../events/index.ts';
import type { ShownMessage } from '../channels/index.ts';
import type { MenuItemRecord } from '../world/index.ts';
import type { ButtonRef } from './end-user.ts';

/** A button and the message that it belongs to. */
interface FoundButton {
  readonly action: Action;
  readonly shown: ShownMessage;
}

/** How else to press buttons that this way does not suit. */
const otherWays: Readonly<Record<string, string>> = {
  postback: 'use tap()',
  reply: 'use reply()',
  buy: 'use pay()',
  locationRequest: "use say({ type: 'location', … })",
  link: 'it opens a page, and nothing is sent',
  webview: 'it opens a page, and nothing is sent',
  share: 'it shares the card, and nothing is sent',
};

/**
 * The button of that type in the latest message that shows it. Throws an `OptionsError`: for a button that is not there, with those that are;
 * for one of another type, with the way to press it.
 */
export function findButton(messages: readonly ShownMessage[], ref: ButtonRef, type: string): FoundButton {
  const matches = listButtons(messages).filter(({ action }) => isMeant(action, ref));
  const found = matches.find(({ action }) => action.type === type);
  if (found !== undefined) return found;
  const [other] = matches;
  if (other !== undefined)
    throw new OptionsError(
      `The button '${nameOf(other.action)}' is a ${other.action.type}, not a ${type}: ${otherWays[other.action.type] ?? 'nothing is known of it'}.`,
    );
  throw new OptionsError(
    `There is no button ${describe(ref)}. ${listNames(listButtons(messages).map(({ action }) => action))}`,
  );
}

/** The buy button that is meant, or else the latest that is unpaid. Throws an `OptionsError` as `findButton` does. */
export function findOffer(messages: readonly ShownMessage[], ref: ButtonRef | undefined): FoundButton {
  if (ref !== undefined) return findButton(messages, ref, 'buy');
  const open = listButtons(messages).find(({ action }) => 'state' in action && action.state !== 'paid');
  if (open !== undefined) return open;
  throw new OptionsError('There is nothing to pay on this channel now.');
}

/** All buttons on the screen, those of the latest message first. */
function listButtons(messages: readonly ShownMessage[]): readonly FoundButton[] {
  return messages
    .toReversed()
    .filter(({ role }) => role !== 'appUser')
    .flatMap((shown) =>
      [...shown.buttons, ...shown.items.flatMap(({ buttons }) => buttons)].map((action) => ({
        action,
        shown,
      })),
    );
}

/** The postback entry of a menu, at any depth. Throws an `OptionsError` as `findButton` does. */
export function findMenuItem(items: readonly MenuItemRecord[], ref: ButtonRef): MenuItemRecord {
  const all = flatten(items);
  const found = all.find((item) => isMeant(item, ref));
  if (found === undefined)
    throw new OptionsError(`The menu has no entry ${describe(ref)}. ${listNames(all)}`);
  if (found.type === 'postback') return found;
  const why = found.type === 'link' ? 'opens a page, and nothing is sent' : 'holds other entries';
  throw new OptionsError(`The menu entry '${found.text}' ${why}.`);
}

function flatten(items: readonly MenuItemRecord[]): readonly MenuItemRecord[] {
  return items.flatMap((item) => [item, ...flatten(item.items ?? [])]);
}

interface Pressable {
  readonly _id: string;
  readonly type: string;
  readonly text?: string | undefined;
}

function isMeant(one: Pressable, ref: ButtonRef): boolean {
  if (typeof ref !== 'string') return one._id === ref._id;
  return ref === one._id || ref === one.text || ('payload' in one && ref === one.payload);
}

function describe(ref: ButtonRef): string {
  return `'${typeof ref === 'string' ? ref : ref._id}'`;
}

function nameOf({ text, _id }: Pressable): string {
  return text ?? _id;
}

function listNames(all: readonly Pressable[]): string {
  if (all.length === 0) return 'There are none on this channel now.';
  return `There are: ${all.map((one) => `'${nameOf(one)}' (${one.type})`).join(', ')}.`;
}
