export { ensureIntegration } from './create-integration.ts';
export { integrationRoutes } from './routes.ts';
export { setIntegrationStatus } from './set-status.ts';
