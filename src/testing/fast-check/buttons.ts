import fc from 'fast-check';
import type {
  Action,
  BuyAction,
  Item,
  LinkAction,
  LocationRequestAction,
  OtherAction,
  PostbackAction,
  ReplyAction,
  ShareAction,
  WebviewAction,
} from '../../index.ts';
import { openObject } from './open-object.ts';
import { fewOf, freeObject, id, openSetOf, text, unlisted, url } from './values.ts';

const uri = fc.oneof({ weight: 4, arbitrary: url }, { weight: 1, arbitrary: fc.constant('') });

/** What every action may have beside a `uri`, which some must have. */
const button = { text, metadata: freeObject, extraChannelOptions: freeObject };

const common = { ...button, uri };

export const postbackAction = openObject<PostbackAction>(
  { _id: id, type: fc.constant('postback'), payload: text },
  common,
);

export const buyAction = openObject<BuyAction>(
  {
    _id: id,
    type: fc.constant('buy'),
    amount: fc.nat(),
    currency: fc.constantFrom('eur', 'usd', 'jpy'),
  },
  { ...common, state: openSetOf('offered', 'paid') },
);

/** An action of each type. */
const action: fc.Arbitrary<Action> = fc.oneof(
  openObject<LinkAction>({ _id: id, type: fc.constant('link'), uri }, { ...button, default: fc.boolean() }),
  openObject<WebviewAction>(
    { _id: id, type: fc.constant('webview'), uri },
    {
      ...button,
      fallback: url,
      size: openSetOf('compact', 'tall', 'full'),
      default: fc.boolean(),
      openOnReceive: fc.boolean(),
    },
  ),
  postbackAction,
  openObject<ReplyAction>(
    { _id: id, type: fc.constant('reply'), payload: text },
    { ...common, iconUrl: url },
  ),
  buyAction,
  openObject<ShareAction>({ _id: id, type: fc.constant('share') }, common),
  openObject<LocationRequestAction>({ _id: id, type: fc.constant('locationRequest') }, common),
  openObject<OtherAction>({ _id: id, type: unlisted }, { ...common, payload: text }),
);

export const actions = fewOf(action);

export const items: fc.Arbitrary<Item[]> = fewOf(
  openObject<Item>(
    { title: text },
    {
      _id: id,
      description: text,
      mediaUrl: url,
      mediaType: text,
      size: openSetOf('compact', 'large'),
      actions,
      metadata: freeObject,
    },
  ),
);
