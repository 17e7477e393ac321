import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiFault, createEmulator, type EmulatorOptions } from '../../../../src/emulator/index.ts';
import { renameTexts } from '../../../emulator/client/support/rename-texts.ts';
import { keyId, secret } from '../client.ts';
import type { SeenCall } from '../server.ts';
import { createPlan, type Listeners, type Service, type ServiceKind, type Trouble } from './service.ts';

/** The emulator, with the credentials of `makeClient`. */
export const emulated: ServiceKind = { service: 'the emulator', start: startEmulated, knows };

const scriptedOnly = ['statusAfterCommit', 'cutAfterCommit', 'silenceAfterCommit', 'cut'];

function knows(trouble: Trouble | undefined): trouble is ApiFault | undefined {
  return trouble === undefined || !scriptedOnly.includes(trouble.type);
}

async function startEmulated(): Promise<Service> {
  const options: EmulatorOptions = { probe: false, logSize: 100_000 };
  const emulator = createEmulator(options);
  const names = { [emulator.credentials.keyId]: keyId, [emulator.credentials.secret]: secret };
  emulator.restore(renameTexts(emulator.snapshot(), names));
  const { next, ...plan } = createPlan();
  const calls: SeenCall[] = [];
  let listeners: Listeners = {};

  const server = createServer(async (request, response) => {
    const call = record(request);
    calls.push(call);
    const fault = next(call.method);
    if (!knows(fault)) throw new Error(`the emulator has no fault ${fault?.type}`);
    await listeners.onCall?.();
    if (fault !== undefined) emulator.faults.add({ on: 'api', action: fault, times: 1 });
    emulator.app(request, response);
    // At the same turn as the emulator's own reader, so that neither takes from the other.
    request.on('data', (chunk: Buffer) => {
      call.body += chunk.toString('latin1');
    });
    if (fault?.type === 'timeout') listeners.onSilence?.();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    ...plan,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    listen(given) {
      listeners = given;
    },
    carriedOut: () =>
      emulator.calls.list().filter(({ fault }) => fault === undefined || fault === 'dropAfterCommit').length,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await emulator.close();
    },
  };
}

function record({ method = '', url = '', headers }: IncomingMessage): SeenCall & { body: string } {
  return { method, url, headers, body: '' };
}
