export { type GivenOptions, hasMethods, readInteger, readOptions } from './check-options.ts';
export { nearestTo } from './nearest.ts';
