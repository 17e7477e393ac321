import { bolt, line, octokit, standardWebhooks } from './foreign-requests.ts';
import { type RequestTemplate, serviceRequests } from './requests.ts';

/** A contender for HTTP. */
export interface ContenderInfo {
  /** Its file in `contenders/`, and its row. */
  readonly name: string;
  /** What BullMQ puts before its keys; left out for one that stores nothing. */
  readonly keyBase?: string;
  /** Packages that are not among the project's dependencies. */
  readonly packages?: readonly string[];
  /** Makes what it is called with, anew for each turn: some signatures are for now. */
  readonly requests: () => readonly RequestTemplate[];
}

/** What BullMQ puts before the keys of our queue. */
export const OUR_KEYS = '{wh}:deliveries';

/** The contender that the ratios are of. */
export const BASELINE = 'hand-written';

const ours = { keyBase: OUR_KEYS, requests: serviceRequests };
const handWritten = { keyBase: 'bull:webhooks', requests: serviceRequests };
const ceiling = { requests: serviceRequests };

/** In the order of their turns. */
export const contenders: readonly ContenderInfo[] = [
  { name: BASELINE, ...handWritten },
  { name: 'ours-express', ...ours },
  { name: 'hand-written-server', ...handWritten },
  { name: 'ours-server', ...ours },
  { name: 'ours-http', ...ours },
  { name: 'checked-http', ...ceiling },
  { name: 'bare-http', ...ceiling },
];

/** Others that check and parse, with a handler that does nothing. */
export const otherContenders: readonly ContenderInfo[] = [
  { name: 'octokit', packages: ['@octokit/webhooks@^14'], requests: octokit },
  { name: 'bolt', packages: ['@slack/bolt@^4'], requests: bolt },
  { name: 'line', packages: ['@line/bot-sdk@^10'], requests: line },
  { name: 'standard-webhooks', packages: ['standardwebhooks@^1'], requests: standardWebhooks },
];
