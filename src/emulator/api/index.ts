export { createApi } from './create-api.ts';
export { createApp } from './create-app.ts';
export { createKey } from './create-key.ts';
export { type ApiCall, createApiLog } from './log/api-log.ts';
export { routes } from './routes/index.ts';
