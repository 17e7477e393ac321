/** What a receiver process does. */
export interface ReceiverScript {
  readonly redisUrl: string;
  readonly port: number;
  readonly prefix?: string;
  /** How long each run of its worker takes, in milliseconds. Without it there is no worker. */
  readonly workMs?: number;
  /** How long its worker's runs may go on after SIGTERM, in milliseconds. */
  readonly graceMs?: number;
}

/** Where it is mounted. */
export const HOOK_PATH = '/webhooks/messaging';

/** The secret that it knows. */
export const SECRET = 'Rk2x9vQ-7tHnB4wLc0Ze';
