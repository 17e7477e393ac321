import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/**
 * The house: who may import whom. A folder or a file at the top of `src` is one unit. `types` marks a unit of which only types may be
 * imported. `index` is the public entry, which may re-export every unit of the core.
 */
const mayImport: Record<string, readonly string[]> = {
  clock: [],
  errors: [],
  logger: [],
  options: ['errors'],
  events: ['errors'],
  delivery: ['events (types)'],
  queue: ['delivery', 'errors', 'logger', 'clock', 'options'],
  router: ['events', 'delivery', 'errors', 'logger', 'clock', 'options'],
  receiver: ['events', 'queue (types)', 'delivery', 'errors', 'logger', 'clock', 'options'],
  worker: ['queue (types)', 'router', 'events', 'delivery', 'errors', 'logger', 'clock', 'options'],
  bullmq: ['queue', 'delivery', 'errors', 'logger', 'clock', 'options'],
  server: ['errors', 'options'],
  testing: ['index', 'errors', 'options', 'clock'],
  client: ['errors', 'options', 'clock', 'logger (types)', 'events (types)'],
  emulator: ['index', 'testing', 'events', 'errors', 'options', 'clock', 'logger', 'client'],
  cli: ['index', 'testing', 'bullmq', 'client', 'emulator', 'errors', 'options', 'logger'],
  index: [
    'clock',
    'errors',
    'logger',
    'events',
    'delivery',
    'queue',
    'router',
    'receiver',
    'server',
    'worker',
  ],
};

/** Packages that only one unit may import. */
const packagesOf: Record<string, readonly string[]> = {
  zod: ['events', 'emulator'],
  'body-parser': ['receiver'],
  pino: ['logger'],
  bullmq: ['bullmq'],
  ioredis: ['bullmq'],
  'fast-check': ['testing'],
  express: ['emulator'],
};

/** Tables of data may be longer than other files. */
const tablesOfData = ['src/testing/fixture-names.ts'];

const root = resolve(__dirname, '..');

function unitOf(file: string): string {
  const [first = ''] = relative(join(root, 'src'), file).split('/');
  return first.replace(/\.ts$/, '');
}

interface ImportLine {
  readonly file: string;
  readonly unit: string;
  readonly specifier: string;
  readonly typesOnly: boolean;
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(root, 'src', name));

const imports: ImportLine[] = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  const lines = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^;'"]*?\sfrom\s+)?'([^']+)'/gms);
  return [...lines].map(([statement, types, specifier = '']) => ({
    file: relative(root, file),
    unit: unitOf(file),
    specifier,
    typesOnly: types !== undefined || namesOnlyTypes(statement),
  }));
});

/** `import { type A, type B }` is about types alone. */
function namesOnlyTypes(statement: string): boolean {
  const names = /\{([^}]*)\}/s
    .exec(statement)?.[1]
    ?.split(',')
    .map((name) => name.trim());
  return names?.every((name) => name === '' || name.startsWith('type ')) ?? false;
}

describe('the layout of src', () => {
  it('finds the import lines that it is about', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('has no unit that is not in the table', () => {
    expect(new Set(files.map(unitOf))).toEqual(new Set(Object.keys(mayImport)));
  });

  it('imports between units only as the table allows', () => {
    const wrong = imports.filter(({ file, unit, specifier, typesOnly }) => {
      if (!specifier.startsWith('.')) return false;
      const target = unitOf(resolve(root, dirname(file), specifier));
      const allowed = mayImport[unit] ?? [];
      return (
        target !== unit && !allowed.includes(target) && !(typesOnly && allowed.includes(`${target} (types)`))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('enters a folder of another unit by its index', () => {
    const wrong = imports.filter(({ file, unit, specifier }) => {
      if (!specifier.startsWith('.')) return false;
      const target = resolve(root, dirname(file), specifier);
      return unitOf(target) !== unit && relative(join(root, 'src'), target).split('/').length === 2
        ? !specifier.endsWith('/index.ts')
        : false;
    });
    expect(wrong).toEqual([]);
  });

  it('keeps each package where it belongs, and takes nothing of express but in the emulator', () => {
    const wrong = imports.filter(({ unit, specifier }) => {
      if (specifier.startsWith('.') || specifier.startsWith('node:')) return false;
      return !packagesOf[specifier]?.includes(unit);
    });
    expect(wrong).toEqual([]);
  });

  it('has no file over 300 lines that is not a table of data', () => {
    const long = files
      .filter((file) => !tablesOfData.includes(relative(root, file)))
      .filter((file) => readFileSync(file, 'utf8').split('\n').length > 301);
    expect(long).toEqual([]);
  });
});
