import express from 'express';
import type { StartContender } from '../protocol.ts';
import { createOurs } from './our-receiver.ts';

/** Ours in the Express app that the host has, on the server that Express makes. */
export const start: StartContender = (setup) =>
  express().use('/webhooks/messaging', createOurs(setup)).listen(0, '127.0.0.1');
