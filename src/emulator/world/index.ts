export { ApiError, type ApiErrorCode, apiErrorStatuses } from './api-error.ts';
export { findApp, findIntegration, findUser, findWebhook } from './find.ts';
export type { Happening } from './happening.ts';
export { createIds } from './ids.ts';
export type * from './records.ts';
export { toIsoTime, toUnixSeconds } from './times.ts';
export type { World } from './world.ts';
