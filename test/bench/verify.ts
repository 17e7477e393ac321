import { runLoad } from './load.ts';
import { check200, type Entrant, takeIds } from './turn.ts';

/** What a contender that stores made of some calls, and of the same calls again. */
export interface Verification {
  readonly sent: number;
  /** Events that are in exactly one job. */
  readonly storedOnce: number;
  /** Jobs after the same calls once more: an event without an id of its own, a postback, is another one then. */
  readonly storedAfterRepeat: number;
}

const CALLS = 400;
const CONNECTIONS = 10;

/** Sends some calls twice and looks at what is in Redis. Throws when one is not answered 200, or is not there exactly once. */
export async function verify({ info, process, database }: Entrant): Promise<Verification | undefined> {
  const load = {
    port: process.port,
    connections: CONNECTIONS,
    templates: info.requests(),
    firstId: takeIds(CALLS),
    seconds: 30,
    count: CALLS,
  };
  await database?.reset();
  check200(info.name, await runLoad(load));
  if (!database) return undefined;
  const jobs = await database.readWaitingIds();
  const ids = new Set(jobs.filter((found) => found.length === 1).flat());
  if (jobs.length !== CALLS || ids.size !== CALLS)
    throw new Error(`${info.name} has ${jobs.length} jobs with ${ids.size} ids after ${CALLS} new events.`);
  check200(info.name, await runLoad(load));
  const storedAfterRepeat = await database.countWaiting();
  await database.reset();
  return { sent: CALLS, storedOnce: ids.size, storedAfterRepeat };
}
