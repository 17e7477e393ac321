import { z } from 'zod';
import { freeObject, id } from '../fields.ts';
import { openObject } from '../open-object.ts';
import { openSet } from '../open-set.ts';
import { openUnion, unlistedString } from '../open-union.ts';

const common = {
  _id: id,
  /** Text of the button. */
  text: z.string().optional(),
  /** Where it leads: of a buy action the checkout page, of one that leads nowhere an empty string. Source: Part B, "Action"; seen on the wire. */
  uri: z.string().optional(),
  metadata: freeObject.optional(),
  /** Options for one channel, keyed by its name. */
  extraChannelOptions: freeObject.optional(),
};

/** May be an empty string. */
const uri = z.string();

const linkAction = openObject({
  ...common,
  type: z.literal('link'),
  uri,
  default: z.boolean().optional(),
});

const webviewAction = openObject({
  ...common,
  type: z.literal('webview'),
  uri,
  /** Where a client goes that cannot show a webview. */
  fallback: z.string().optional(),
  size: openSet<'compact' | 'tall' | 'full'>().optional(),
  default: z.boolean().optional(),
  openOnReceive: z.boolean().optional(),
});

const postbackAction = openObject({ ...common, type: z.literal('postback'), payload: z.string() });

const replyAction = openObject({
  ...common,
  type: z.literal('reply'),
  payload: z.string(),
  iconUrl: z.string().optional(),
});

const buyAction = openObject({
  ...common,
  type: z.literal('buy'),
  /** Hundredths of the currency unit. */
  amount: z.number(),
  /** Lowercase ISO 4217 code. */
  currency: z.string(),
  state: openSet<'offered' | 'paid'>().optional(),
});

const shareAction = openObject({ ...common, type: z.literal('share') });

const locationRequestAction = openObject({ ...common, type: z.literal('locationRequest') });

const otherAction = openObject({
  ...common,
  type: unlistedString,
  payload: z.string().optional(),
});

/** Opens a page. Source: Part B, "Action". */
export interface LinkAction extends z.output<typeof linkAction> {}

/** Opens a page inside the messenger. Source: Part B, "Action" and "Message action arguments". */
export interface WebviewAction extends z.output<typeof webviewAction> {}

/** Sends a `postback` event when tapped. Source: Part B, "Action". */
export interface PostbackAction extends z.output<typeof postbackAction> {}

/** Sends its text as a message with `payload` when tapped. Source: Part B, "Action". */
export interface ReplyAction extends z.output<typeof replyAction> {}

/** Takes a payment. Source: Part B, "Action". */
export interface BuyAction extends z.output<typeof buyAction> {}

/** Shares the item; it may have no text. Source: Part B, "Message action arguments". */
export interface ShareAction extends z.output<typeof shareAction> {}

/** Asks for the user's place. Source: Part B, "Action". */
export interface LocationRequestAction extends z.output<typeof locationRequestAction> {}

/** An action of a type that is not listed here. Source: Part A, "Versioning": new types appear at any time. */
export interface OtherAction extends z.output<typeof otherAction> {}

/** A button of a message or item, told apart by `type`. Source: Part B, "Action". */
export type Action =
  | LinkAction
  | WebviewAction
  | PostbackAction
  | ReplyAction
  | BuyAction
  | ShareAction
  | LocationRequestAction
  | OtherAction;

/** Schema of a `BuyAction`. Source: Part B, "Action". */
export const buyActionSchema: z.ZodType<BuyAction> = buyAction;

/** Schema of a `PostbackAction`. Source: Part B, "Action". */
export const postbackActionSchema: z.ZodType<PostbackAction> = postbackAction;

/** Schema of an `Action`. A known type needs its own fields: a link its `uri`, a postback its `payload`. Source: Part B, "Action". */
export const actionSchema: z.ZodType<Action> = openUnion(
  {
    link: linkAction as z.ZodType<LinkAction>,
    webview: webviewAction as z.ZodType<WebviewAction>,
    postback: postbackActionSchema,
    reply: replyAction as z.ZodType<ReplyAction>,
    buy: buyActionSchema,
    share: shareAction as z.ZodType<ShareAction>,
    locationRequest: locationRequestAction as z.ZodType<LocationRequestAction>,
  },
  otherAction as z.ZodType<OtherAction>,
);
