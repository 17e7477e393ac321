import type { OpenSet } from '../../events/index.ts';

/** An entry of a menu, told apart by `type`. A submenu has 1 to 5 items. Source: Part B, "Persistent menu". */
export type NewMenuItem =
  | { readonly type: 'link'; readonly text: string; readonly uri: string }
  | { readonly type: 'postback'; readonly text: string; readonly payload: string }
  | { readonly type: 'submenu'; readonly text: string; readonly items: readonly NewMenuItem[] };

/** Source: Part B, "Persistent menu". */
export interface MenuSettings {
  /** Whether the user can also type; social messaging channel only. Default of the service: yes. */
  readonly inputEnabled?: boolean;
}

/** A menu to set, with 1 to 3 items. Source: Part B, "Persistent menu"; Part A, "Limits". */
export interface NewMenu {
  readonly items: readonly NewMenuItem[];
  readonly settings?: MenuSettings;
}

/** An entry of a menu as the service holds it. Source: Part B, "Persistent menu". */
export interface MenuItem {
  readonly _id?: string;
  readonly type: OpenSet<'link' | 'postback' | 'submenu'>;
  readonly text: string;
  readonly uri?: string;
  readonly payload?: string;
  readonly items?: readonly MenuItem[];
}

/** A persistent menu; `items` is empty when there is none. Source: Part B, "Persistent menu". */
export interface Menu {
  readonly items: readonly MenuItem[];
  readonly settings?: MenuSettings;
}
