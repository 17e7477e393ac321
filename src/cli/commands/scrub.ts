import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scrub } from '../../testing/index.ts';
import { type Command, UsageError } from '../command.ts';
import { readSources } from '../read-sources.ts';

/** `switchhook scrub`: pseudonyms for what is private. */
export const scrubCommand: Command = {
  summary: 'replaces what is private in payloads by pseudonyms, and keeps their shape',
  usage: ['scrub FILE… [--salt TEXT] [--out FOLDER]', 'scrub - < payload.json'],
  options: {
    salt: {
      type: 'string',
      value: 'TEXT',
      help: 'the same salt gives the same pseudonyms in another call; keep it secret; default: a random one',
      env: 'SWITCHHOOK_SALT',
    },
    out: {
      type: 'string',
      value: 'FOLDER',
      help: 'writes 0001.json and so on into it, in place of printing',
    },
  },
  notes: [
    'Files are JSON, a list of payloads, ndjson, or folders of these. One payload is printed as JSON, several as ndjson.',
    'All payloads of one call share a salt: what was equal stays equal, but for one id in some thousands.',
  ],
  async run({ args, values, terminal }) {
    const salt = values.text('salt');
    const out = values.text('out');
    if (out === '') throw new UsageError('--out must name a folder.');
    const sources = await readSources(args, terminal);
    // One by one: in a list each payload would also depend on all the others.
    const scrubbed = sources.map(({ payload }) => scrub(payload, salt === undefined ? {} : { salt }));
    if (out !== undefined) {
      const written = await writePayloads(out, scrubbed);
      terminal.line(`${written.length} payloads written to ${out}.`);
      terminal.result(written);
      return 0;
    }
    terminal.result(scrubbed);
    if (scrubbed.length === 1) terminal.line(JSON.stringify(scrubbed[0], null, 2));
    else for (const payload of scrubbed) terminal.line(JSON.stringify(payload));
    return 0;
  },
};

async function writePayloads(folder: string, payloads: readonly unknown[]): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const written: string[] = [];
  for (const [i, payload] of payloads.entries()) {
    const path = join(folder, `${String(i + 1).padStart(4, '0')}.json`);
    await writeFile(path, `${JSON.stringify(payload, null, 2)}\n`);
    written.push(path);
  }
  return written;
}
