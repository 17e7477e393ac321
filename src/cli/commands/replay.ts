import { createRandom, createSender, freshen } from '../../testing/index.ts';
import { defaultScheduleMs } from '../../testing/sender/index.ts';
import { type Command, UsageError } from '../command.ts';
import { readSources } from '../read-sources.ts';
import { sendPaced } from '../replay/send-paced.ts';
import { type SentSource, summarize } from '../replay/summarize.ts';

/** The service's own window, in seconds: from the first of its attempts to the last. */
const SERVICE_WINDOW_S = (defaultScheduleMs.at(-1) ?? 0) / 1_000;

/** So many are under way at once where one would hold up the others. */
const MANY = 50;

/** `switchhook replay`: sends payloads to a receiver. */
export const replayCommand: Command = {
  summary: 'sends fixtures and recorded payloads to a receiver',
  usage: ['replay SOURCE… --to URL --secret SECRET [options]'],
  options: {
    to: { type: 'string', value: 'URL', help: 'where the receiver is mounted', env: 'WEBHOOK_URL' },
    secret: { type: 'string', value: 'SECRET', help: 'the secret of the webhook', env: 'WEBHOOK_SECRET' },
    header: { type: 'string', value: 'NAME', help: 'the header that carries it; default: x-api-key' },
    times: { type: 'string', value: 'N', help: 'sends each payload so often; default: 1' },
    fresh: { type: 'boolean', help: 'gives each call new ids and times: no duplicates' },
    rate: { type: 'string', value: 'N', help: 'begins at most so many deliveries a second' },
    concurrency: {
      type: 'string',
      value: 'N',
      help: `so many at once; default: 1, with --rate or --policy ${MANY}`,
    },
    shuffle: { type: 'string', value: 'SEED', help: 'another order, the same one for the same seed' },
    policy: {
      type: 'string',
      value: 'service',
      help: 'calls again as the service does: 5 attempts in 15 minutes',
    },
    window: { type: 'string', value: 'SECONDS', help: 'with --policy: these in place of the 15 minutes' },
  },
  notes: [
    'A SOURCE is a fixture or a group of them (v1.1/postback), a JSON or ndjson file, a folder of these, or - for stdin.',
    'Without --fresh a second run is made of duplicates.',
    'Among the answers refused means that there was no connection, reset that it broke, silent that 20 seconds were not enough.',
    'Exit code 1: something was not answered 2xx in the end. Ctrl+C prints what was reached.',
  ],
  async run({ args, values, terminal }) {
    const policy = values.choice('policy', ['service'] as const);
    if (values.text('window') !== undefined && policy === undefined)
      throw new UsageError('--window needs --policy service.');
    const share = values.count('window', SERVICE_WINDOW_S) / SERVICE_WINDOW_S;
    const rate = values.count('rate', 0);
    const concurrency = values.count('concurrency', policy === undefined && rate === 0 ? 1 : MANY);
    const times = values.count('times', 1);
    const fresh = values.flag('fresh');
    const seed = values.text('shuffle') === undefined ? undefined : values.count('shuffle', 0, 0);
    const options = {
      target: values.required('to'),
      secret: values.required('secret'),
      header: values.text('header'),
      scheduleMs: policy === undefined ? [0] : defaultScheduleMs.map((ms) => Math.round(ms * share)),
    };
    // A wrong call must show before the sources are read.
    createSender(options);
    const sources = await readSources(args, terminal);
    const listed = Array.from({ length: times }, () => sources).flat();
    const ordered = seed === undefined ? listed : createRandom(seed).shuffle(listed);
    const results: SentSource[] = [];
    const interruption = terminal.interruption();
    const sinceMs = performance.now();
    await sendPaced(
      ordered,
      async ({ name, payload, bytes = payload }) => {
        // Of its own for each: a sender keeps the bodies that it sent.
        const { verdict, attempts } = await createSender(options).send(fresh ? freshen(payload) : bytes);
        results.push({ name, verdict, attempts });
        terminal.progress(`${results.length} of ${ordered.length}`);
      },
      { rate, concurrency, interruption },
    );
    // what still ends after an interruption is no longer counted
    const ended = [...results];
    summarize(ended, ordered.length, performance.now() - sinceMs, terminal);
    if (interruption.aborted) return 130;
    return ended.every(({ verdict }) => verdict === 'acknowledged') ? 0 : 1;
  },
};
