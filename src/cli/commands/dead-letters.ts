import type { DeadLetter, DeadLetterFilter, DeadLetters, DeathReason } from '../../index.ts';
import { nearestTo } from '../../options/index.ts';
import { type Command, type CommandCall, type ExitCode, UsageError } from '../command.ts';
import { openQueue, queueOptions } from '../open-queue.ts';

const reasons: readonly DeathReason[] = ['refused', 'handler_failed', 'crashed', 'unreadable'];

/** As many dead letters as a command in bulk takes in one go. */
const ALL = 1_000_000;

const filterOptions = ['trigger', 'handler', 'reason', 'since', 'until', 'limit'];

/** What went wrong is cut after so many characters in a list. */
const MAX_SHOWN = 200;

const actions: Readonly<Record<string, (call: CommandCall, letters: DeadLetters) => Promise<ExitCode>>> = {
  list: listLetters,
  show: showLetter,
  replay: (call, letters) => changeLetters(call, letters, 'replay', 'replayed'),
  purge: (call, letters) => changeLetters(call, letters, 'remove', 'purged'),
};

/** `switchhook dead-letters`: what will not be retried. */
export const deadLettersCommand: Command = {
  summary: 'lists, shows, replays and purges the dead letters of a queue',
  usage: [
    'dead-letters [list] --redis URL [--trigger T] [--handler H] [--reason R] [--since AGE]',
    'dead-letters show ID --redis URL',
    'dead-letters replay [ID…] --redis URL [filters] [--dry-run] [--yes]',
    'dead-letters purge [ID…] --redis URL [filters] [--dry-run] [--yes]',
  ],
  options: {
    ...queueOptions,
    trigger: { type: 'string', value: 'TRIGGER', help: 'those of one trigger' },
    handler: { type: 'string', value: 'NAME', help: 'those that this handler failed' },
    reason: { type: 'string', value: 'REASON', help: reasons.join(', ') },
    since: { type: 'string', value: 'TIME', help: 'given up since a date, or an age such as 15m, 2h, 7d' },
    until: { type: 'string', value: 'TIME', help: 'given up before a date or an age' },
    limit: { type: 'string', value: 'N', help: 'at most so many, the newest first; list shows 100' },
    'dry-run': { type: 'boolean', help: 'says what would be done' },
    yes: { type: 'boolean', help: 'does not ask' },
  },
  notes: [
    'A replay runs the handlers that had not succeeded, with all their attempts. A purge cannot be undone.',
    'Without IDs, replay and purge take all that the filters leave, and ask before they do.',
  ],
  async run(call) {
    const [name = 'list', ...args] = call.args;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined)
      throw new UsageError(
        `dead-letters has no '${name}'; did you mean '${nearestTo(name, Object.keys(actions))}'?`,
      );
    const queue = openQueue(call.values);
    try {
      return await action({ ...call, args }, queue.deadLetters);
    } finally {
      await queue.close();
    }
  },
};

function readFilter({ values }: CommandCall, limit: number): DeadLetterFilter {
  const nowMs = Date.now();
  const [trigger, handler] = [values.text('trigger'), values.text('handler')];
  const reason = values.choice('reason', reasons);
  const [fromMs, untilMs] = [values.time('since', nowMs), values.time('until', nowMs)];
  return {
    ...(trigger === undefined ? {} : { trigger }),
    ...(handler === undefined ? {} : { handler }),
    ...(reason === undefined ? {} : { reason }),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(untilMs === undefined ? {} : { untilMs }),
    limit: values.count('limit', limit),
  };
}

async function listLetters(call: CommandCall, letters: DeadLetters): Promise<ExitCode> {
  if (call.args.length > 0)
    throw new UsageError('list takes filters and no ID: see switchhook dead-letters show.');
  const { terminal } = call;
  const filter = readFilter(call, 100);
  const found = await letters.list(filter);
  terminal.result(found);
  if (found.length === 0) terminal.line('There are no such dead letters.');
  terminal.table(found.map(rowOf));
  if (found.length === filter.limit)
    terminal.line(`These are the newest ${found.length}: --limit shows more.`);
  return 0;
}

function rowOf({ id, delivery, diedAtMs, reason, failures, issues }: DeadLetter): string[] {
  const what =
    failures.map(({ handler, error }) => `${handler}: ${error.message}`).join('; ') ||
    issues.map(({ path, message }) => `${path} ${message}`).join('; ');
  const line = what.replace(/[\p{Cc}\s]+/gu, ' ');
  const cut = line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
  return [id, new Date(diedAtMs).toISOString(), delivery.trigger ?? '-', reason, cut];
}

async function showLetter({ args: [id, ...rest], terminal }: CommandCall, letters: DeadLetters) {
  if (id === undefined || rest.length > 0)
    throw new UsageError('Which one? Say switchhook dead-letters show ID.');
  const letter = await letters.get(id);
  if (letter === undefined) throw new Error(`There is no dead letter '${id}'.`);
  terminal.document(letter);
  return 0 as const;
}

async function changeLetters(
  call: CommandCall,
  letters: DeadLetters,
  change: 'replay' | 'remove',
  done: string,
): Promise<ExitCode> {
  const { args, values, terminal } = call;
  const filter = filterOptions.find((option) => values.text(option) !== undefined);
  if (args.length > 0 && filter !== undefined)
    throw new UsageError(`Give IDs or filters such as --${filter}, not both.`);
  const listed = args.length > 0 ? args : (await letters.list(readFilter(call, ALL))).map(({ id }) => id);
  // a list is read page by page, and what is given up meanwhile moves one to the next page too
  const ids = [...new Set(listed)];
  if (values.flag('dry-run')) return tellOnly(ids, letters, call, done);
  if (args.length === 0 && ids.length > 0 && !values.flag('yes')) {
    const answer = await terminal.confirm(`${ids.length} dead letters will be ${done}. Go on?`);
    if (answer === undefined) throw new UsageError(`${ids.length} dead letters would be ${done}: say --yes.`);
    if (!answer) {
      terminal.line('Nothing was done.');
      return 1;
    }
  }
  const missing: string[] = [];
  for (const [i, id] of ids.entries()) {
    if (!(await letters[change](id))) missing.push(id);
    terminal.progress(`${i + 1} of ${ids.length}`);
  }
  terminal.line(`${ids.length - missing.length} ${done}.`);
  terminal.result({ [done]: ids.length - missing.length, missing });
  return tellMissing(missing, call);
}

async function tellOnly(ids: readonly string[], letters: DeadLetters, call: CommandCall, done: string) {
  const { args, terminal } = call;
  const missing: string[] = [];
  for (const id of args) if ((await letters.get(id)) === undefined) missing.push(id);
  const would = ids.filter((id) => !missing.includes(id));
  for (const id of would) terminal.line(id);
  terminal.line(`${would.length} would be ${done}.`);
  terminal.result({ [done]: 0, would, missing });
  return tellMissing(missing, call);
}

/** What a filter found and somebody else took meanwhile is no failure. */
function tellMissing(missing: readonly string[], { args, terminal }: CommandCall): ExitCode {
  if (args.length === 0) return 0;
  for (const id of missing) terminal.warn(`There is no dead letter '${id}'.`);
  return missing.length > 0 ? 1 : 0;
}
