// Gives the tests a real Redis: REDIS_URL when it is set, else a private server.
import { findRedis, type RunningRedis, startRedis } from './redis.ts';

declare global {
  var testRedis: RunningRedis | undefined;
}

export default async function setup(): Promise<void> {
  const found = findRedis((message) => console.log(`\n[redis] ${message}`));
  // For the stories that stop and start a server of their own.
  if (found) process.env['TEST_REDIS_SERVER'] = JSON.stringify(found);
  if (process.env['REDIS_URL']) {
    process.env['TEST_REDIS_URL'] = process.env['REDIS_URL'];
    return;
  }
  const missing = '[redis] none found and none could be fetched';
  if (!found && process.env['REQUIRE_REDIS'] === '1') throw new Error(`${missing}, and REQUIRE_REDIS=1`);
  if (!found) {
    console.warn(`\n${missing}: the Redis tests are SKIPPED\n`);
    return;
  }
  globalThis.testRedis = await startRedis(found);
  process.env['TEST_REDIS_URL'] = globalThis.testRedis.url;
}
