import { createServer, type RequestListener } from 'node:http';
import type { StartContender } from '../protocol.ts';
import { importOptional } from './import-optional.ts';

interface Octokit {
  readonly Webhooks: new (options: {
    readonly secret: string;
  }) => { on(event: string, handler: () => void): void };
  createNodeMiddleware(webhooks: object, options: { readonly path: string }): RequestListener;
}

/** `@octokit/webhooks` on `node:http`, as its document shows. */
export const start: StartContender = async ({ secret }) => {
  const { Webhooks, createNodeMiddleware } = await importOptional<Octokit>('@octokit/webhooks');
  const webhooks = new Webhooks({ secret });
  webhooks.on('issues', () => {});
  return createServer(createNodeMiddleware(webhooks, { path: '/webhooks/messaging' })).listen(0, '127.0.0.1');
};
