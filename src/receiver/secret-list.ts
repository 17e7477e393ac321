import { hash, timingSafeEqual } from 'node:crypto';
import { OptionsError } from '../errors/index.ts';
import { isVersion, type Version, versions } from '../events/index.ts';
import { readOptions } from '../options/index.ts';
import { isPlaceholder } from './placeholder.ts';

/** A webhook's secret with a name of your choice, which handlers find in `context.delivery.webhook` and which is logged. */
export interface NamedSecret {
  /** Anything that tells the webhook from your others. Not the secret. */
  readonly name: string;
  /** The secret as the service shows it. */
  readonly secret: string;
  /** The version that the webhook was made with: bodies without a `version` are read as this one. Default: `v1`. */
  readonly version?: Version | undefined;
}

/** One secret, or several of which any is right. */
export type SecretList = string | readonly (string | NamedSecret)[];

/** A secret as the receiver keeps it: not the text, but its digest. */
export interface Secret {
  readonly name: string | null;
  readonly version: Version | undefined;
  /** SHA-256 of the secret. */
  readonly digest: Buffer;
}

/** Shorter secrets are refused, in characters. The shortest form that the service was seen to make has 20. */
const MIN_SECRET_LENGTH = 8;

const KEYS = ['name', 'secret', 'version'];

type NamedSecretAsGiven = Partial<Record<keyof NamedSecret, unknown>>;

/** Checks `list` and turns it into digests. Throws an `OptionsError` that names the place and never the secret. */
export function readSecretList(list: unknown): readonly Secret[] {
  if (typeof list === 'string') return [readSecret(list, 'secrets')];
  if (list === undefined || list === null)
    throw new OptionsError('secrets is missing: set the environment variable that it comes from.');
  if (!Array.isArray(list))
    throw new OptionsError(
      'secrets is of another kind: give the secret of your webhook, a list, or a function that fetches the list.',
    );
  if (list.length === 0) throw new OptionsError('secrets is an empty list: give at least one secret.');
  const secrets = list.map((item: unknown, index) => readItem(item, `secrets[${index}]`));
  checkUnique(secrets);
  return secrets;
}

/** The one of `secrets` that equals `candidate`. All are compared, each in constant time, whichever is right. */
export function matchSecret(candidate: string, secrets: readonly Secret[]): Secret | undefined {
  const digest = digestOf(candidate);
  let found: Secret | undefined;
  for (const secret of secrets) {
    if (timingSafeEqual(digest, secret.digest)) found = secret;
  }
  return found;
}

function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

function readItem(item: unknown, place: string): Secret {
  if (typeof item === 'string') return readSecret(item, place);
  if (typeof item !== 'object' || item === null)
    throw new OptionsError(`${place} must be a string or an object with name and secret.`);
  const { name, secret, version } = readOptions(item, KEYS, place) as NamedSecretAsGiven;
  if (typeof name !== 'string' || name.trim() === '' || name.length > 100 || /\p{Cc}/u.test(name))
    throw new OptionsError(`${place}.name must be a text of 1 to 100 characters.`);
  if (name === secret)
    throw new OptionsError(`${place}.name is the secret: names are logged, choose another.`);
  if (version !== undefined && !isVersion(version))
    throw new OptionsError(`${place}.version must be one of ${versions.join(', ')}.`);
  return { ...readSecret(secret, `${place}.secret`), name, version };
}

function readSecret(secret: unknown, place: string): Secret {
  const fault = faultOf(secret);
  if (fault !== undefined) throw new OptionsError(`${place} ${fault}.`);
  return { name: null, version: undefined, digest: digestOf(secret as string) };
}

/** What is wrong with a secret, as the rest of a sentence. Forms differ and are the service's affair; this is about our mistakes. */
function faultOf(secret: unknown): string | undefined {
  if (typeof secret !== 'string') return 'must be a string: give the secret as the service shows it';
  if (secret.trim() === '') return 'is empty: set the environment variable that it comes from';
  if (secret.trim() !== secret) return 'begins or ends with a blank, which no header can carry: trim it';
  if (/[^\x20-\x7e\xa0-\xff]/.test(secret))
    return 'holds a character that no header can carry: copy it again';
  if (secret.length < MIN_SECRET_LENGTH)
    return `is shorter than ${MIN_SECRET_LENGTH} characters: use the secret that the service made`;
  if (isPlaceholder(secret)) return 'looks like a placeholder: use the secret that the service made';
  return undefined;
}

function checkUnique(secrets: readonly Secret[]): void {
  const names = new Set<string>();
  const digests = new Set<string>();
  secrets.forEach(({ name, digest }, index) => {
    const text = digest.toString('hex');
    if (digests.has(text)) throw new OptionsError(`secrets[${index}] is there twice: give each secret once.`);
    digests.add(text);
    if (name !== null && names.has(name))
      throw new OptionsError(`secrets[${index}].name is there twice: give each secret its own name.`);
    if (name !== null) names.add(name);
  });
}
