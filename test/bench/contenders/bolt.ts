import type { Server } from 'node:http';
import type { StartContender } from '../protocol.ts';
import { importOptional } from './import-optional.ts';

interface Bolt {
  readonly App: new (
    options: object,
  ) => {
    message(handler: () => Promise<void>): void;
    start(options: { readonly port: number; readonly host: string }): Promise<Server>;
  };
  readonly HTTPReceiver: new (options: {
    readonly signingSecret: string;
    readonly endpoints: string;
  }) => object;
}

/** `@slack/bolt` on its HTTP receiver. The token is given by `authorize`, so that no call leaves the machine. */
export const start: StartContender = async ({ secret }) => {
  const { App, HTTPReceiver } = await importOptional<Bolt>('@slack/bolt');
  const receiver = new HTTPReceiver({ signingSecret: secret, endpoints: '/webhooks/messaging' });
  const authorize = async () => ({ botToken: 'xoxb-none', botId: 'B1', botUserId: 'U2' });
  const app = new App({ receiver, authorize, logLevel: 'error' });
  app.message(async () => {});
  return app.start({ port: 0, host: '127.0.0.1' });
};
