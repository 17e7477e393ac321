export type { ReplayOptions } from './options.ts';
export { type ReplayAnswer, replay } from './replay.ts';
