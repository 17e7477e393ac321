import { attempt, call } from './api.js';
import { drawNothing } from './delivery-detail.js';
import { byId, fill, make } from './dom.js';
import { formatSpan, formatTime, shortenIds } from './format.js';
import { drawJson } from './json.js';
import { createList } from './lists.js';
import { onChange, state } from './store.js';

let list;

function toneOf({ status, warnings }) {
  if (status === undefined || status >= 500) return 'exhausted';
  if (status >= 400) return 'ended';
  return warnings.length > 0 ? 'retrying' : 'acknowledged';
}

function drawRow({ id, tone, method, path, status, atMs, durationMs, warnings, fault }) {
  return make(
    'li',
    {},
    make(
      'button',
      { type: 'button', class: 'row wide', data: { id, state: tone } },
      make('span', { class: 'dot' }),
      make(
        'span',
        { class: 'first' },
        make('code', { title: path }, `${method} ${shortenIds(path)}`),
        fault && make('span', { class: 'badge fault' }, fault),
      ),
      make('span', { class: 'gist' }, warnings.join(' ') || formatTime(atMs)),
      make('span', { class: 'standing' }, `${status ?? 'no answer'} · ${formatSpan(durationMs)}`),
    ),
  );
}

function drawCall(detail, { method, path, status, keyId, warnings, requestBody, answerBody, fault }) {
  fill(
    detail,
    make(
      'header',
      {},
      make('h3', {}, make('code', {}, `${method} ${path}`)),
      make(
        'p',
        { class: 'muted' },
        `${status ?? 'no answer'}${keyId === undefined ? '' : ` · key ${keyId}`}`,
      ),
      fault && make('p', {}, make('span', { class: 'badge fault' }, fault)),
    ),
    warnings.map((text) => make('p', { class: 'warning' }, text)),
    requestBody !== undefined && [make('h4', {}, 'Request'), drawJson(requestBody)],
    answerBody !== undefined && [make('h4', {}, 'Answer'), drawJson(answerBody)],
  );
  detail.scrollTop = 0;
}

function draw() {
  const lines = [...state.calls.values()].reverse();
  list.show(lines.map((line) => ({ ...line, id: String(line.id), tone: toneOf(line) })));
  const none = byId('no-calls');
  none.hidden = lines.length > 0;
  none.textContent =
    'No call of the API yet. What your app sends, and what the service thinks of it, stands here.';
  if (list.chosen() === undefined)
    drawNothing(
      byId('call-detail'),
      lines.length > 0 ? 'Choose a call to see what was sent and answered.' : '',
    );
}

export const stepCall = (by) => list.step(by);

/** Connects the list of calls. */
export function startCalls() {
  list = createList(byId('call-list'), drawRow, (id) => {
    void attempt(async () => {
      const whole = await call('GET', `calls/${id}`);
      if (list.chosen() === id) drawCall(byId('call-detail'), whole);
    });
  });
  onChange(draw);
}
