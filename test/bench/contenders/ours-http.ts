import { createServer } from 'node:http';
import type { StartContender } from '../protocol.ts';
import { createOurs } from './our-receiver.ts';

/** Ours without Express. */
export const start: StartContender = (setup) => createServer(createOurs(setup)).listen(0, '127.0.0.1');
