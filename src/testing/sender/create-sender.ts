import { OptionsError } from '../../errors/index.ts';
import { readInteger, readOptions } from '../../options/index.ts';
import { createRandom } from '../random.ts';
import { createAwaitAnswers } from './await-answers.ts';
import { type Attempt, type DeliverSettings, deliver, type SentDelivery } from './deliver.ts';
import { createFaultDraw, type FaultName, type RandomFaults, readFaults } from './faults.ts';
import { readSenderOptions, type SenderOptions, type Webhook } from './options.ts';
import { type Parcel, type Sendable, toParcel } from './payload.ts';
import { type Probe, probeWebhook } from './probe.ts';
import { type DeliveryRecord, makeReport, type SenderReport } from './report.ts';
import type { Transport } from './transport.ts';

/** Options of `sender.send`. */
export interface SendOptions {
  /** What goes wrong with each attempt, in order: `['loseResponse', 'cut']` spoils the first and the second, and no other. */
  readonly faults?: readonly FaultName[] | undefined;
}

/** Options of `sender.sendAll`. */
export interface SendAllOptions {
  /** A seed: sends in another order, the same one for the same seed. */
  readonly shuffle?: number | undefined;
  /** Draws faults for all attempts. */
  readonly randomFaults?: RandomFaults | undefined;
}

/** Sends events as the service does. */
export interface Sender {
  /**
   * Sends one event and calls again, with the same bytes and headers, until the service would stop. The first call is under way when it
   * returns; the promise resolves when the last has ended and no port is open. Rejects with an `OptionsError` alone.
   */
  send(sendable: Sendable, options?: SendOptions): Promise<SentDelivery>;
  /** Sends several events at the same time, each as `send` does. What became of them comes in the order of the list, however shuffled. */
  sendAll(sendables: readonly Sendable[], options?: SendAllOptions): Promise<SentDelivery[]>;
  /**
   * Asks whether the targets are there, as the service does before it stores a webhook: with `HEAD` and no secret, and if that is not
   * answered 2xx, again at `/`. What the service takes for a good answer is unknown; 2xx is our guess.
   */
  probe(): Promise<Probe>;
  /** What the service would believe at this moment. */
  report(): SenderReport;
}

/**
 * Makes a sender that behaves like the service: 5 attempts in 15 minutes, 20 seconds for an answer, 400, 401, 403, 404 and 406
 * final, anything else outside 2xx called again, the same bytes each time. Faults can be ordered. Source: Part A, "Delivery policy"; the
 * intervals are inferred.
 *
 * With a manual clock the 15 minutes pass in milliseconds and every time is exact. A receiver is then called without sockets. An app or a URL
 * answers in real time, in which the clock stands still: its `advance` waits for the answer, for up to two real seconds. A receiver
 * is not waited for, so one with a queue in Redis is better called through an app.
 *
 * ```ts
 * const clock = createManualClock();
 * const sender = createSender({ target: receiver, secret, clock });
 * const sending = sender.send('v1.1/message.appUser/text', { faults: ['loseResponse'] });
 * await clock.advance(60_000);
 * (await sending).attempts.map(({ outcome }) => outcome); // ['reset', 200]
 * ```
 */
export function createSender(options: SenderOptions): Sender {
  const settings = readSenderOptions(options);
  const { webhooks, header, scheduleMs } = settings;
  const awaitAnswers = createAwaitAnswers(settings.clock);
  const records: DeliveryRecord[] = [];

  /** Runs `work`, and is done when its connections and ports are closed as well. */
  async function enclose<Result>(
    transport: Transport,
    work: (settings: DeliverSettings) => Promise<Result>,
  ): Promise<Result> {
    const calls: Promise<unknown>[] = [];
    const track = (call: Promise<unknown>) => {
      calls.push(call);
      if (!transport.inProcess) awaitAnswers(call);
    };
    const result = await work({ ...settings, track });
    await Promise.all(calls);
    await transport.closed();
    return result;
  }

  async function sendParcel(parcel: Parcel, faults: readonly FaultName[]): Promise<SentDelivery> {
    const { version, secret, transport } = findWebhook(webhooks, parcel);
    const { name, body } = parcel;
    const attempts: Attempt[] = [];
    const delivery = { name, version, body, attempts };
    const index = records.push({ ...delivery, verdict: undefined }) - 1;
    const call = { method: 'POST', headers: makeHeaders(body, header, secret), body } as const;
    return enclose(transport, async (callSettings) => {
      const verdict = await deliver(transport, call, faults, attempts, callSettings);
      const sent = { ...delivery, verdict };
      records[index] = sent;
      return sent;
    });
  }

  return {
    async send(sendable, given = {}) {
      readOptions(given, ['faults'], 'send');
      return sendParcel(toParcel(sendable), readFaults(given.faults ?? [], scheduleMs.length));
    },
    async sendAll(sendables, given = {}) {
      const { shuffle, randomFaults } = readOptions(given, ['shuffle', 'randomFaults'], 'sendAll');
      if (!Array.isArray(sendables))
        throw new OptionsError('sendAll takes a list; for one event there is send.');
      const draw = createFaultDraw(randomFaults ?? { seed: 0, rate: 0 }, scheduleMs.length);
      const planned = sendables.map((sendable: Sendable, index) => {
        const parcel = toParcel(sendable);
        findWebhook(webhooks, parcel);
        return { index, parcel, faults: draw() };
      });
      const ordered =
        shuffle === undefined ? planned : createRandom(readInteger(shuffle, 'shuffle', 0)).shuffle(planned);
      const sending: Promise<SentDelivery>[] = [];
      for (const { index, parcel, faults } of ordered) sending[index] = sendParcel(parcel, faults);
      return Promise.all(sending);
    },
    async probe() {
      const probes = await Promise.all(
        webhooks.map(({ transport }) =>
          enclose(transport, (callSettings) => probeWebhook(transport, callSettings)),
        ),
      );
      return { good: probes.every(({ good }) => good), calls: probes.flatMap(({ calls }) => calls) };
    },
    report: () => makeReport(records),
  };
}

/** The headers of a call. There are more on the wire, but which is unknown. */
export function makeHeaders(
  body: string | Uint8Array,
  header: string,
  secret: string,
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    [header]: secret,
  };
}

function findWebhook(webhooks: readonly Webhook[], parcel: Parcel): Webhook {
  const webhook = webhooks.find(({ version }) => version === undefined || version === parcel.version);
  if (webhook !== undefined) return webhook;
  throw new OptionsError(
    `There is no webhook for ${parcel.version ?? 'a body without a known version'}: the webhooks are for ${webhooks.map(({ version }) => version).join(', ')}.`,
  );
}
