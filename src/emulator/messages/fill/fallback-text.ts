import type { ActionInput } from '../input/action.ts';
import type { ItemInput } from '../input/content.ts';

/** What a client shows that cannot show the map. Source: seen on the wire. */
export function describeLocation({ lat, long }: { readonly lat: number; readonly long: number }): string {
  return `Location shared:\nhttps://maps.google.com/maps?q=${lat},${long}`;
}

/** What a client shows that cannot show cards: numbered titles, descriptions and links. Source: Part B, "Messages"; the form: seen on the wire. */
export function describeItems(items: readonly ItemInput[]): string {
  return items.map((item, index) => describeItem(item, index + 1)).join('\n');
}

function describeItem({ title, description, actions }: ItemInput, number: number): string {
  return [`${number}. ${title}`, description, ...actions.map(describeLink)]
    .filter((line) => line !== undefined)
    .join('\n');
}

function describeLink(action: ActionInput): string | undefined {
  return action.type === 'link' || action.type === 'webview' ? `${action.text}: ${action.uri}` : undefined;
}
