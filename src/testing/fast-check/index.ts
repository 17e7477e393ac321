export { arbitraryEvent } from './arbitrary-event.ts';
