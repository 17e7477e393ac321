import { createHash, timingSafeEqual } from 'node:crypto';
import { Queue } from 'bullmq';
import express from 'express';
import { Redis } from 'ioredis';
import { z } from 'zod';

const entity = z.object({ _id: z.string() });
const typed = z.object({ type: z.string() });
const base = { version: z.string(), app: entity, appUser: entity, conversation: entity.optional() };
const deliveries = z.literal([
  'message:delivery:channel',
  'message:delivery:user',
  'message:delivery:failure',
]);
const conversations = z.literal(['conversation:start', 'conversation:read', 'conversation:referral']);
const eventSchema = z.discriminatedUnion('trigger', [
  z.object({ ...base, trigger: z.literal('message:appUser'), messages: z.array(entity.extend(typed.shape)) }),
  z.object({ ...base, trigger: deliveries, message: entity, destination: typed, timestamp: z.number() }),
  z.object({ ...base, trigger: conversations, timestamp: z.number() }),
  z.object({ ...base, trigger: z.literal('postback'), postbacks: z.array(z.object({ action: typed })) }),
]);

/** What the calls for one event have in common. A postback has nothing of the kind. */
function dedupIdOf(event: z.infer<typeof eventSchema>): string | undefined {
  if ('messages' in event) return `${event.trigger}:${event.messages.map(({ _id }) => _id).join(',')}`;
  if ('message' in event) return `${event.trigger}:${event.message._id}:${event.destination.type}`;
  return 'timestamp' in event ? `${event.trigger}:${event.appUser._id}:${event.timestamp}` : undefined;
}

export function createHandWritten(redisUrl: string, secret: string): express.Express {
  const backoff = { type: 'exponential', delay: 1_000 };
  const defaultJobOptions = { attempts: 5, backoff, removeOnComplete: true };
  const queue = new Queue('webhooks', { connection: new Redis(redisUrl), defaultJobOptions });
  const digest = (text = '') => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  const checkSecret: express.RequestHandler = (req, res, next) =>
    timingSafeEqual(digest(req.get('x-api-key')), expected) ? next() : void res.sendStatus(401);
  return express().post('/webhooks/messaging', checkSecret, express.json(), async (req, res) => {
    const { success, data: event } = eventSchema.safeParse(req.body);
    if (!success) return void res.status(400).json({ error: 'not an event' });
    const id = dedupIdOf(event);
    await queue.add(event.trigger, req.body, id ? { deduplication: { id, ttl: 3_600_000 } } : {});
    res.json({ received: true });
  });
}
