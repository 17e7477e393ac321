export { type GivenOptions, hasMethods, readInteger, readOptions } from './check-options.ts';
export { type Duration, readDuration } from './duration.ts';
export { nearestTo } from './nearest.ts';
