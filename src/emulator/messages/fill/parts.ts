import { findAttachment, mediaTypeOf } from '../../attachments/index.ts';
import type { World } from '../../world/index.ts';
import type { ActionInput } from '../input/action.ts';
import type { FieldInput, ItemInput } from '../input/content.ts';

/** Where ids come from; without one, as in templates, nothing gets an id. */
export type NextId = (() => string) | undefined;

/** An action as it is stored. Source: seen on the wire. */
export function fillAction(world: World, action: ActionInput, nextId: NextId): object {
  const _id = nextId?.();
  if (action.type !== 'buy') return { ...toId(_id), uri: '', ...action };
  const uri = _id === undefined ? '' : `${world.publicUrl}/checkout/${_id}`;
  return { ...toId(_id), ...action, currency: action.currency ?? 'usd', state: 'offered', uri };
}

/** An item as it is stored. Source: seen on the wire; Part B, "Item (carousel and list)". */
export function fillItem(world: World, { altText: _altText, ...item }: ItemInput, nextId: NextId): object {
  return {
    ...toId(nextId?.()),
    ...item,
    ...(item.mediaUrl !== undefined && { mediaType: item.mediaType ?? findMediaType(world, item.mediaUrl) }),
    actions: item.actions.map((action) => fillAction(world, action, nextId)),
  };
}

/** A field of a form as it is stored. Source: seen on the wire. */
export function fillField(field: FieldInput, nextId: NextId): object {
  const _id = toId(nextId?.());
  if (field.type !== 'select') return { ..._id, ...field };
  const options = field.options.map((option) => ({ ...toId(nextId?.()), ...option }));
  return { ..._id, ...field, selectSize: field.selectSize ?? 1, options };
}

/** What is known of the file at `mediaUrl`: its type by our own storage or the ending of its name, its size when it is ours. */
export function findMediaType(world: World, mediaUrl: string): string | undefined {
  return findAttachment(world, mediaUrl)?.mediaType ?? mediaTypeOf(mediaUrl);
}

/** `{_id}`, or nothing without one. */
export function toId(_id: string | undefined): { readonly _id?: string } {
  return _id === undefined ? {} : { _id };
}
