import { createServer } from 'node:http';
import type { StartContender } from '../protocol.ts';
import { readJson } from './read-json.ts';

/** The ceiling: reads and parses the body, checks nothing, stores nothing. */
export const start: StartContender = () =>
  createServer((request, response) => readJson(request, () => response.end('{}'))).listen(0, '127.0.0.1');
