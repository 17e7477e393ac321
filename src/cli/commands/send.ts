import { randomUUID } from 'node:crypto';
import { text as readAll } from 'node:stream/consumers';
import { type Command, UsageError } from '../command.ts';
import { clientNote, clientOptions, useClient } from '../open-client.ts';

/** `switchhook send`: a message of the business. */
export const sendCommand: Command = {
  summary: 'posts a text to a user, in the name of the business',
  usage: ['send TEXT --to USER [--dedupe-key KEY] [options]', 'send - --to USER < text'],
  options: {
    to: { type: 'string', value: 'USER', help: 'the _id of the user, or your userId' },
    'dedupe-key': {
      type: 'string',
      value: 'KEY',
      help: 'posts nothing when this key is among the newest 100 messages; default: a new key',
    },
    ...clientOptions,
  },
  notes: [
    'The key travels in metadata.dedupeKey: a text whose answer was lost is looked for before it is posted again.',
    clientNote,
  ],
  async run(call) {
    const { args, values, terminal } = call;
    const [given, ...rest] = args;
    if (given === undefined) throw new UsageError('Which text? Say switchhook send TEXT --to USER.');
    if (rest.length > 0) throw new UsageError('Give the text as one argument, in quotes.');
    const user = values.required('to');
    const text = given === '-' ? (await readAll(terminal.stdin)).trimEnd() : given;
    if (text.trim() === '') throw new UsageError('The text is empty.');
    const key = values.text('dedupe-key');
    const posted = await useClient(call, (client) =>
      client.messages.create(
        user,
        { role: 'appMaker', type: 'text', text },
        // A key of the caller's may be that of an earlier call.
        { dedupeKey: key ?? randomUUID(), lookFirst: key !== undefined },
      ),
    );
    terminal.line(`Message ${posted.message._id} is in the conversation.`);
    terminal.result(posted);
    return 0;
  },
};
