import type { NewMessage } from './message.ts';

/** The link is complete at once or, when there is a message, as soon as it is delivered. Source: Part A, "Link a channel". */
export interface ImmediateConfirmation {
  readonly type: 'immediate';
  readonly message?: NewMessage;
}

/** The link is complete when the user acts upon the message. Source: Part A, "Link a channel". */
export interface UserActivityConfirmation {
  readonly type: 'userActivity';
  readonly message: NewMessage;
}

/** The service asks the user in its own words; the answer decides. Source: Part A, "Link a channel". */
export interface PromptConfirmation {
  readonly type: 'prompt';
}

interface AnyLink {
  /** Must match `type`; needed when several integrations do. */
  readonly integrationId?: string;
  /** Whether the new client becomes the preferred channel. Default of the service: yes. */
  readonly primary?: boolean;
}

interface PhoneLink extends AnyLink {
  /** With `+` and country code; spaces and dashes may stand between: `+1 212-555-2368`. */
  readonly phoneNumber: string;
}

/** Links a phone number by SMS. Source: Part A, "Link a channel". */
export interface SmsLink extends PhoneLink {
  readonly type: 'twilio' | 'messagebird';
  readonly confirmation: ImmediateConfirmation | UserActivityConfirmation | PromptConfirmation;
}

/** Links a phone number on the business messaging channel. Source: Part A, "Link a channel". */
export interface WhatsappLink extends PhoneLink {
  readonly type: 'whatsapp';
  readonly confirmation: ImmediateConfirmation | UserActivityConfirmation;
}

/**
 * Links a user of the social messaging channel by phone number; older behavior of the service.
 * Source: Part A, "Link a channel"; the entity: the service's public documentation.
 */
export interface MessengerLink extends PhoneLink {
  readonly type: 'messenger';
  readonly confirmation: ImmediateConfirmation | UserActivityConfirmation;
  /** Narrows the search. */
  readonly givenName?: string;
  /** Narrows the search. */
  readonly surname?: string;
}

/** Links an e-mail address; older behavior of the service. Source: Part A, "Link a channel"; the entity: the service's public documentation. */
export interface MailgunLink extends AnyLink {
  readonly type: 'mailgun';
  readonly address: string;
  readonly confirmation: ImmediateConfirmation;
  /** Default of the service: tells of a new message from the app. */
  readonly subject?: string;
}

/** A channel to link, told apart by `type`. Channels that have no way to name a user cannot be linked. Source: Part A, "Link a channel". */
export type ChannelLink = SmsLink | WhatsappLink | MessengerLink | MailgunLink;
