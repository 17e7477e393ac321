import { createHash } from 'node:crypto';
import type { AppRecord, UserRecord } from '../world/index.ts';

/** Who writes, as far as the call says it. */
interface GivenAuthor {
  readonly role: 'appUser' | 'appMaker';
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly avatarUrl?: string | undefined;
}

/** The fields of a message that tell of its author. */
interface Author {
  readonly role: 'appUser' | 'appMaker';
  readonly authorId: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly avatarUrl: string | undefined;
}

/** The author of a message that comes by a call of the API. Source: Part B, "Messages"; hash and avatar: seen on the wire. */
export function readAuthor(app: AppRecord, user: UserRecord, given: GivenAuthor): Author {
  const { role, email } = given;
  if (role === 'appMaker') {
    const avatarUrl = given.avatarUrl ?? findAvatar(email);
    return { role, authorId: hashEmail(email), name: given.name, email, avatarUrl };
  }
  const profile = email === undefined ? user.avatarUrl : undefined;
  return {
    role,
    authorId: user._id,
    name: given.name ?? nameUser(app, user),
    email,
    avatarUrl: given.avatarUrl ?? profile ?? findAvatar(email ?? user.email),
  };
}

/**
 * The name of a user: that of the profile, or, in an app with the setting `useAnimalNames`, two words that stay the same. `undefined` without
 * either. Source: Part B, "Messages"; the animals: the service's public documentation, which lists none of them.
 */
export function nameUser(app: AppRecord, user: UserRecord): string | undefined {
  const name = [user.givenName, user.surname].filter(Boolean).join(' ');
  if (name !== '') return name;
  if (app.settings['useAnimalNames'] !== true) return undefined;
  const [first = 0, second = 0] = createHash('sha256').update(user._id).digest();
  return `${qualities[first % qualities.length]} ${animals[second % animals.length]}`;
}

const qualities = ['Amber', 'Brave', 'Calm', 'Eager', 'Gentle', 'Quiet', 'Swift', 'Wise'];
const animals = ['Badger', 'Falcon', 'Heron', 'Lynx', 'Otter', 'Panda', 'Tortoise', 'Wolf'];

/** The picture that the avatar service has for an e-mail address. Source of the form: seen on the wire. */
function findAvatar(email: string | undefined): string {
  const hash =
    email === undefined ? '0'.repeat(32) : createHash('md5').update(readEmail(email)).digest('hex');
  return `https://www.gravatar.com/avatar/${hash}.png?s=200&d=mm`;
}

/** What stands for an app maker: the same for the same e-mail address, and for none. */
function hashEmail(email = ''): string {
  const hash = createHash('sha256').update(readEmail(email)).digest().subarray(0, 16);
  let rest = BigInt(`0x${hash.toString('hex')}`);
  let text = '';
  while (text.length < 22) {
    text = `${digits[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text;
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function readEmail(email: string): string {
  return email.trim().toLowerCase();
}
