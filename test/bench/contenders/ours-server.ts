import express from 'express';
import { createServer } from '../../../src/index.ts';
import type { StartContender } from '../protocol.ts';
import { createOurs } from './our-receiver.ts';

/** Ours in an Express app on our server. */
export const start: StartContender = (setup) =>
  createServer(express().use('/webhooks/messaging', createOurs(setup))).listen(0, '127.0.0.1');
