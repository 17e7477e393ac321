export { createEndUser } from './create-end-user.ts';
export type { ButtonRef, EndUser, MessageFilter, SayContent, WaitOptions } from './end-user.ts';
export type { EndUserOptions } from './options.ts';
