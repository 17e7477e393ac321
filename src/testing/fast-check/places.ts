import fc from 'fast-check';
import type {
  Activity,
  ChannelError,
  ChannelErrorCode,
  Destination,
  ExternalMessage,
  MatchResult,
  Reference,
  Referral,
  Source,
} from '../../index.ts';
import { openObject } from './open-object.ts';
import { appUser, client } from './people.ts';
import { channel, id, json, openSetOf, text, unixSeconds } from './values.ts';

export const reference = openObject<Reference>({ _id: id }, {});

export const externalMessage = openObject<ExternalMessage>({ id }, {});

export const source = openObject<Source>(
  { type: channel },
  {
    id,
    integrationId: id,
    originalMessageId: id,
    originalMessageTimestamp: fc.oneof(unixSeconds, unixSeconds.map(String)),
    group: json,
    intent: json,
  },
);

export const destination = openObject<Destination>(
  { type: channel },
  { id, integrationId: id, destinationId: id },
);

export const referral = openObject<Referral>(
  { code: text },
  {
    details: openObject<NonNullable<Referral['details']>>(
      {},
      {
        source: openSetOf('MESSENGER_CODE', 'ADS'),
        type: openSetOf('OPEN_THREAD'),
        adId: id,
        ad_id: id,
      },
    ),
  },
);

/** The channel's own error in its four shapes, or in another. */
const underlyingError = fc.oneof(
  openObject<{ errors: object[] }>(
    { errors: fc.array(openObject<{ code: number; title: string }>({ code: fc.nat(), title: text }, {})) },
    {},
  ),
  openObject<{ code: number; message: string }>({ code: fc.nat(), message: text }, {}),
  openObject<{ ok: string; error_code: number; description: string }>(
    { ok: fc.constant('False'), error_code: fc.nat(), description: text },
    {},
  ),
  openObject<{ message: string }>({ message: text }, {}),
  json,
);

export const channelError = openObject<ChannelError>(
  {
    code: openSetOf<ChannelErrorCode>(
      'aborted',
      'blocked',
      'bad_request',
      'delivery_timeout',
      'forbidden',
      'not_found',
      'rate_limited',
      'service_internal_error',
      'service_unavailable',
      'template_unavailable',
      'too_many_errors',
      'unauthorized',
      'uncategorized_error',
    ),
  },
  { message: text, underlyingError },
);

export const matchResult = openObject<MatchResult>({}, { appUser, conversation: reference, client });

export const activity = openObject<Activity>(
  { type: openSetOf('typing:start', 'typing:stop') },
  { role: openSetOf('appUser', 'appMaker'), source },
);
