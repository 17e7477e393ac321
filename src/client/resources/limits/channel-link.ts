import { OptionsError } from '../../../errors/index.ts';
import type { ChannelLink } from '../../types/channel-link.ts';
import { readBody } from './body.ts';
import { readMessage } from './message.ts';

/** `body` when it has a confirmation that suits it, and a phone number, if any, with `+`. Source: Part A, "Link a channel". */
export function readChannelLink(body: ChannelLink): ChannelLink {
  const { confirmation } = readBody(body, 'link');
  const { type } = readBody(confirmation, 'confirmation');
  if ('phoneNumber' in body) checkPhoneNumber(body.phoneNumber);
  const message = 'message' in confirmation ? confirmation.message : undefined;
  if (message !== undefined) readMessage(message);
  else if (type === 'userActivity') {
    throw new OptionsError('A confirmation by userActivity must have a message.');
  }
  return body;
}

/** Spaces and dashes are the service's own examples; brackets and dots are common, and harm nothing. */
function checkPhoneNumber(phoneNumber: unknown): void {
  if (typeof phoneNumber !== 'string' || !/^\+[\d ().-]*\d[ ().-]*$/.test(phoneNumber)) {
    throw new OptionsError('phoneNumber must begin with + and the country code, such as +1 212-555-2368.');
  }
}
