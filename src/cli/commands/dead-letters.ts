import type { DeadLetter, DeadLetterFilter, DeathReason } from '../../index.ts';
import { nearestTo } from '../../options/index.ts';
import { type Command, type CommandCall, type ExitCode, UsageError } from '../command.ts';
import { findDeadLetters, queueOptions, useQueue } from '../open-queue.ts';
import { warnOfUnknown } from '../warn-of-unknown.ts';

type QueueView = Parameters<typeof findDeadLetters>[0];

const reasons: readonly DeathReason[] = ['refused', 'handler_failed', 'crashed', 'unreadable'];

/** As many dead letters as a command in bulk takes in one go. */
const ALL = 1_000_000;

const filterOptions = ['key', 'trigger', 'handler', 'reason', 'since', 'until', 'limit'];

/** What went wrong is cut after so many characters in a list. */
const MAX_SHOWN = 200;

const actions: Readonly<Record<string, (call: CommandCall, queue: QueueView) => Promise<ExitCode>>> = {
  list: listLetters,
  show: showLetter,
  replay: (call, queue) => changeLetters(call, queue, 'replay', 'replayed'),
  purge: (call, queue) => changeLetters(call, queue, 'remove', 'purged'),
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
    key: { type: 'string', value: 'KEY', help: 'those of one delivery, by the key that log lines name' },
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
    'Without IDs, replay and purge take all that the filters leave, and ask before they do. Ctrl+C ends them behind the one at hand.',
  ],
  async run(call) {
    const [name = 'list', ...args] = call.args;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined)
      throw new UsageError(
        `dead-letters has no '${name}'; did you mean '${nearestTo(name, Object.keys(actions))}'?`,
      );
    return useQueue(call.values, (queue) => action({ ...call, args }, queue));
  },
};

function readFilter({ values }: CommandCall, limit: number): DeadLetterFilter {
  const nowMs = Date.now();
  const [key, trigger, handler] = [values.text('key'), values.text('trigger'), values.text('handler')];
  const reason = values.choice('reason', reasons);
  const [fromMs, untilMs] = [values.time('since', nowMs), values.time('until', nowMs)];
  return {
    ...(key === undefined ? {} : { key }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(handler === undefined ? {} : { handler }),
    ...(reason === undefined ? {} : { reason }),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(untilMs === undefined ? {} : { untilMs }),
    limit: values.count('limit', limit),
  };
}

async function listLetters(call: CommandCall, queue: QueueView): Promise<ExitCode> {
  if (call.args.length > 0)
    throw new UsageError('list takes filters and no ID: see switchhook dead-letters show.');
  const { terminal } = call;
  const filter = readFilter(call, 100);
  const found = await (await findDeadLetters(queue)).list(filter);
  terminal.result(found);
  if (found.length === 0) {
    terminal.line('There are no such dead letters.');
    hintAt(call);
  }
  terminal.table(found.map(rowOf));
  if (found.length === filter.limit)
    terminal.line(`These are the newest ${found.length}: --limit shows more.`);
  return 0;
}

/** Says what the trigger may have been meant to be, where nothing was found. */
function hintAt({ values, terminal }: CommandCall): void {
  const trigger = values.text('trigger');
  if (trigger !== undefined) warnOfUnknown(trigger, terminal);
}

function rowOf({ id, delivery, diedAtMs, reason, failures, issues }: DeadLetter): string[] {
  const what =
    failures.map(({ handler, error }) => `${handler}: ${error.message}`).join('; ') ||
    issues.map(({ path, message }) => `${path} ${message}`).join('; ');
  const cut = what.length > MAX_SHOWN ? `${what.slice(0, MAX_SHOWN)}…` : what;
  return [id, new Date(diedAtMs).toISOString(), delivery.trigger ?? '-', reason, cut];
}

async function showLetter({ args: [id, ...rest], terminal }: CommandCall, queue: QueueView) {
  if (id === undefined || rest.length > 0)
    throw new UsageError('Which one? Say switchhook dead-letters show ID.');
  const letter = await (await findDeadLetters(queue)).get(id);
  if (letter === undefined) throw new Error(`There is no dead letter '${id}'.`);
  terminal.document(letter);
  return 0 as const;
}

async function changeLetters(
  call: CommandCall,
  queue: QueueView,
  change: 'replay' | 'remove',
  done: string,
): Promise<ExitCode> {
  const { args, values, terminal } = call;
  const filter = filterOptions.find((option) => values.text(option) !== undefined);
  if (args.length > 0 && filter !== undefined)
    throw new UsageError(`Give IDs or filters such as --${filter}, not both.`);
  const wanted = readFilter(call, ALL);
  const letters = await findDeadLetters(queue);
  const ids = [...new Set(args.length > 0 ? args : await letters.listIds(wanted))];
  if (ids.length === 0) hintAt(call);
  if (values.flag('dry-run')) return tellOnly(ids, letters, call, done);
  if (args.length === 0 && ids.length > 0 && !values.flag('yes')) {
    const answer = await terminal.confirm(`${ids.length} dead letters will be ${done}. Go on?`);
    if (answer === undefined) throw new UsageError(`${ids.length} dead letters would be ${done}: say --yes.`);
    if (!answer) {
      terminal.line('Nothing was done.');
      return 1;
    }
  }
  const interruption = terminal.interruption();
  const missing: string[] = [];
  let left = ids.length;
  try {
    for (const id of ids) {
      if (interruption.aborted) break;
      if (!(await letters[change](id))) missing.push(id);
      left -= 1;
      terminal.progress(`${ids.length - left} of ${ids.length}`);
    }
  } finally {
    // What was done is done, also when the next one fails.
    const count = ids.length - left - missing.length;
    terminal.line(`${count} ${done}${left > 0 ? `, ${left} left as they were` : ''}.`);
    terminal.result({ [done]: count, missing, left });
  }
  return interruption.aborted ? 130 : tellMissing(missing, call);
}

async function tellOnly(
  ids: readonly string[],
  letters: QueueView['deadLetters'],
  call: CommandCall,
  done: string,
) {
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
