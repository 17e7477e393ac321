import { OptionsError } from '../../errors/index.ts';
import type { EndUser, EndUserOptions } from '../end-user/index.ts';
import { ControlError } from './control-error.ts';
import type { Fields } from './read-body.ts';

/** A phone: a person on a channel, as the page has it in hand. */
export interface Phone {
  readonly id: string;
  /** As given: the person is known to the app from the first act on. */
  readonly name: string | undefined;
  readonly userId: string | undefined;
  readonly endUser: EndUser;
}

/** The phones of the page. */
export interface Phones {
  add(given: Fields): Phone;
  /** In the order of their making. */
  list(): readonly Phone[];
  /** Throws a `ControlError` for an id that there is not. */
  find(id: string): Phone;
  remove(id: string): void;
  clear(): void;
}

/** How many phones there may be: each is looked for in the state again and again. */
const MAX_PHONES = 100;

/** Makes the place for phones; `make` makes the person at one. */
export function createPhones(make: (options: EndUserOptions) => EndUser): Phones {
  const phones = new Map<string, Phone>();
  let made = 0;

  function find(id: string): Phone {
    const phone = phones.get(id);
    if (phone === undefined) throw new ControlError(404, 'There is no phone with that id.');
    return phone;
  }

  return {
    add(given) {
      if (phones.size >= MAX_PHONES)
        throw new OptionsError(`There are ${MAX_PHONES} phones already: remove one.`);
      // Checked by it, whatever they are.
      const options = given as EndUserOptions;
      const endUser = make(options);
      made++;
      const name = [options.givenName, options.surname].filter(Boolean).join(' ') || undefined;
      const phone = { id: `phone-${made}`, name, userId: options.userId, endUser };
      phones.set(phone.id, phone);
      return phone;
    },
    list: () => [...phones.values()],
    find,
    remove: (id) => void phones.delete(find(id).id),
    clear: () => phones.clear(),
  };
}
