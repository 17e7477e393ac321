export type {
  ExtraChannelOptions,
  NewAction,
  NewBuyAction,
  NewItemAction,
  NewLinkAction,
  NewLocationRequestAction,
  NewPostbackAction,
  NewReplyAction,
  NewShareAction,
  NewWebviewAction,
} from './action.ts';
export type { App, AppList, AppQuery, AppSettings, AppUpdate, NewApp } from './app.ts';
export type { AppUserMerge, AppUserUpdate, NewAppUser, Properties } from './app-user.ts';
export type { Attachment, NewAttachment, Upload, UploadProgress, UploadSource } from './attachment.ts';
export type { BusinessSystem, ChannelEntity, LinkRequest, LinkRequestQuery } from './channel.ts';
export type {
  ChannelLink,
  ImmediateConfirmation,
  MailgunLink,
  MessengerLink,
  PromptConfirmation,
  SmsLink,
  UserActivityConfirmation,
  WhatsappLink,
} from './channel-link.ts';
export type { Conversation, NewActivity } from './conversation.ts';
export type { NewEmailField, NewFormField, NewSelectField, NewTextField } from './form-field.ts';
export type { NewImage } from './image.ts';
export type {
  BusinessProfile,
  Integration,
  IntegrationList,
  IntegrationQuery,
  IntegrationType,
  IntegrationUpdate,
  NewIntegration,
} from './integration.ts';
export type { IntegrationFields, WebFields } from './integration-fields.ts';
export type { NewItem } from './item.ts';
export type { Key, NewKey } from './key.ts';
export type { ListQuery } from './list-query.ts';
export type { Menu, MenuItem, MenuSettings, NewMenu, NewMenuItem } from './menu.ts';
export type {
  AppMakerAuthor,
  AppUserAuthor,
  FormContent,
  ItemsContent,
  LocationContent,
  MediaContent,
  MessageList,
  NativeContent,
  NewMessage,
  NewMessageContent,
  NewMessageType,
  PostedMessage,
  TextContent,
} from './message.ts';
export type { Metadata } from './metadata.ts';
export type { NewNotification, Notification } from './notification.ts';
export type { NewTemplate, Template, TemplateList, TemplateUpdate } from './template.ts';
export type { NewWebhook, Webhook, WebhookTrigger, WebhookUpdate } from './webhook.ts';
