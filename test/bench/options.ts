import { parseArgs } from 'node:util';
import { type ContenderInfo, contenders } from './contenders.ts';

/** The parts of the bench. */
const sections = ['http', 'worker', 'growth', 'startup'] as const;

/** A part of the bench. */
type Section = (typeof sections)[number];

/** What the command line asks for. */
export interface BenchOptions {
  readonly sections: readonly Section[];
  readonly contenders: readonly ContenderInfo[];
  readonly others: boolean;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly deepest: number;
  readonly json: boolean;
}

/** Reads the command line. Throws for what is not there or no number above 0. */
export function readBenchOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1.2' },
      connections: { type: 'string', default: '50' },
      deepest: { type: 'string', default: '1000000' },
      only: { type: 'string' },
      others: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const wanted = positionals.map((name) => pick('section', name, sections));
  const names = values.only?.split(',').map((name) =>
    pick(
      'contender',
      name,
      contenders.map((info) => info.name),
    ),
  );
  return {
    sections: wanted.length > 0 ? wanted : ['http', 'worker'],
    contenders: contenders.filter(({ name }) => names?.includes(name) ?? true),
    others: values.others,
    rounds: readNumber('rounds', values.rounds, 1),
    seconds: readNumber('seconds', values.seconds),
    connections: readNumber('connections', values.connections, 1),
    deepest: readNumber('deepest', values.deepest, 10),
    json: values.json,
  };
}

function pick<T extends string>(what: string, name: string, names: readonly T[]): T {
  const found = names.find((each) => each === name);
  if (!found) throw new RangeError(`There is no ${what} ${name}. There are: ${names.join(', ')}.`);
  return found;
}

/** `step`: the number is a multiple of it. */
function readNumber(name: string, text: string, step = 0): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number <= 0 || (step > 0 && number % step !== 0))
    throw new RangeError(`--${name} must be a number above 0${step > 0 ? `, a multiple of ${step}` : ''}.`);
  return number;
}
