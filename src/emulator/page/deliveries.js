import { attempt, call } from './api.js';
import { drawDelivery, drawNothing } from './delivery-detail.js';
import { editBody } from './dialogs.js';
import { byId, fillSelect, make, showToast } from './dom.js';
import { formatSpan, formatTime, shortenTarget } from './format.js';
import { drawGuide } from './guide.js';
import { createList } from './lists.js';
import { onChange, readNow, state } from './store.js';

let list;
/** The delivery that is shown, whole, and as which line it was asked for. */
let shown;
let askedFor = '';

/** What a delivery is about in a few words, as of now. */
function standingOf({ state: standing, attempts, nextAtMs, lastOutcome }) {
  if (standing !== 'pending') return lastOutcome === undefined ? standing : `${lastOutcome} · ${standing}`;
  if (nextAtMs === undefined)
    return attempts === 0 ? 'under way' : `${lastOutcome} · attempt ${attempts + 1} under way`;
  const wait = formatSpan(Math.max(nextAtMs - readNow(), 0));
  return attempts === 0 ? `held back, in ${wait}` : `${lastOutcome} · attempt ${attempts + 1} in ${wait}`;
}

function drawRow(line) {
  const { id, trigger, version, createdAtMs, gist, faults, resendOf, edited } = line;
  return make(
    'li',
    {},
    make(
      'button',
      { type: 'button', class: 'row', data: { id, state: line.tone } },
      make('span', { class: 'dot' }),
      make(
        'span',
        { class: 'first' },
        make('code', {}, trigger),
        version === 'v1' && make('span', { class: 'badge' }, version),
        resendOf && make('span', { class: 'badge' }, edited ? 'edited' : 'resent'),
        faults.map((fault) => make('span', { class: 'badge fault' }, fault)),
      ),
      make('time', {}, formatTime(createdAtMs)),
      make('span', { class: 'gist' }, gist),
      make('span', { class: 'standing' }, line.standing),
    ),
  );
}

/** A colour for each way that a delivery may stand. */
function toneOf({ state: standing, attempts }) {
  if (standing === 'pending' && attempts > 0) return 'retrying';
  return standing;
}

function filter() {
  const { search, trigger, state: standing, webhook } = byId('filters').elements;
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  return [...state.deliveries.values()]
    .filter(
      (line) =>
        (trigger.value === '' || line.trigger === trigger.value) &&
        (standing.value === '' || line.state === standing.value) &&
        (webhook.value === '' || line.webhookId === webhook.value) &&
        words.every((word) =>
          `${line.trigger} ${line.gist} ${line.id} ${line.target}`.toLowerCase().includes(word),
        ),
    )
    .reverse();
}

function draw() {
  const { trigger, webhook } = byId('filters').elements;
  const triggers = [...new Set([...state.deliveries.values()].map((line) => line.trigger))].toSorted((a, b) =>
    a.localeCompare(b),
  );
  if (trigger.value !== '' && !triggers.includes(trigger.value)) triggers.push(trigger.value);
  fillSelect(trigger, [['', 'All triggers'], ...triggers.map((name) => [name, name])]);
  webhook.hidden = state.webhooks.length < 2;
  fillSelect(webhook, [
    ['', 'All webhooks'],
    ...state.webhooks.map(({ _id, target, version }) => [_id, `${shortenTarget(target)} (${version})`]),
  ]);
  const lines = filter();
  list.show(lines.map((line) => ({ ...line, tone: toneOf(line), standing: standingOf(line) })));
  drawGuide(byId('no-deliveries'), lines.length);
  follow();
}

/** Asks for the whole of the delivery that is chosen, when it has changed. */
function follow() {
  const id = list.chosen();
  const line = id === undefined ? undefined : state.deliveries.get(id);
  if (line === undefined) {
    if (shown !== undefined || id === undefined) showWhole(undefined);
    return;
  }
  const wanted = JSON.stringify(line);
  if (askedFor === wanted) return;
  askedFor = wanted;
  void attempt(async () => {
    const whole = await call('GET', `deliveries/${id}`);
    if (list.chosen() === id && askedFor === wanted) showWhole(whole);
  });
}

function showWhole(whole) {
  shown = whole;
  const detail = byId('delivery-detail');
  if (whole === undefined) {
    askedFor = '';
    drawNothing(
      detail,
      state.deliveries.size > 0 ? 'Choose a delivery to see its attempts, its body and the answers.' : '',
    );
  } else drawDelivery(detail, whole, acts);
}

/** What can be done with the delivery that is shown. */
const acts = {
  resend: () => void attempt(async () => choose(await call('POST', `deliveries/${shown.id}/resend`))),
  edit: () => {
    const { id, body } = shown;
    void editBody(body, async (edit) => choose(await call('POST', `deliveries/${id}/resend`, { edit })));
  },
  duplicate: () =>
    void attempt(async () => {
      const { outcome, tookMs } = await call('POST', `deliveries/${shown.id}/duplicate`);
      showToast(`The duplicate was answered ${outcome} in ${formatSpan(tookMs)}`, 'done');
    }),
};

function choose({ id }) {
  list.choose(id);
}

/** Does something with the delivery that is shown, if there is one. */
export function actOnDelivery(name) {
  if (shown !== undefined) acts[name]();
}

export const stepDelivery = (by) => list.step(by);

/** Connects the list of deliveries. */
export function startDeliveries() {
  list = createList(byId('delivery-list'), drawRow, () => {
    askedFor = '';
    follow();
  });
  byId('filters').addEventListener('input', draw);
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  onChange(draw);
}
