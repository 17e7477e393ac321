import type { Clock } from '../../clock.ts';
import { OptionsError } from '../../errors/index.ts';
import { isJsonObject, type JsonObject, type Version } from '../../events/index.ts';
import { readOptions } from '../../options/index.ts';
import { alterBody, type DeliveryFault, type FaultDraw } from '../faults/index.ts';
import type { Settings } from '../options.ts';
import type { AppRecord, EmulatorState, WebhookRecord } from '../world/index.ts';
import type { Deliveries } from './deliveries.ts';
import { createDeliveryLog } from './delivery-log.ts';
import { readDeliveryFilter } from './filter.ts';
import { findReceivers } from './find-receivers.ts';
import { createHolding } from './holding.ts';
import { readReplaySources } from './read-replay.ts';
import type { DeliveryEntry, DeliveryRecord } from './record.ts';
import { createRunner } from './run-delivery.ts';
import { waitForDelivery } from './wait-for.ts';

/** What deliveries are made of. */
export interface DeliveryMachineDeps {
  readonly settings: Pick<Settings, 'scheduleMs' | 'timeoutMs' | 'logSize'>;
  readonly clock: Clock;
  readonly faults: Pick<FaultDraw, 'drawDelivery' | 'drawAttempt'>;
  /** The state as it is at the time of the call. */
  readonly state: () => EmulatorState;
}

/** An event on its way out. */
export interface OutgoingEvent {
  readonly trigger: string;
  readonly body: object;
  /** The same event as the webhook would get it in the other version: for the fault `bothVersions`. */
  readonly inOtherVersion?:
    | (() => readonly { readonly trigger: string; readonly body: object }[])
    | undefined;
}

/** Sends events to webhooks by the service's policy, and keeps what became of them. */
export interface DeliveryMachine {
  readonly deliveries: Deliveries;
  /** Sends one event to one webhook. The body is written and the first call under way when it returns, unless a fault holds it back. */
  send(app: AppRecord, webhook: WebhookRecord, event: OutgoingEvent): DeliveryRecord;
  /** How many calls are under way. */
  underWay(): number;
  /** Ends the calls under way and takes back what is due: all that is pending is `cancelled`. */
  cancelAll(): void;
  /** Cancels and forgets all. */
  forget(): void;
  /** Cancels all, and sends nothing any more: what comes is `cancelled` at once. */
  close(): void;
}

type Target = Pick<DeliveryRecord, 'appId' | 'webhookId' | 'target' | 'version'> & {
  readonly secret: string;
};
type Origin = Pick<DeliveryRecord, 'resendOf' | 'edited'>;

const otherVersions: Readonly<Record<Version, Version>> = { v1: 'v1.1', 'v1.1': 'v1' };

/** Makes a machine that has sent nothing. */
export function createDeliveryMachine(deps: DeliveryMachineDeps): DeliveryMachine {
  const { settings, clock, faults, state } = deps;
  const log = createDeliveryLog(settings.logSize);
  const runner = createRunner({
    settings,
    clock,
    faults,
    log,
    onFirstEnd: (entry) => holding.release(entry),
  });
  const holding = createHolding(clock, runner.run);
  let made = 0;
  let closed = false;

  function begin(
    { secret, ...target }: Target,
    trigger: string,
    text: string,
    drawn: readonly DeliveryFault[] = [],
    origin: Origin = {},
  ): DeliveryRecord {
    made++;
    const record: DeliveryRecord = {
      id: `delivery-${made}`,
      ...target,
      trigger,
      body: JSON.parse(text) as JsonObject,
      state: closed ? 'cancelled' : 'pending',
      faults: drawn.map(({ type }) => type),
      attempts: [],
      createdAtMs: clock.now(),
      ...origin,
    };
    const entry: DeliveryEntry = { record, text, secret, cancel: new AbortController() };
    log.add(entry);
    if (closed) return entry.record;
    const nextAtMs = holding.begin(entry, drawn);
    if (nextAtMs !== undefined) log.change(entry, { nextAtMs });
    return entry.record;
  }

  function find(id: string): DeliveryEntry {
    const entry = log.get(id);
    if (entry === undefined)
      throw new OptionsError('There is no delivery with that id, or it was forgotten.');
    return entry;
  }

  /** Where a delivery would go if it happened now. */
  function retarget({ record, secret }: DeliveryEntry): Target {
    const { appId, webhookId, target, version } = record;
    const webhook = state()
      .apps.get(appId)
      ?.webhooks.find(({ _id }) => _id === webhookId);
    return {
      appId,
      webhookId,
      version,
      target: webhook?.target ?? target,
      secret: webhook?.secret ?? secret,
    };
  }

  function cancelAll(): void {
    for (const entry of [...log.entries()]) {
      if (entry.record.state !== 'pending') continue;
      log.change(entry, { state: 'cancelled' });
      entry.cancel.abort();
    }
  }

  const deliveries: Deliveries = {
    list(filter = {}) {
      const matches = readDeliveryFilter(filter);
      return [...log.entries()].map(({ record }) => record).filter(matches);
    },
    get: (id) => log.get(id)?.record,
    waitFor: (filter, options = {}) => waitForDelivery(log, filter, options),
    resend(id, options = {}) {
      const { edit } = readOptions(options, ['edit'], 'resend');
      const entry = find(id);
      if (edit === undefined)
        return begin(retarget(entry), entry.record.trigger, entry.text, [], { resendOf: id });
      const edited: unknown =
        typeof edit === 'function' ? edit(JSON.parse(entry.text) as Record<string, unknown>) : edit;
      if (!isJsonObject(edited)) throw new OptionsError('edit must be or give a JSON object.');
      const origin = { resendOf: id, edited: true };
      return begin(retarget(entry), readTrigger(edited), JSON.stringify(edited), [], origin);
    },
    duplicate: async (id) => runner.callOnce(find(id)),
    async replay(sources, options = {}) {
      const { appId } = readOptions(options, ['appId'], 'replay');
      const bodies = await readReplaySources(sources);
      const planned = bodies.flatMap((body) =>
        findReceivers(state(), body, appId).map((target) => ({ body, target })),
      );
      return planned.map(({ body, target }) => begin(target, readTrigger(body), JSON.stringify(body)));
    },
    onChange: (listener) => log.onChange(listener),
    idle: () => runner.idle(),
  };

  return {
    deliveries,
    send(app, { _id: webhookId, target, secret, version }, { trigger, body, inOtherVersion }) {
      const drawn = faults.drawDelivery(trigger, webhookId);
      const to = { appId: app._id, webhookId, target, secret, version };
      const record = begin(to, trigger, JSON.stringify(alterBody(body as JsonObject, drawn)), drawn);
      if (drawn.some(({ type }) => type === 'bothVersions'))
        for (const other of inOtherVersion?.() ?? [])
          begin({ ...to, version: otherVersions[version] }, other.trigger, JSON.stringify(other.body));
      return record;
    },
    underWay: () => runner.underWay(),
    cancelAll,
    forget() {
      cancelAll();
      log.clear();
    },
    close() {
      closed = true;
      cancelAll();
    },
  };
}

/** The trigger that a body says, or `none`. */
function readTrigger(body: JsonObject): string {
  const { trigger } = body;
  return typeof trigger === 'string' ? trigger : 'none';
}
