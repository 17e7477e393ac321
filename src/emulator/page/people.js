import { call } from './api.js';
import { byId, fillSelect, make } from './dom.js';
import { state } from './store.js';

const KEY = 'switchhook-phone';

let selected = sessionStorage.getItem(KEY) ?? undefined;
let first = selected === undefined;

/** The id of the phone in hand; nothing while a new person is described. */
export const readSelected = () => selected;

/** Takes a phone in hand. */
export function select(id) {
  selected = id;
  first = false;
  if (id === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, id);
}

/** Fills the list of people. */
export function drawPeople(view) {
  // Who opens the page again finds the phone that was used last.
  if (first && state.loaded) {
    first = false;
    const last = state.phones.at(-1);
    if (last !== undefined) select(last.id);
  }
  const phones =
    view === undefined || state.phones.some(({ id }) => id === view.id)
      ? state.phones
      : [...state.phones, view];
  fillSelect(byId('person'), [
    ['', 'New person'],
    ...phones.map(({ id, channel, name, userId, externalId }) => [
      id,
      `${name ?? userId ?? externalId ?? id.replace('-', ' ')} · ${channel}`,
    ]),
  ]);
  byId('person').value = selected ?? '';
}

/** Draws the card on which a new person is described. It stays as it is while it is there. */
export function drawDraft(screen) {
  if (byId('draft') === null) {
    screen.dataset.phone = 'draft';
    screen.replaceChildren(
      make(
        'form',
        { id: 'draft', class: 'draft', autocomplete: 'off', onsubmit: (event) => event.preventDefault() },
        make(
          'p',
          {},
          'Who writes, and where? Then send a first message: it makes the user, and your webhooks are told.',
        ),
        make('label', {}, 'Channel', make('select', { id: 'draft-channel', name: 'channel' })),
        make('label', {}, 'Name', make('input', { name: 'givenName', placeholder: 'optional' })),
        make(
          'label',
          {},
          'Your own id of them',
          make('input', { name: 'userId', list: 'user-ids', placeholder: 'userId, optional' }),
        ),
      ),
    );
  }
  fillSelect(
    byId('draft-channel'),
    state.channels.map((name) => [name, name]),
  );
}

/** Makes the phone of the person that is described, takes it in hand and gives its id. */
export async function draftPerson() {
  const fields = new FormData(byId('draft'));
  const given = Object.fromEntries([...fields].filter(([, value]) => value.trim() !== ''));
  const phone = await call('POST', 'phones', given);
  select(phone.id);
  return phone.id;
}
