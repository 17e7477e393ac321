export { type FireOptions, fireTrigger } from './fire/fire-trigger.ts';
export { type EventBody, renderEvents } from './render-events.ts';
