export { type AnyEvent, createRouter, type Router } from './create-router.ts';
export type {
  BaseHandlerOptions,
  DeliveryInfo,
  EventFor,
  Handler,
  HandlerContext,
  HandlerOptions,
  Jsonified,
  VersionFor,
} from './handler.ts';
export type { RegisteredHandler, Registration } from './registration.ts';
export { type DeliveryRun, type HandlerResult, runHandlers } from './run-handlers.ts';
