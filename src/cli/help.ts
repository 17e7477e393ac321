import type { Command } from './command.ts';
import type { CommandOption } from './values.ts';

/** What `switchhook` says without a command. */
export async function overview(commands: Readonly<Record<string, () => Promise<Command>>>): Promise<string> {
  const rows = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => [name, (await load()).summary] as const),
  );
  return [
    'switchhook <command> [options]',
    'switchhook --version',
    '',
    ...columns(rows),
    '',
    'switchhook <command> --help tells more. Exit codes: 0, 1 (something failed), 2 (a wrong call), 130 (Ctrl+C).',
    'With --json stdout holds one JSON value, or nothing when the command could not run: then one sentence on stderr says why.',
  ].join('\n');
}

/** What `switchhook <command> --help` says. */
export function commandHelp(command: Command, options: Readonly<Record<string, CommandOption>>): string {
  const rows = Object.entries(options).map(([name, option]) => {
    const { value, help, env, short, multiple } = option;
    const more = [multiple ? 'may be given several times' : '', env ? `or ${env}` : ''].filter(Boolean);
    return [
      `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
      more.length > 0 ? `${help} (${more.join('; ')})` : help,
    ] as const;
  });
  return [
    ...command.usage.map((form) => `switchhook ${form}`),
    '',
    command.summary,
    '',
    ...columns(rows),
    ...(command.notes ? ['', ...command.notes] : []),
  ].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
