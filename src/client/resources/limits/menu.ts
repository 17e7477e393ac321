import type { NewMenu, NewMenuItem } from '../../types/menu.ts';
import { readBody } from './body.ts';
import { readCounted } from './count.ts';
import { readText } from './text.ts';

/** `menu` with 1 to 3 items, and 1 to 5 in each submenu. Source: Part A, "Limits". */
export function readMenu(menu: NewMenu): NewMenu {
  checkItems(readBody(menu, 'menu').items, 'items', 3);
  return menu;
}

function checkItems(items: readonly NewMenuItem[], name: string, most: number): void {
  for (const [index, item] of readCounted(items, name, 1, most).entries()) {
    readText(readBody(item, 'menu item').text, `${name}[${index}].text`);
    if (item.type === 'submenu') checkItems(item.items, `${name}[${index}].items`, 5);
  }
}
