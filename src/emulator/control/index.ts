export { createControl } from './create-control.ts';
