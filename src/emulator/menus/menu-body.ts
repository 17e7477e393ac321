import { z } from 'zod';
import type { MenuItemRecord, MenuRecord, World } from '../world/index.ts';

type NewItem =
  | { readonly type: 'link'; readonly text: string; readonly uri: string }
  | { readonly type: 'postback'; readonly text: string; readonly payload: string }
  | { readonly type: 'submenu'; readonly text: string; readonly items: readonly NewItem[] };

const text = z.string().min(1);

const itemBody: z.ZodType<NewItem> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('link'), text, uri: text }),
  z.object({ type: z.literal('postback'), text, payload: text }),
  z.object({ type: z.literal('submenu'), text, items: z.lazy(() => z.array(itemBody).min(1).max(5)) }),
]);

/** Body of the two calls that set a menu: 1 to 3 items, 1 to 5 in each submenu. Source: Part B, "Persistent menu"; Part A, "Limits". */
export const menuBody = z.object({
  items: z.array(itemBody).min(1).max(3),
  settings: z.object({ inputEnabled: z.boolean().default(true) }).default({ inputEnabled: true }),
});

/** The menu as it is kept: each item has its `_id`. */
export function fillMenu(world: World, { items, settings }: z.output<typeof menuBody>): MenuRecord {
  return { items: items.map((item) => fillItem(world, item)), settings: { ...settings } };
}

function fillItem(world: World, item: NewItem): MenuItemRecord {
  const _id = world.ids.timed();
  if (item.type !== 'submenu') return { ...item, _id };
  return { ...item, _id, items: item.items.map((inner) => fillItem(world, inner)) };
}
