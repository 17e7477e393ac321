export { createServer } from './create-server.ts';
export type { ServerOptions } from './options.ts';
