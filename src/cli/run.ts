import { parseArgs } from 'node:util';
import { OptionsError } from '../errors/index.ts';
import { describeError } from '../logger.ts';
import { nearestTo } from '../options/index.ts';
import { type Command, type ExitCode, UsageError } from './command.ts';
import { commandHelp, overview } from './help.ts';
import { type Streams, Terminal } from './terminal.ts';
import { type CommandOption, Values } from './values.ts';
import { readVersion } from './version.ts';

/** The commands, loaded when they are called: `fixtures` need not wait for a Redis client. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  fixtures: async () => (await import('./commands/fixtures.ts')).fixturesCommand,
  build: async () => (await import('./commands/build.ts')).buildCommand,
  replay: async () => (await import('./commands/replay.ts')).replayCommand,
  scrub: async () => (await import('./commands/scrub.ts')).scrubCommand,
  'dead-letters': async () => (await import('./commands/dead-letters.ts')).deadLettersCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  webhooks: async () => (await import('./commands/webhooks.ts')).webhooksCommand,
  users: async () => (await import('./commands/users.ts')).usersCommand,
  send: async () => (await import('./commands/send.ts')).sendCommand,
  emulate: async () => (await import('./commands/emulate.ts')).emulateCommand,
};

const everyCommand: Readonly<Record<string, CommandOption>> = {
  json: { type: 'boolean', help: 'one JSON value for a program' },
  help: { type: 'boolean', short: 'h', help: 'this text' },
};

/**
 * Runs `switchhook` with these arguments and gives its exit code: that of the command, or 2 for a wrong call. Never rejects. An error is one sentence
 * on stderr, with `--json` too: stdout then stays empty.
 */
export async function runCli(
  argv: readonly string[],
  streams: Streams,
  env: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  const plain = new Terminal(streams, false, env);
  try {
    const [name, ...rest] = argv;
    if (name === '--version') {
      plain.line(readVersion());
      return 0;
    }
    if (name === 'help' && rest[0] !== undefined) return await runCommand(rest[0], ['--help'], streams, env);
    if (name === undefined || ['--help', '-h', 'help'].includes(name)) {
      plain.line(await overview(commands));
      return name === undefined ? 2 : 0;
    }
    return await runCommand(name, rest, streams, env);
  } catch (error) {
    const { message, code, type } = describeError(error);
    // A refused connection to several addresses has an empty message, and its code says it all.
    plain.warn(`switchhook: ${(message || code || type).split('\n')[0]}`);
    return error instanceof UsageError || error instanceof OptionsError ? 2 : 1;
  }
}

async function runCommand(
  name: string,
  argv: readonly string[],
  streams: Streams,
  env: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    const nearest = nearestTo(name, Object.keys(commands));
    throw new UsageError(`There is no command '${name}'; did you mean '${nearest}'? See switchhook --help.`);
  }
  const command = await load();
  const options = { ...command.options, ...everyCommand };
  const { values, positionals } = parse(name, argv, options);
  if (values['help'] === true) {
    new Terminal(streams, false, env).line(commandHelp(command, options));
    return 0;
  }
  const terminal = new Terminal(streams, values['json'] === true, env);
  return command.run({ args: positionals, values: new Values(values, options, env), terminal });
}

function parse(name: string, argv: readonly string[], options: Readonly<Record<string, CommandOption>>) {
  try {
    const config = Object.fromEntries(
      Object.entries(options).map(([option, { type, short, multiple = false }]) => [
        option,
        { type, multiple, ...(short === undefined ? {} : { short }) },
      ]),
    );
    return parseArgs({ args: [...argv], options: config, allowPositionals: true });
  } catch (error) {
    // The message of parseArgs goes on with advice for its own callers after the first sentence.
    const [sentence] = describeError(error).message.split(/\.\s|\.$/);
    throw new UsageError(`${sentence}. See switchhook ${name} --help.`);
  }
}
