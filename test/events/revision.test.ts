import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { acceptedEvent, parseEvent, schemasRevision } from '../../src/events/index.ts';
import { fixture, fixtures } from '../../src/testing/index.ts';

const folder = resolve(__dirname, '../../src/events');

describe('the revision of the schemas', () => {
  it('changes with them: write the received value into src/events/revision.ts', () => {
    const hash = createHash('sha256');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.ts') && name !== 'revision.ts');
    for (const name of names.sort()) hash.update(name).update(readFileSync(join(folder, name)));
    expect(hash.digest('hex').slice(0, 16)).toBe(schemasRevision);
  });

  it.each(fixtures().map(({ name }) => name))('gives the event of %s as its schema does', (name) => {
    const parsed = parseEvent(fixture(name));
    if (parsed.kind !== 'known') throw new Error(`The fixture is ${parsed.kind}.`);
    expect(acceptedEvent(parsed.payload, parsed.event.version)).toEqual(parsed);
  });
});
