import express from 'express';
import type { StartContender } from '../protocol.ts';
import { importOptional } from './import-optional.ts';

interface Line {
  middleware(config: { readonly channelSecret: string }): express.RequestHandler;
}

/** `@line/bot-sdk` in an Express app, as its document shows. */
export const start: StartContender = async ({ secret }) => {
  const { middleware } = await importOptional<Line>('@line/bot-sdk');
  return express()
    .post('/webhooks/messaging', middleware({ channelSecret: secret }), (_request, response) => {
      response.json({});
    })
    .listen(0, '127.0.0.1');
};
