import { basicAuth, type Client, type ClientOptions, createClient } from '../../../../src/client/index.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../../src/emulator/index.ts';

const running: Emulator[] = [];

/** An emulator that listens, and clients of it. */
export interface Started {
  readonly emulator: Emulator;
  readonly baseUrl: string;
  /** A client with the key of the app, unless `options` have other credentials. Waits between attempts are none. */
  makeClient(options?: Partial<ClientOptions>): Client;
}

/** Starts an emulator that probes no targets. */
export async function start(options: EmulatorOptions = {}): Promise<Started> {
  const emulator = createEmulator({ probe: false, ...options });
  running.push(emulator);
  const baseUrl = await emulator.listen();
  const auth = basicAuth(emulator.credentials);
  return {
    emulator,
    baseUrl,
    makeClient: (own = {}) => createClient({ auth, baseUrl, random: () => 0, ...own }),
  };
}

/** Ends what `start` began; for `afterEach`. */
export async function endAll(): Promise<void> {
  for (const emulator of running.splice(0)) await emulator.close();
}
