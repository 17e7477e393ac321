import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { isTrigger, schemas } from '../../../src/index.ts';
import type { StartContender } from '../protocol.ts';
import { readJson } from './read-json.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The ceiling with the checks: the secret, and our schema of the trigger. Stores nothing. */
export const start: StartContender = ({ secret }) => {
  const expected = digest(secret);
  return createServer((request, response) => {
    if (!timingSafeEqual(digest(String(request.headers['x-api-key'])), expected)) {
      response.writeHead(401).end();
      return;
    }
    readJson(request, (body) => {
      const { trigger } = body as { readonly trigger: unknown };
      const schema = isTrigger(trigger) ? (schemas[trigger] as { 'v1.1'?: Schema })['v1.1'] : undefined;
      response.writeHead(schema?.safeParse(body).success ? 200 : 400).end('{}');
    });
  }).listen(0, '127.0.0.1');
};

interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
}
