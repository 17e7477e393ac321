import { createHmac } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../events/index.ts';
import { isSameText } from './is-same-text.ts';

/** A token taken apart. Nothing of it is proved before `isSignedWith` says so. */
interface Token {
  readonly head: JsonObject;
  readonly payload: JsonObject;
  /** What the signature is of. */
  readonly signed: string;
  readonly signature: string;
}

/** Takes a JSON Web Token apart; `undefined` for what is none. */
export function parseToken(text: string): Token | undefined {
  const [head = '', payload = '', signature, ...rest] = text.split('.');
  if (signature === undefined || rest.length > 0) return undefined;
  const [decodedHead, decodedPayload] = [decode(head), decode(payload)];
  if (decodedHead === undefined || decodedPayload === undefined) return undefined;
  return { head: decodedHead, payload: decodedPayload, signed: `${head}.${payload}`, signature };
}

/** Whether the holder of `secret` has signed the token, with HS256. */
export function isSignedWith({ signed, signature }: Token, secret: string): boolean {
  return isSameText(signature, sign(signed, secret));
}

/** A token of `payload`, signed with HS256. Source: Part A, "Authentication", "JWT rules". */
export function signToken(keyId: string, secret: string, payload: object): string {
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid: keyId })}.${encode(payload)}`;
  return `${signed}.${sign(signed, secret)}`;
}

function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decode(part: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
