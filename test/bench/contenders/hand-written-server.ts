import { createServer } from '../../../src/index.ts';
import type { StartContender } from '../protocol.ts';
import { createHandWritten } from './hand-written-app.ts';

/** The same receiver on our server. */
export const start: StartContender = ({ redisUrl, secret }) =>
  createServer(createHandWritten(redisUrl, secret)).listen(0, '127.0.0.1');
