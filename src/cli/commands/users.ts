import { type Command, UsageError } from '../command.ts';
import { clientNote, clientOptions, useClient } from '../open-client.ts';

/** `switchhook users`: what the service knows of a user. */
export const usersCommand: Command = {
  summary: 'shows a user of the app with all that the service knows of it',
  usage: ['users get USER [options]'],
  options: clientOptions,
  notes: ['USER is the _id of the user, or your userId.', clientNote],
  async run(call) {
    const [action, user, ...rest] = call.args;
    if (action !== undefined && action !== 'get')
      throw new UsageError(`users has no '${action}'; did you mean 'get'?`);
    if (user === undefined || rest.length > 0)
      throw new UsageError('Which user? Say switchhook users get USER.');
    call.terminal.document(await useClient(call, (client) => client.appUsers.get(user)));
    return 0;
  },
};
