import type { NewItemAction } from './action.ts';
import type { Metadata } from './metadata.ts';

/** A card of a carousel or a row of a list. Source: Part B, "Item (carousel and list)". */
export interface NewItem {
  readonly title: string;
  readonly description?: string;
  readonly mediaUrl?: string;
  /** MIME type. Default: found out from `mediaUrl` by the service. */
  readonly mediaType?: string;
  readonly size?: 'compact' | 'large';
  /** 1 to 3. */
  readonly actions: readonly NewItemAction[];
  readonly metadata?: Metadata;
}
