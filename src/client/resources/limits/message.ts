import { OptionsError } from '../../../errors/index.ts';
import type { NewItemAction } from '../../types/action.ts';
import type { NewItem } from '../../types/item.ts';
import type { NewMessage, NewMessageContent } from '../../types/message.ts';
import { readBody } from './body.ts';
import { readCounted } from './count.ts';
import { readText } from './text.ts';

/** `message` when it has a role and a type, and its items and actions are within the limits. Source: Part B, "Messages"; Part A, "Limits". */
export function readMessage(message: NewMessage): NewMessage {
  readText(readBody(message, 'message').role, 'role');
  checkContent(message);
  return message;
}

/** Throws an `OptionsError` when items or actions of `content` are beyond the limits. Source: Part B, "Messages"; Part A, "Limits". */
export function checkContent(content: NewMessageContent): void {
  readText(readBody(content, 'message').type, 'type');
  if (content.messageSchema !== undefined) {
    readBody(content.message, 'message in the form of the channel');
    return;
  }
  const actions = readCounted(content.actions ?? [], 'actions', 0);
  const items = content.type === 'carousel' || content.type === 'list' ? readItems(content.items) : [];
  const all: readonly NewItemAction[] = [...actions, ...items.flatMap((item) => item.actions)];
  for (const action of all) checkAction(action);
  const opening = all.filter((action) => action.type === 'webview' && action.openOnReceive === true);
  if (opening.length > 1) {
    throw new OptionsError('At most one webview of a message may have openOnReceive.');
  }
}

function readItems(given: readonly NewItem[]): readonly NewItem[] {
  const items = readCounted(given, 'items', 1, 10);
  for (const [index, item] of items.entries()) {
    readText(readBody(item, 'item').title, `items[${index}].title`);
    readCounted(item.actions, `items[${index}].actions`, 1, 3);
  }
  return items;
}

function checkAction(action: NewItemAction): void {
  readBody(action, 'action');
  if (action.type !== 'buy') return;
  const { amount, currency } = action;
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new OptionsError('amount must be a whole number of hundredths of the currency unit.');
  }
  if (currency !== undefined && !/^[a-z]{3}$/.test(currency)) {
    throw new OptionsError('currency must be a lowercase ISO 4217 code, such as usd.');
  }
}
