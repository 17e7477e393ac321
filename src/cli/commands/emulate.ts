import { spawn } from 'node:child_process';
import type { Emulator, EmulatorOptions } from '../../emulator/index.ts';
import { type Command, type CommandCall, type ExitCode, UsageError } from '../command.ts';

/** Where the emulator listens unless it is told. */
const PORT = 4010;

/** Ids, keys and secrets are the same at each start, so that what holds them may stay as it is. */
const SEED = 1;

/** `switchhook emulate`: the service on this machine. */
export const emulateCommand: Command = {
  summary: 'runs the service on this machine: its API, its webhooks, a phone to write with',
  usage: ['emulate [options]', 'emulate exec [options] -- COMMAND…'],
  options: {
    port: {
      type: 'string',
      value: 'N',
      help: `where it listens; default: ${PORT}, for exec a free one; 0: a free one`,
    },
    host: {
      type: 'string',
      value: 'HOST',
      help: 'the address it listens on; default: 127.0.0.1, this machine alone',
    },
    clock: {
      type: 'string',
      value: 'CLOCK',
      help: 'real, manual, or a speed such as 60x; default: real',
    },
    seed: {
      type: 'string',
      value: 'N',
      help: `ids, keys and faults are the same for the same seed; default: ${SEED}`,
    },
    load: {
      type: 'string',
      value: 'FILE',
      help: 'a JSON file of integrations, users, messages and webhooks to begin with',
    },
    webhook: {
      type: 'string',
      multiple: true,
      value: 'URL',
      help: 'creates a webhook for every trigger; its receiver must be up',
    },
    secret: {
      type: 'string',
      value: 'SECRET',
      help: 'the secret of these webhooks; default: new ones',
      env: 'WEBHOOK_SECRET',
    },
    'public-url': {
      type: 'string',
      value: 'URL',
      help: 'where it is reached from outside, for the URLs in its answers',
    },
    strict: { type: 'boolean', help: 'refuses what the document forbids and the service may let pass' },
    'no-probe': { type: 'boolean', help: 'takes targets that do not answer HEAD' },
  },
  notes: [
    'The page to write as a user, watch deliveries, turn the clock and break things is at /_emulator.',
    'It prints the variables that the other commands and the client read: SWITCHHOOK_BASE_URL, SWITCHHOOK_KEY_ID, SWITCHHOOK_SECRET, SWITCHHOOK_APP_ID.',
    'exec runs a command against a fresh emulator with these variables set, and ends with its exit code: emulate exec -- npm test.',
    'What it knows is gone when it ends. It needs express, which your app has.',
  ],
  async run(call) {
    const [action, ...command] = call.args;
    if (action !== undefined && action !== 'exec')
      throw new UsageError(`emulate takes options, or exec and a command, not '${action}'.`);
    if (action === 'exec' && command.length === 0)
      throw new UsageError('exec needs a command: switchhook emulate exec -- npm test.');
    const { createEmulator } = await import('../../emulator/index.ts').catch(explainExpress);
    const emulator = createEmulator(readOptions(call));
    try {
      await open(emulator, call, action === 'exec' ? 0 : PORT);
      return action === 'exec'
        ? await runAgainst(emulator, command, call)
        : await runUntilEnded(emulator, call);
    } finally {
      await emulator.close();
    }
  },
};

/** Express is an optional peer: an app that receives webhooks has it, a folder in which only the command line is tried need not. */
function explainExpress(error: unknown): never {
  const { code, message = '' } = error as NodeJS.ErrnoException;
  if (code?.endsWith('MODULE_NOT_FOUND') && message.includes("'express'"))
    throw new Error('emulate needs express: npm install express.');
  throw error;
}

function readOptions({ values }: CommandCall): EmulatorOptions {
  return {
    clock: (values.text('clock') ?? 'real') as NonNullable<EmulatorOptions['clock']>,
    seed: values.count('seed', SEED, 0),
    publicUrl: values.text('public-url'),
    strict: values.flag('strict'),
    probe: !values.flag('no-probe'),
  };
}

async function open(emulator: Emulator, { values }: CommandCall, port: number): Promise<void> {
  await emulator.listen(values.count('port', port, 0), values.text('host') ?? '127.0.0.1');
  const file = values.text('load');
  if (file !== undefined) await emulator.seed(file);
  const secret = values.text('secret');
  const webhook = { triggers: ['*', 'typing:appUser'], ...(secret !== undefined && { secret }) };
  const targets = values.list('webhook');
  if (targets.length > 0)
    await emulator.seed({ webhooks: targets.map((target) => ({ target, ...webhook })) });
}

/** The variables by which the client of the examples, the other commands and `exec`'s command find the emulator. */
function describeEnvironment({ url, appId, credentials }: Emulator): Readonly<Record<string, string>> {
  return {
    SWITCHHOOK_BASE_URL: url,
    SWITCHHOOK_APP_ID: appId,
    SWITCHHOOK_KEY_ID: credentials.keyId,
    SWITCHHOOK_SECRET: credentials.secret,
  };
}

async function runUntilEnded(emulator: Emulator, { terminal }: CommandCall): Promise<ExitCode> {
  const environment = describeEnvironment(emulator);
  terminal.result({ url: emulator.url, page: `${emulator.url}/_emulator`, environment });
  terminal.line(`The service is at ${terminal.style('bold', emulator.url)}`);
  terminal.line(`The page is at   ${terminal.style('bold', `${emulator.url}/_emulator`)}\n`);
  for (const [name, value] of Object.entries(environment)) terminal.line(`export ${name}=${value}`);
  terminal.line('\nCtrl+C ends it, and what it knows is gone.');
  const ended = terminal.interruption();
  await new Promise<void>((resolve) => {
    ended.addEventListener('abort', () => resolve(), { once: true });
  });
  return 0;
}

/** Runs a command with the emulator's variables and gives its exit code, or 1 when a signal ended it. */
async function runAgainst(
  emulator: Emulator,
  [command = '', ...args]: readonly string[],
  { terminal }: CommandCall,
): Promise<ExitCode> {
  // Ctrl+C reaches the command too: what it makes of that is waited for.
  terminal.interruption();
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...describeEnvironment(emulator) },
  });
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ENOENT' ? new UsageError(`There is no command '${command}'.`) : error);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
