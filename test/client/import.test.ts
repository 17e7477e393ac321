import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** What a file takes in at run time: its imports and re-exports but for those of types alone. */
function readImports(file: string): string[] {
  const lines = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s+(type\s)?([^;'"]*?\sfrom\s+)?'([^']+)'/gms,
  );
  return [...lines].flatMap(([, types, names = '', specifier = '']) => {
    const listed = /\{([^}]*)\}/s
      .exec(names)?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    return types !== undefined || listed?.every((name) => name.startsWith('type ')) ? [] : [specifier];
  });
}

describe('importing the client', () => {
  it('loads no package: pino or zod alone would take longer than the client may', () => {
    const files = new Set([resolve(__dirname, '../../src/client/index.ts')]);
    const modules = new Set<string>();
    for (const file of files) {
      for (const specifier of readImports(file)) {
        if (specifier.startsWith('.')) files.add(resolve(dirname(file), specifier));
        else modules.add(specifier);
      }
    }
    expect(files.size).toBeGreaterThan(50);
    expect([...modules].filter((module) => !module.startsWith('node:'))).toEqual([]);
    expect(modules).toContain('node:crypto');
  });
});
