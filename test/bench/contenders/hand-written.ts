import type { StartContender } from '../protocol.ts';
import { createHandWritten } from './hand-written-app.ts';

/** The receiver that one writes with Express, zod and BullMQ, as their documents teach. */
export const start: StartContender = ({ redisUrl, secret }) =>
  createHandWritten(redisUrl, secret).listen(0, '127.0.0.1');
