import { createHmac } from 'node:crypto';

/** A JSON Web Token of `payload`, signed with HS256. Source: Part A, "Authentication", "JWT rules". */
export function signToken(keyId: string, secret: string, payload: object): string {
  const head = `${encode({ alg: 'HS256', typ: 'JWT', kid: keyId })}.${encode(payload)}`;
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
