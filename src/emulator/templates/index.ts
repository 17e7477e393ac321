export { templateRoutes } from './routes.ts';
export { expandShorthand } from './shorthand.ts';
