import type { NewAction } from './action.ts';
import type { Upload } from './attachment.ts';
import type { AppMakerAuthor, AppUserAuthor } from './message.ts';

/** An image to post with its bytes, and the fields of a message. Source: Part B, "Messages", `images`. */
export type NewImage = Upload &
  (AppMakerAuthor | AppUserAuthor) & {
    readonly text?: string;
    readonly actions?: readonly NewAction[];
  };
