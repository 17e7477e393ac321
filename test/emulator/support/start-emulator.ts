import { basicAuth, type Client, type ClientOptions, createClient } from '../../../src/client/index.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator/index.ts';

const open: Emulator[] = [];

/** An emulator that listens, and a client with the key of its app. */
interface StartedEmulator {
  readonly emulator: Emulator;
  readonly url: string;
  readonly client: Client;
}

/** Makes an emulator that `closeEmulators` ends. Default: the same ids each time. */
export function makeEmulator(options: EmulatorOptions = {}): Emulator {
  const emulator = createEmulator({ seed: 1, ...options });
  open.push(emulator);
  return emulator;
}

/** Makes an emulator and has it listen on a free port. */
export async function startEmulator(
  options: EmulatorOptions = {},
  ofClient: Partial<ClientOptions> = {},
): Promise<StartedEmulator> {
  const emulator = makeEmulator(options);
  const url = await emulator.listen();
  const client = createClient({ auth: basicAuth(emulator.credentials), baseUrl: url, ...ofClient });
  return { emulator, url, client };
}

/** To be called after each test. */
export async function closeEmulators(): Promise<void> {
  await Promise.all(open.splice(0).map((emulator) => emulator.close()));
}
