export type { Auth, KeyScope } from './auth.ts';
export { type ApiKey, basicAuth } from './basic-auth.ts';
export { bearerAuth, type TokenProvider } from './bearer-auth.ts';
export { type JwtAuthOptions, jwtAuth } from './jwt-auth.ts';
export { signUserToken, type UserTokenOptions } from './sign-user-token.ts';
