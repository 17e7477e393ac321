import { attempt, call } from './api.js';
import { announce, byId, make, reconcile } from './dom.js';
import { draftPerson, drawDraft, drawPeople, readSelected, select } from './people.js';
import { drawActs } from './phone-acts.js';
import { drawButton, drawMessage } from './phone-message.js';
import { change, onChange, onPhones } from './store.js';

/** What stands on the phone in hand; missing while a new person is described. */
let view;
let asked = 0;
let shownAs = 0;
let lastId;
let shownLines;

/** Does an act at the phone in hand, which for a new person is made first. */
async function doAct(name, body) {
  const number = ++asked;
  const id = readSelected() ?? (await draftPerson());
  const next = await call('POST', `phones/${id}/${name}`, body);
  show(next, number);
}

/** The same, showing what goes wrong. */
export const tryAct = (name, body) => attempt(() => doAct(name, body));

/** Asks what stands on the phone in hand. */
async function refresh() {
  const id = readSelected();
  if (id === undefined) return show(undefined, ++asked);
  const number = ++asked;
  try {
    show(await call('GET', `phones/${id}`), number);
  } catch ({ status }) {
    // Not answered, as while the page is left: it is asked again when the connection is back.
    if (status !== 404) return;
    // It was made by an emulator that has been reset or started anew.
    select(undefined);
    show(undefined, ++asked);
  }
}

/** Answers may overtake each other: an older one is not shown over a newer. */
function show(next, number) {
  if (number < shownAs || (next !== undefined && next.id !== readSelected())) return;
  shownAs = number;
  view = next;
  change();
}

function draw() {
  drawPeople(view);
  const screen = byId('screen');
  const atEnd = screen.scrollHeight - screen.scrollTop - screen.clientHeight < 60;
  byId('phone').dataset.channel = view?.channel ?? 'draft';
  const name = nameOf(view);
  byId('caller-name').textContent = name;
  byId('caller-line').textContent = view === undefined ? 'not known to the app yet' : describe(view);
  byId('face').textContent =
    view === undefined ? '+' : (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?').toUpperCase();
  byId('prompt').hidden = view?.asked !== true;
  drawSignals();
  drawReplies();
  drawActs(view, tryAct);
  if (view === undefined) {
    drawDraft(screen);
    lastId = undefined;
    shownLines = undefined;
    return;
  }
  if (screen.dataset.phone !== view.id) {
    screen.replaceChildren();
    screen.dataset.phone = view.id;
  }
  const lines = listLines(view);
  reconcile(screen, lines, ({ _id }) => _id, drawLine);
  const shown = lines.map(({ _id }) => _id).join();
  if (shown === shownLines) return;
  shownLines = shown;
  const last = view.messages.at(-1);
  const isNew = last !== undefined && last._id !== lastId;
  lastId = last?._id;
  if (atEnd || (isNew && last.role === 'appUser')) screen.scrollTop = screen.scrollHeight;
  if (isNew && last.role !== 'appUser') announce(`The business: ${last.text || last.type}`);
}

/** The messages, and what stands between and under them. */
function listLines({ messages, businessRead, businessTypes, traits }) {
  if (messages.length === 0)
    return [
      {
        _id: 'empty',
        note: 'Nothing here yet. Write the first message below: it makes the user and the conversation.',
      },
    ];
  const read = messages.findLast(
    ({ role, received }) => role === 'appUser' && received <= (businessRead ?? 0),
  );
  const lines = messages.flatMap((message) =>
    message === read && traits.kind === 'sdk'
      ? [message, { _id: 'read', receipt: 'Read by the business' }]
      : [message],
  );
  return businessTypes ? [...lines, { _id: 'typing', types: true }] : lines;
}

function drawLine(line) {
  if (line.note !== undefined) return make('p', { class: 'note' }, line.note);
  if (line.receipt !== undefined) return make('p', { class: 'receipt' }, line.receipt);
  if (line.types)
    return make(
      'div',
      { class: 'typing', role: 'img', 'aria-label': 'The business is typing' },
      make('i'),
      make('i'),
      make('i'),
    );
  return drawMessage(line, { press, submit: (values) => void tryAct('submit', { values }) });
}

function press(button) {
  const { _id, type } = button;
  if (type === 'postback') void tryAct('tap', { button: _id });
  else if (type === 'reply') void tryAct('reply', { button: _id });
  else if (type === 'buy') void tryAct('pay', { button: _id });
  else if (type === 'locationRequest')
    void tryAct('say', { type: 'location', coordinates: { lat: 52.52, long: 13.405 } });
}

/** Replies are those of the last message, and gone when there is another. */
function drawReplies() {
  const last = view?.messages.at(-1);
  const replies =
    last !== undefined && last.role !== 'appUser' ? last.buttons.filter(({ type }) => type === 'reply') : [];
  byId('replies').hidden = replies.length === 0;
  reconcile(
    byId('replies'),
    replies,
    ({ _id }) => _id,
    (button) => drawButton(button, press),
  );
}

function drawSignals() {
  const standing = byId('standing');
  const [read, typing, menu] = byId('signals').querySelectorAll('button');
  read.disabled = view === undefined || !view.traits.reportsReads || view.messages.length === 0;
  read.title =
    view?.traits.reportsReads === false
      ? `${view.channel} does not tell when users read`
      : 'Reads what is there';
  typing.disabled = view === undefined || !view.traits.reportsTyping || view.appUserId === undefined;
  typing.title =
    view?.traits.reportsTyping === false
      ? `${view.channel} does not tell when users type`
      : 'Begins to type, or stops';
  if (typing.disabled) typing.setAttribute('aria-pressed', 'false');
  menu.hidden = view?.menu === undefined;
  const words = [
    view?.status === 'blocked' && 'blocked',
    view?.status === 'inactive' && 'logged out',
    view?.away && 'offline',
    view?.unread > 0 && `${view.unread} unread`,
  ];
  standing.textContent = words.filter(Boolean).join(' · ');
}

function nameOf(phone) {
  if (phone === undefined) return 'New person';
  return phone.name ?? phone.userId ?? phone.externalId ?? 'Somebody';
}

function describe({ channel, userId, externalId, name }) {
  return [channel, ...new Set([name === undefined ? undefined : userId, externalId])]
    .filter(Boolean)
    .join(' · ');
}

/** Connects the phone. */
export function startPhone() {
  const field = byId('composer');
  byId('compose').addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = field.value;
    if (text.trim() === '') return;
    field.value = '';
    byId('signals').querySelector('[data-act=typing]').setAttribute('aria-pressed', 'false');
    // What was not sent is still there.
    if (!(await tryAct('say', { text })) && field.value === '') field.value = text;
  });
  byId('signals').addEventListener('click', ({ target }) => {
    const { act } = target.dataset;
    if (act === 'read') void tryAct('read');
    if (act !== 'typing') return;
    const isTyping = target.getAttribute('aria-pressed') !== 'true';
    target.setAttribute('aria-pressed', String(isTyping));
    void tryAct('typing', { isTyping });
  });
  byId('prompt').addEventListener('click', ({ target }) => {
    const { answer } = target.dataset;
    if (answer !== undefined) void tryAct('answer', { answer });
  });
  onChange(draw);
  onPhones(() => void refresh());
  byId('person').addEventListener('change', ({ target }) => {
    select(target.value === '' ? undefined : target.value);
    void refresh();
  });
  byId('new-person').addEventListener('click', () => newPerson());
}

/** Another person: what they write first makes them. */
export function newPerson() {
  select(undefined);
  void refresh();
  byId('draft-channel')?.focus();
}
