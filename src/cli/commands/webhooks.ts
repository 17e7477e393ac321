import type { Client } from '../../client/index.ts';
import { nearestTo } from '../../options/index.ts';
import { type Command, type CommandCall, type ExitCode, UsageError } from '../command.ts';
import { clientNote, clientOptions, useClient } from '../open-client.ts';
import { warnOfUnknown } from '../warn-of-unknown.ts';

type Webhook = Awaited<ReturnType<Client['webhooks']['get']>>;

const actions: Readonly<Record<string, (call: CommandCall) => Promise<ExitCode>>> = {
  list: listWebhooks,
  ensure: ensureWebhook,
  delete: deleteWebhook,
};

/** `switchhook webhooks`: who is told of what. */
export const webhooksCommand: Command = {
  summary: 'lists, creates, updates and deletes the webhooks of the app',
  usage: [
    'webhooks [list] [--show-secrets] [options]',
    'webhooks ensure TARGET --trigger TRIGGER… [--include-client] [--include-full-app-user] [options]',
    'webhooks delete ID [--yes] [options]',
  ],
  options: {
    trigger: {
      type: 'string',
      multiple: true,
      value: 'TRIGGER',
      help: "what the target is told of; '*' for every basic one",
    },
    'include-client': { type: 'boolean', help: 'events carry the client' },
    'no-include-client': { type: 'boolean', help: 'they do not' },
    'include-full-app-user': { type: 'boolean', help: 'events carry the profile of the user' },
    'no-include-full-app-user': { type: 'boolean', help: 'they do not' },
    'show-secrets': { type: 'boolean', help: 'shows the secrets of the webhooks' },
    yes: { type: 'boolean', help: 'does not ask' },
    ...clientOptions,
  },
  notes: [
    'ensure creates the webhook of this target and version, or updates what differs, or leaves it, and says which. It touches no other webhook.',
    'The triggers are all that the webhook is to have. What it includes stays as it is without an option, and is off in a new one.',
    'The receiver must be up before: the service sends HEAD to a target that is created or updated.',
    'ensure --json gives { action, webhook } with the secret, for a script that stores it; list --json has secrets with --show-secrets alone.',
    clientNote,
  ],
  async run(call) {
    const [name = 'list', ...args] = call.args;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined)
      throw new UsageError(
        `webhooks has no '${name}'; did you mean '${nearestTo(name, Object.keys(actions))}'?`,
      );
    return await action({ ...call, args });
  },
};

async function listWebhooks(call: CommandCall): Promise<ExitCode> {
  const { args, values, terminal } = call;
  if (args.length > 0) throw new UsageError(`list takes options alone, not '${args[0]}'.`);
  const found = await useClient(call, (client) => client.webhooks.list());
  const shown = found.map(({ secret, ...rest }) =>
    values.flag('show-secrets') ? { ...rest, secret } : rest,
  );
  terminal.result(shown);
  if (found.length === 0) terminal.line('There are no webhooks.');
  terminal.table(found.map((webhook) => rowOf(webhook, call)));
  return 0;
}

async function ensureWebhook(call: CommandCall): Promise<ExitCode> {
  const { args, values, terminal } = call;
  const [target, ...rest] = args;
  if (target === undefined || rest.length > 0)
    throw new UsageError('Which target? Say switchhook webhooks ensure TARGET --trigger TRIGGER.');
  const triggers = values.list('trigger');
  if (triggers.length === 0)
    throw new UsageError("--trigger is missing: name each trigger, or give '*' for every basic one.");
  const includeClient = readSwitch(call, 'include-client');
  const includeFullAppUser = readSwitch(call, 'include-full-app-user');
  const named = triggers.filter((trigger) => trigger !== '*' && trigger !== 'message');
  for (const trigger of named) warnOfUnknown(trigger, call.terminal);
  const { webhook, action } = await useClient(call, (client) =>
    client.webhooks.ensure({ target, triggers, includeClient, includeFullAppUser }),
  );
  terminal.table([[action, ...rowOf(webhook, call)]]);
  terminal.result({ action, webhook });
  return 0;
}

async function deleteWebhook(call: CommandCall): Promise<ExitCode> {
  const { args, values, terminal } = call;
  const [id, ...rest] = args;
  if (id === undefined || rest.length > 0)
    throw new UsageError('Which one? Say switchhook webhooks delete ID.');
  return await useClient(call, async (client) => {
    if (!values.flag('yes')) {
      const { target } = await client.webhooks.get(id);
      const answer = await terminal.confirm(`Webhook ${id} of ${target} will be deleted. Go on?`);
      if (answer === undefined)
        throw new UsageError(`Webhook ${id} of ${target} would be deleted: say --yes.`);
      if (!answer) {
        terminal.line('Nothing was done.');
        return 1;
      }
    }
    await client.webhooks.delete(id);
    terminal.line(`Webhook ${id} is deleted.`);
    terminal.result({ deleted: id });
    return 0;
  });
}

function rowOf(webhook: Webhook, { values }: CommandCall): string[] {
  const { _id, version = 'v1', target, triggers, includeClient, includeFullAppUser, secret } = webhook;
  const included = [includeClient ? 'client' : '', includeFullAppUser ? 'full app user' : ''].filter(Boolean);
  return [
    _id,
    version,
    target,
    triggers.join(','),
    included.length > 0 ? `with ${included.join(' and ')}` : '',
    ...(values.flag('show-secrets') ? [secret] : []),
  ];
}

/** The flag or its opposite; `undefined` when neither is given. */
function readSwitch({ values }: CommandCall, name: string): boolean | undefined {
  const [on, off] = [values.flag(name), values.flag(`no-${name}`)];
  if (on && off) throw new UsageError(`Give --${name} or --no-${name}, not both.`);
  return on || off ? on : undefined;
}
