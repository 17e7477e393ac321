import { diagnoseQueue, type Finding } from '../../bullmq/index.ts';
import { type Command, UsageError } from '../command.ts';
import { checkRouter } from '../doctor/check-router.ts';
import { createTargetCheck } from '../doctor/check-target.ts';
import { queueOptions, readQueueName } from '../open-queue.ts';
import type { Terminal } from '../terminal.ts';

const signs = { good: ['green', 'ok'], doubtful: ['yellow', '??'], bad: ['red', '!!'] } as const;

/** `switchhook doctor`: what is wrong, and what to do. */
export const doctorCommand: Command = {
  summary: 'looks at Redis, the queue and the receiver, and says what to do',
  usage: ['doctor --redis URL [--queue NAME] [--url TARGET --secret SECRET] [--router MODULE]'],
  options: {
    ...queueOptions,
    url: { type: 'string', value: 'TARGET', help: 'where the receiver is mounted' },
    secret: { type: 'string', value: 'SECRET', help: 'the secret of the webhook', env: 'WEBHOOK_SECRET' },
    header: { type: 'string', value: 'NAME', help: 'the header that carries it; default: x-api-key' },
    router: {
      type: 'string',
      value: 'MODULE',
      help: 'a JavaScript module that exports the router; it is run',
    },
  },
  notes: [
    'The target gets deliveries with the trigger switchhook:probe, which reach onUnknown. Nothing else is changed.',
    'The module of --router is imported: give a module that starts nothing.',
    'Exit code 1: something is bad.',
  ],
  async run({ args, values, terminal }) {
    if (args.length > 0) throw new UsageError(`doctor takes options alone, not '${args[0]}'.`);
    const [url, router] = [values.text('url'), values.text('router')];
    const connection = values.text('redis');
    if (connection === undefined && url === undefined && router === undefined)
      throw new UsageError('Say what to look at: --redis URL, --url TARGET or --router MODULE.');
    // A wrong call must show before the first finding does.
    const target = url === undefined ? undefined : { url, secret: values.required('secret') };
    const checkTarget = target && createTargetCheck({ ...target, header: values.text('header') });
    const findings: Finding[] = [];
    const look = async (part: string, check: () => Promise<readonly Finding[]>) => {
      terminal.progress(`looking at the ${part}`);
      const found = await check();
      show(part, found, terminal);
      findings.push(...found);
    };
    if (connection !== undefined)
      await look('queue', () => diagnoseQueue({ connection, ...readQueueName(values) }));
    if (checkTarget !== undefined) await look('target', checkTarget);
    if (router !== undefined) await look('router', () => checkRouter(router));
    const count = (wanted: Finding['verdict']) => findings.filter(({ verdict }) => verdict === wanted).length;
    terminal.line(`${count('good')} good, ${count('doubtful')} doubtful, ${count('bad')} bad`);
    terminal.result(findings);
    return count('bad') > 0 ? 1 : 0;
  },
};

function show(part: string, findings: readonly Finding[], terminal: Terminal): void {
  terminal.line(terminal.style('bold', part));
  const width = Math.max(...findings.map(({ check }) => check.length));
  for (const { check, verdict, found, advice } of findings) {
    const [colour, sign] = signs[verdict];
    terminal.line(`  ${terminal.style(colour, sign)}  ${check.padEnd(width)}  ${found}`);
    if (advice !== undefined) terminal.line(`      ${' '.repeat(width)}  ${advice}`);
  }
}
