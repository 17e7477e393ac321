import express from 'express';
import type { StartContender } from '../protocol.ts';
import { importOptional } from './import-optional.ts';

interface StandardWebhooks {
  readonly Webhook: new (secret: string) => { verify(body: Buffer, headers: object): unknown };
}

/** `standardwebhooks` behind `express.raw()`. */
export const start: StartContender = async ({ secret }) => {
  const { Webhook } = await importOptional<StandardWebhooks>('standardwebhooks');
  const webhook = new Webhook(Buffer.from(secret).toString('base64'));
  const raw = express.raw({ type: '*/*' });
  return express()
    .post('/webhooks/messaging', raw, (request, response) => {
      webhook.verify(request.body as Buffer, request.headers);
      response.json({});
    })
    .listen(0, '127.0.0.1');
};
