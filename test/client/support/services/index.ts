import { emulated } from './emulated.ts';
import { scripted } from './scripted.ts';

export type { Service, Trouble } from './service.ts';

/** The services that a test of the client runs against: for `describe.each`. */
export const services = [scripted, emulated];
