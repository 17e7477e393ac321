import { types } from 'node:util';
import { pino } from 'pino';

/** What switchhook logs to: the shape of pino and of most other loggers. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** A logger that adds `fields` to each line. Optional; without it the fields are added call by call. */
  child?(fields: object): Logger;
}

/** An error as it may be written down: nothing but these fields, whatever else the error object carries. */
export interface DescribedError {
  /** Name of the error's class. */
  readonly type: string;
  /** The error's `code`, when it has one of its own. */
  readonly code?: string;
  readonly message: string;
  /** Where it was thrown: the frames of the stack alone, without the message. */
  readonly stack?: string;
}

/** The logger that is used when none is given: pino at level `info`, or at the level named by `LOG_LEVEL`. */
export function createDefaultLogger(): Logger {
  return pino({ name: 'switchhook', level: process.env['LOG_LEVEL'] ?? 'info' });
}

/** A logger that adds `fields` to each line of `logger`. */
export function childLogger(logger: Logger, fields: object): Logger {
  if (logger.child) return logger.child(fields);
  return {
    debug: (own, message) => logger.debug({ ...fields, ...own }, message),
    info: (own, message) => logger.info({ ...fields, ...own }, message),
    warn: (own, message) => logger.warn({ ...fields, ...own }, message),
    error: (own, message) => logger.error({ ...fields, ...own }, message),
  };
}

/** The same logger, except that a line which cannot be written costs no delivery. */
export function guardLogger(logger: Logger): Logger {
  const guard = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: object, message: string) => {
    try {
      logger[level](fields, message);
    } catch {
      // there is no place left to say so
    }
  };
  return { debug: guard('debug'), info: guard('info'), warn: guard('warn'), error: guard('error') };
}

/** A type or a code longer than this is cut, in characters. */
const MAX_NAME_LENGTH = 100;

/** A message longer than this is cut, in characters. */
const MAX_MESSAGE_LENGTH = 500;

/** So many frames of a stack are kept. */
const MAX_FRAMES = 8;

/** A longer text of an error is not shown at all, in characters: to look for every value in it would take too long. */
const MAX_MASKED_LENGTH = 20_000;

/** Of a body with more values than this no error is shown: 1 MB holds 100,000, and to look for each took half a second. */
const MAX_MASKED_VALUES = 2_000;

/** Values shorter than this are not masked: they say too little and would blot out ordinary words. In characters. */
const MIN_MASKED_LENGTH = 4;

/** The service's own words, which say nothing about anybody: left readable, so that `no image allowed` stays a message. */
const vocabulary = new Set(
  'v1.1 text image file audio video location carousel list form formResponse interactive appUser appMaker whisper link reply postback share webview locationRequest email select active blocked inactive pending true false null android messenger viber telegram wechat line twilio whatsapp instagram'.split(
    ' ',
  ),
);

/**
 * The error as type, code, message and stack: properties such as `command.args` of ioredis or `response` of an HTTP client hold
 * bodies and headers, so nothing else of it is read. Values of `payload` that stand in the message are masked; where there is too much
 * to look through, the text is left out. Never throws, whatever was thrown: an object in `message`, or a getter that throws, must not
 * break who reports it.
 */
export function describeError(error: unknown, payload?: unknown): DescribedError {
  if (!isError(error)) return { type: typeof error, message: 'a value that is not an Error was thrown' };
  try {
    const mask = createMask(payload);
    const code =
      'code' in error && typeof error.code === 'string'
        ? mask(error.code).slice(0, MAX_NAME_LENGTH)
        : undefined;
    const stack = mask(stackFrames(error));
    return {
      type: mask(error.name).slice(0, MAX_NAME_LENGTH),
      ...(code !== undefined && { code }),
      message: mask(error.message).slice(0, MAX_MESSAGE_LENGTH),
      ...(stack !== '' && { stack }),
    };
  } catch {
    return { type: 'Error', message: 'an error that cannot be described' };
  }
}

/** Errors of another realm, as test runners and `node:vm` make them, are no instances of our `Error`. */
function isError(error: unknown): error is Error {
  return error instanceof Error || types.isNativeError(error);
}

/** A line of a stack that names a place in a file. Lines of a message that only look like it are cut off before. */
const FRAME = /^at (.+ \()?\S+:\d+:\d+\)?$/;

function stackFrames({ stack = '', message }: Error): string {
  const frames = stack.slice(stack.indexOf(message) + message.length);
  const lines = frames.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line.length <= 300 && FRAME.test(line))
    .slice(0, MAX_FRAMES)
    .join('\n');
}

/**
 * A function that replaces every value of `payload` in a text by `[masked]`, as it is, as JSON and as a URL would write it. What is no
 * text throws: an object in `message` could turn itself into anything.
 */
function createMask(payload: unknown): (text: unknown) => string {
  const values = new Set<string>();
  collectValues(payload, values);
  const tooMany = values.size > MAX_MASKED_VALUES;
  const longestFirst = tooMany ? [] : [...values].flatMap(formsOf).sort((a, b) => b.length - a.length);
  return (text) => {
    if (typeof text !== 'string') throw new TypeError('not a text');
    if (tooMany) return '[masked]';
    if (longestFirst.length > 0 && text.length > MAX_MASKED_LENGTH) return '[too long]';
    return longestFirst.reduce((masked, value) => masked.replaceAll(value, '[masked]'), text);
  };
}

/** A value as it may stand in a text. */
function formsOf(value: string): string[] {
  // A lone surrogate has no percent-encoding.
  const encodable = value.replace(/\p{Surrogate}/gu, '\uFFFD');
  const inQuery = new URLSearchParams({ '': encodable }).toString().slice(1);
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(encodable), inQuery];
}

/** Adds the values that are worth masking, and stops when there are too many. */
function collectValues(value: unknown, values: Set<string>): void {
  if (values.size > MAX_MASKED_VALUES) return;
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value).trim();
    if (text.length >= MIN_MASKED_LENGTH && !vocabulary.has(text)) values.add(text);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collectValues(inner, values);
  }
}
