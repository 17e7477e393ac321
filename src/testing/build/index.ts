export { build } from './build.ts';
export type { BuildOptions } from './build-options.ts';
export type { MessageFields } from './messages.ts';
export type { Overrides } from './overrides.ts';
