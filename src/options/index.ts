export { type GivenOptions, readInteger, readOptions } from './check-options.ts';
export { nearestTo } from './nearest.ts';
