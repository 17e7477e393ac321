export { menuOf, menuRoutes } from './routes.ts';
