import { type AttemptRecord, createEmulator, type DeliveryRecord } from '../../src/emulator/index.ts';
import { type Attempt, createSender, type Target, type Verdict } from '../../src/testing/index.ts';
import type { RunService } from './run-sender.ts';

/** The 15 minutes of the service's policy in 15 seconds, in milliseconds after the first attempt. */
const SCHEDULE_MS = [0, 1_000, 3_000, 7_000, 15_000];

/** Stands for the 20 s after which the service gives up. Longer than any answer may take, so that a late one is seen as late. */
const SILENCE_MS = 5_000;

/** What the service is to call. */
export interface RunServiceOptions {
  readonly target: Target;
  readonly secret: string;
  readonly scheduleMs?: readonly number[];
}

/** The sender of the testing kit as the service. */
export function createKitService({
  target,
  secret,
  scheduleMs = SCHEDULE_MS,
}: RunServiceOptions): RunService {
  const service = createSender({ target, secret, scheduleMs, timeoutMs: SILENCE_MS });
  const repeater = createSender({ target, secret, scheduleMs: [0], timeoutMs: SILENCE_MS });
  return {
    windowMs: Number(scheduleMs.at(-1)),
    async deliver(body, duplicated) {
      const bytes = Buffer.from(body);
      const { attempts, verdict } = await service.send(bytes, { faults: duplicated ? ['duplicate'] : [] });
      return { attempts, verdict, repeat: async () => (await repeater.send(bytes)).attempts };
    },
  };
}

/** The emulator as the service, with a webhook for each version. A body goes through its deliveries as if it had been recorded. */
export async function createEmulatorService({
  target,
  secret,
  scheduleMs = SCHEDULE_MS,
}: RunServiceOptions): Promise<RunService> {
  const emulator = createEmulator({ scheduleMs, timeoutMs: SILENCE_MS, probe: false });
  await emulator.seed({
    webhooks: (['v1', 'v1.1'] as const).map((version) => ({ target, version, secret, triggers: ['*'] })),
  });
  const { deliveries } = emulator;

  const ended = (id: string): Promise<DeliveryRecord> =>
    deliveries.waitFor({ id, where: ({ state }) => state !== 'pending' }, { timeoutMs: 10 * 60_000 });

  return {
    windowMs: Number(scheduleMs.at(-1)),
    async deliver(body, duplicated) {
      const [first, ...others] = await deliveries.replay(JSON.parse(body) as object);
      if (first === undefined) throw new Error('The emulator has sent nothing.');
      const beside = duplicated ? await deliveries.duplicate(first.id) : undefined;
      const records = await Promise.all([first, ...others].map(({ id }) => ended(id)));
      // A body of an unknown version goes to both webhooks: the second is a repeat of the first.
      const attempts = records.flatMap((record, index) =>
        record.attempts.map((attempt) => toAttempt(attempt, index > 0)),
      );
      const seen = new Set(attempts.map(({ atMs, number, duplicate }) => `${number} ${atMs} ${duplicate}`));
      if (beside && !seen.has(`${beside.number} ${beside.atMs} true`)) attempts.push(toAttempt(beside, true));
      return {
        attempts,
        verdict: records[0]?.state as Verdict,
        repeat: async () => [toAttempt(await deliveries.duplicate(first.id), true)],
      };
    },
  };
}

function toAttempt(
  { number, atMs, afterMs, tookMs, outcome, duplicate }: AttemptRecord,
  repeated: boolean,
): Attempt {
  return { number, atMs, afterMs, tookMs, outcome, fault: 'none', duplicate: duplicate || repeated };
}
