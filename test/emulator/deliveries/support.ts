import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createDeliveryMachine,
  type DeliveryRecord,
  type OutgoingEvent,
} from '../../../src/emulator/deliveries/index.ts';
import { createFaults } from '../../../src/emulator/faults/index.ts';
import type { EmulatorOptions } from '../../../src/emulator/options.ts';
import type { WebhookRecord } from '../../../src/emulator/world/index.ts';
import { createRandom } from '../../../src/testing/random.ts';
import { listen } from '../../receiver/support.ts';
import { createTestWorld } from '../support/test-world.ts';

/** What a target saw of one call. */
interface SeenCall {
  readonly headers: IncomingMessage['headers'];
  /** As spelled on the wire: name, value, name, value. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** False when the connection ended in the middle of the body. */
  readonly whole: boolean;
}

type Answer = number | undefined | ((response: ServerResponse) => void);

/** A plain server that answers with these statuses in turn, the last one for ever; `undefined` is silence. Close it by `closeServers`. */
export async function createTarget(...answers: Answer[]) {
  const calls: SeenCall[] = [];
  const hungUp: Promise<void>[] = [];
  let script = answers;
  const url = await listen((request, response) => {
    const answer = script[Math.min(calls.length, script.length - 1)];
    const call = { headers: request.headers, rawHeaders: request.rawHeaders, body: '', whole: false };
    calls.push(call);
    hungUp.push(new Promise((resolve) => response.on('close', resolve)));
    request.on('data', (chunk: Buffer) => {
      call.body += chunk;
    });
    request.on('error', () => {});
    request.on('end', () => {
      call.whole = true;
      if (typeof answer === 'function') answer(response);
      else if (answer !== undefined) response.writeHead(answer, { 'x-test': 'yes' }).end('seen');
    });
  });
  return {
    url: `${url}/hook`,
    calls,
    hungUp,
    /** From now on. */
    answer(...next: Answer[]) {
      script = next;
    },
  };
}

export const SECRET = 'a-secret-of-the-emulator-itself_0123456789';

/** A machine under a manual clock, with a webhook at a target. */
export async function createScene(answers: Answer[] = [200], options: EmulatorOptions = {}) {
  const world = createTestWorld(options);
  const { app, clock, settings } = world;
  const target = await createTarget(...answers);
  const faults = createFaults(createRandom(7));
  const machine = createDeliveryMachine({ settings, clock, faults, state: () => world.state });
  const addWebhook = (fields: Partial<WebhookRecord> = {}): WebhookRecord => {
    const webhook: WebhookRecord = {
      _id: `webhook-${app.webhooks.length + 1}`,
      version: 'v1.1',
      secret: SECRET,
      target: target.url,
      triggers: ['*'],
      includeClient: false,
      includeFullAppUser: false,
      ...fields,
    };
    app.webhooks.push(webhook);
    return webhook;
  };
  const webhook = addWebhook();
  const makeEvent = (fields: object = {}): OutgoingEvent => {
    const trigger = 'message:appUser';
    return { trigger, body: { trigger, version: 'v1.1', app: { _id: app._id }, ...fields } };
  };
  const { deliveries } = machine;
  /** Sends one event, and gives its delivery as it is after so much time. */
  const sendAndAdvance = async (time: number, event = makeEvent()): Promise<DeliveryRecord> => {
    const { id } = machine.send(app, webhook, event);
    await clock.advance(time);
    return deliveries.get(id) as DeliveryRecord;
  };
  return {
    world,
    app,
    clock,
    target,
    faults,
    machine,
    deliveries,
    webhook,
    addWebhook,
    makeEvent,
    sendAndAdvance,
  };
}

/** When each attempt was made, after the first, and how it ended. */
export function storyOf({ attempts }: DeliveryRecord) {
  return attempts.map(({ afterMs, outcome }) => [afterMs, outcome]);
}
