import { basicAuth, type Client, createClient, isApiError } from '../client/index.ts';
import { type CommandCall, UsageError } from './command.ts';
import type { CommandOption, Values } from './values.ts';

/** The options that say with which key, app and host the service is called. */
export const clientOptions = {
  'key-id': { type: 'string', value: 'ID', help: 'id of the API key', env: 'SWITCHHOOK_KEY_ID' },
  app: {
    type: 'string',
    value: 'ID',
    help: "id of the app; an app's own key needs none",
    env: 'SWITCHHOOK_APP_ID',
  },
  region: { type: 'string', value: 'REGION', help: 'us or eu; default: us', env: 'SWITCHHOOK_REGION' },
  'base-url': {
    type: 'string',
    value: 'URL',
    help: 'another host in place of a region, up to the version',
    env: 'SWITCHHOOK_BASE_URL',
  },
  'api-version': { type: 'string', value: 'VERSION', help: 'v1 or v1.1; default: v1.1' },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** Where the secret of the key comes from. */
const SECRET = 'SWITCHHOOK_SECRET';

/** What the help of each command with a client says of it. */
export const clientNote = `The secret of the key is taken from ${SECRET} alone: what stands on a command line, others on the machine can read.`;

/** A longer explanation of the service is cut, in characters. */
const MAX_DESCRIPTION = 300;

/**
 * Runs `use` with the client that the options and the environment name. What the service refuses rejects with one sentence that has its code and its
 * explanation; a missing or wrong option with a `UsageError` or an `OptionsError`.
 */
export async function useClient<Result>(
  { values, terminal }: CommandCall,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const keyId = values.required('key-id');
  const secret = values.variable(SECRET);
  if (secret === undefined) throw new UsageError(`${SECRET} is not set: it holds the secret of the API key.`);
  const client = createClient({
    auth: basicAuth({ keyId, secret }),
    // The key of an account says nothing of the app.
    appId: /^(act|svc)_/.test(keyId) ? values.required('app') : values.text('app'),
    apiVersion: values.choice('api-version', ['v1', 'v1.1'] as const),
    ...readHost(values),
    hooks: {
      onRetry: ({ error, delayMs }) =>
        terminal.progress(`${error.message}; again in ${Math.ceil(delayMs / 1_000)} s`),
    },
  });
  try {
    return await use(client);
  } catch (error) {
    throw isApiError(error) ? new Error(describeFailure(error.message, error.description)) : error;
  }
}

/** Of region and host the one that is given goes before what the environment says of the other. */
function readHost(values: Values): { region?: 'us' | 'eu' | undefined; baseUrl?: string | undefined } {
  const [region, baseUrl] = [values.choice('region', ['us', 'eu'] as const), values.text('base-url')];
  if (region === undefined || baseUrl === undefined) return { region, baseUrl };
  if (values.isGiven('region') === values.isGiven('base-url'))
    throw new UsageError('Give --region or --base-url, not both, nor both of their variables.');
  return values.isGiven('region') ? { region } : { baseUrl };
}

function describeFailure(message: string, description = ''): string {
  const line = description.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (line === '') return `${message}.`;
  const cut = line.length > MAX_DESCRIPTION ? `${line.slice(0, MAX_DESCRIPTION)}…` : line;
  return `${message}: ${cut}`;
}
