import fc from 'fast-check';
import type {
  CarouselMessage,
  FileMessage,
  FormMessage,
  FormResponseMessage,
  ImageMessage,
  ListMessage,
  LocationMessage,
  Message,
  OtherMessage,
  QuotedMessage,
  TextMessage,
} from '../../index.ts';
import { actions, items } from './buttons.ts';
import { formFields } from './forms.ts';
import { openObject } from './open-object.ts';
import { source } from './places.ts';
import { email, freeObject, id, openSetOf, text, unixSeconds, unlisted, url } from './values.ts';

const media = { mediaType: text, mediaSize: fc.nat(), altText: text };

const angle = (limit: number) =>
  fc.double({ min: -limit, max: limit, noNaN: true }).map((degrees) => degrees + 0);

const coordinates = openObject<LocationMessage['coordinates']>(
  { lat: angle(90), long: angle(180) },
  { _id: id },
);

const location = openObject<NonNullable<LocationMessage['location']>>({}, { address: text, name: text });

const displaySettings = openObject<NonNullable<CarouselMessage['displaySettings']>>(
  {},
  { imageAspectRatio: openSetOf('horizontal', 'square') },
);

const quotedByChannel: fc.Arbitrary<QuotedMessage> = fc.oneof(
  openObject<Extract<QuotedMessage, { externalMessageId: string }>>(
    { type: fc.constant('externalMessageId'), externalMessageId: id },
    {},
  ),
  openObject<Exclude<QuotedMessage, { type: 'message' | 'externalMessageId' }>>({ type: unlisted }, {}),
);

/** A message of every type: of one role, with what it may quote. */
function messageThat(
  role: fc.Arbitrary<string>,
  quotedMessage: fc.Arbitrary<QuotedMessage>,
): fc.Arbitrary<Message> {
  const must = { _id: id, role, authorId: id, received: unixSeconds };
  const may = {
    name: fc.option(text),
    avatarUrl: url,
    email,
    source,
    payload: text,
    actions,
    metadata: freeObject,
    quotedMessage,
    deleted: fc.boolean(),
  };
  const mayWithCards = { ...may, text, items };
  return fc.oneof(
    {
      weight: 4,
      arbitrary: openObject<TextMessage>({ ...must, type: fc.constant('text'), text }, { ...may, items }),
    },
    openObject<ImageMessage>(
      { ...must, type: fc.constant('image'), mediaUrl: url },
      { ...mayWithCards, ...media },
    ),
    openObject<FileMessage>(
      { ...must, type: fc.constant('file'), mediaUrl: url },
      { ...mayWithCards, ...media },
    ),
    openObject<LocationMessage>(
      { ...must, type: fc.constant('location'), coordinates },
      { ...mayWithCards, location },
    ),
    openObject<CarouselMessage>(
      { ...must, type: fc.constant('carousel'), items },
      { ...may, text, displaySettings },
    ),
    openObject<ListMessage>({ ...must, type: fc.constant('list'), items }, { ...may, text, displaySettings }),
    openObject<FormMessage>(
      { ...must, type: fc.constant('form'), fields: formFields },
      { ...mayWithCards, blockChatInput: fc.boolean(), submitted: fc.boolean() },
    ),
    openObject<FormResponseMessage>(
      { ...must, type: fc.constant('formResponse'), fields: formFields },
      { ...mayWithCards, textFallback: text },
    ),
    openObject<OtherMessage>(must, {
      ...mayWithCards,
      ...media,
      type: fc.oneof(fc.constantFrom('audio' as const, 'video' as const, 'interactive' as const), unlisted),
      mediaUrl: url,
      coordinates,
    }),
  );
}

const roles = openSetOf('appUser', 'appMaker', 'whisper');

const quotedMessage: fc.Arbitrary<QuotedMessage> = fc.oneof(
  openObject<Extract<QuotedMessage, { content: Message }>>(
    { type: fc.constant('message'), content: messageThat(roles, quotedByChannel) },
    {},
  ),
  quotedByChannel,
);

/** A message, as event lists hold it. */
export const message: fc.Arbitrary<Message> = messageThat(roles, quotedMessage);

/** One to three messages of a role, or now and then of a role that nobody knows, with an id each. */
export function messagesBy(role: 'appUser' | 'appMaker'): fc.Arbitrary<Message[]> {
  const played = role === 'appMaker' ? openSetOf('appMaker', 'whisper') : openSetOf('appUser');
  return fc.uniqueArray(messageThat(played, quotedMessage), {
    minLength: 1,
    maxLength: 3,
    selector: ({ _id }) => _id,
  });
}
