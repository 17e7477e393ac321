import { createHash } from 'node:crypto';
import { channelOf } from '../channels/index.ts';
import { ApiError } from '../world/index.ts';

/** What a link goes by: `criteria` as the link events give it, and the address that the client gets. */
interface LinkAddress {
  readonly criteria: Record<string, string>;
  readonly externalId: string;
}

/** The fields of a link's body that name the user on the channel. */
interface AddressFields {
  readonly phoneNumber?: string | undefined;
  readonly address?: string | undefined;
  readonly givenName?: string | undefined;
  readonly surname?: string | undefined;
}

/**
 * Whom to link: an e-mail address for channels of that form, a phone number for all others, with names beside it where the channel searches by them.
 * Throws `bad_request` for what is missing or wrong. Source: Part A, "Link a channel"; `address`: the service's public documentation.
 */
export function readAddress(platform: string, fields: AddressFields): LinkAddress {
  const form = channelOf(platform).address;
  if (form === 'email') {
    const address = readEmail(fields.address);
    return { criteria: { address }, externalId: address };
  }
  const phoneNumber = readPhoneNumber(fields.phoneNumber);
  if (form === 'phone') return { criteria: { phoneNumber }, externalId: phoneNumber };
  if (form === 'plainPhone') return { criteria: { phoneNumber }, externalId: phoneNumber.slice(1) };
  const { givenName, surname } = fields;
  const names = { ...(givenName !== undefined && { givenName }), ...(surname !== undefined && { surname }) };
  return { criteria: { phoneNumber, ...names }, externalId: findAddress(phoneNumber) };
}

/** Channels that know their users by another id find it by number, always the same one: the same person is found again. */
function findAddress(phoneNumber: string): string {
  const digits = Number.parseInt(createHash('sha256').update(phoneNumber).digest('hex').slice(0, 13), 16);
  return String(digits).padStart(16, '1');
}

/**
 * The number without what may stand between its digits. Brackets and dots pass as well as Part A's spaces and dashes; 7 to 15 digits are our
 * reading of "country code", 15 being the most that a phone number has.
 */
function readPhoneNumber(text: string | undefined): string {
  const number = text?.replace(/[ ().-]/g, '') ?? '';
  if (/^\+[1-9]\d{6,14}$/.test(number)) return number;
  throw new ApiError('bad_request', 'phoneNumber: must begin with + and the country code');
}

function readEmail(text: string | undefined): string {
  if (text !== undefined && /^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw new ApiError('bad_request', 'address: must be an e-mail address');
}
