import type { Clock } from '../../clock.ts';
import type { Random } from '../../testing/index.ts';

/** Makes ids and secrets in the forms of the service. The same ones for the same seed and the same clock. Source of the forms: seen on the wire. */
export interface Ids {
  /** 24 hex digits that begin with the time: messages, actions, items, integrations, templates, webhooks, apps. */
  timed(): string;
  /** `length` random hex digits: 24 for users, conversations and clients, 32 for devices of web clients. */
  hex(length: number): string;
  /** A UUID: notifications, pending clients, mobile devices. */
  uuid(): string;
  /** `length` characters of base64url: 86 for secrets, 24 in auth codes and link codes. */
  base64url(length: number): string;
}

/** Makes the source of ids. */
export function createIds(random: Random, clock: Clock): Ids {
  let counter = 0;
  const draw = (length: number, alphabet: string) =>
    Array.from({ length }, () => alphabet[Math.floor(random.next() * alphabet.length)]).join('');
  const hex = (length: number) => draw(length, '0123456789abcdef');
  return {
    timed() {
      counter = (counter + 1) % 0x1_000_000;
      const seconds = Math.floor(clock.now() / 1_000) % 0x1_0000_0000;
      return `${seconds.toString(16).padStart(8, '0')}${hex(10)}${counter.toString(16).padStart(6, '0')}`;
    },
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${draw(1, '89ab')}${hex(3)}-${hex(12)}`,
    base64url: (length) => draw(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'),
  };
}
