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

/** A message longer than this is cut, in characters. */
const MAX_MESSAGE_LENGTH = 500;

/** So many frames of a stack are kept. */
const MAX_FRAMES = 8;

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
 * bodies and headers, so nothing else of it is read. Values of `payload` that stand in the message are masked. Never throws, whatever
 * was thrown: an object in `message`, or a getter that throws, must not break who reports it.
 */
export function describeError(error: unknown, payload?: unknown): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'a value that is not an Error was thrown' };
  try {
    const mask = createMask(payload);
    const code = 'code' in error && typeof error.code === 'string' ? mask(error.code) : undefined;
    const stack = mask(stackFrames(error));
    return {
      type: mask(error.name),
      ...(code !== undefined && { code }),
      message: mask(error.message).slice(0, MAX_MESSAGE_LENGTH),
      ...(stack !== '' && { stack }),
    };
  } catch {
    return { type: 'Error', message: 'an error that cannot be described' };
  }
}

/** A line of a stack that names a place in a file. Lines of a message that only look like it are cut off before. */
const FRAME = /^at (.+ \()?\S+:\d+:\d+\)?$/;

function stackFrames({ stack = '', message }: Error): string {
  const frames = stack.slice(stack.indexOf(message) + message.length);
  const lines = frames.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => FRAME.test(line))
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
  const longestFirst = [...values].sort((a, b) => b.length - a.length);
  return (text) => {
    if (typeof text !== 'string') throw new TypeError('not a text');
    return longestFirst.reduce((masked, value) => masked.replaceAll(value, '[masked]'), text);
  };
}

function collectValues(value: unknown, values: Set<string>): void {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value).trim();
    if (text.length < MIN_MASKED_LENGTH || vocabulary.has(text)) return;
    // A lone surrogate has no percent-encoding.
    const encodable = text.replace(/\p{Surrogate}/gu, '\uFFFD');
    const inQuery = new URLSearchParams({ '': encodable }).toString().slice(1);
    values.add(text).add(JSON.stringify(text).slice(1, -1)).add(encodeURIComponent(encodable)).add(inQuery);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collectValues(inner, values);
  }
}
