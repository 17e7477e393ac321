export { createAuthCode, redeemAuthCode } from './auth-code.ts';
export { redeemLinkCode } from './link-request.ts';
export { linkRoutes } from './routes.ts';
export { startLink } from './start-link.ts';
export { userActed } from './user-acted.ts';
