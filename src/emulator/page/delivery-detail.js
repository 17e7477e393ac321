import { fill, make } from './dom.js';
import { formatSpan, formatTime } from './format.js';
import { drawJson } from './json.js';

/** What is said while nothing is chosen. */
export function drawNothing(detail, text) {
  fill(detail, make('p', { class: 'note' }, text));
}

/** Draws a delivery with its attempts. What was opened of the one before stays open when it is the same. */
export function drawDelivery(detail, delivery, { resend, edit, duplicate }) {
  const isSame = detail.dataset.id === delivery.id;
  const open = new Set(
    isSame ? [...detail.querySelectorAll('details[open]')].map(({ dataset }) => dataset.key) : [],
  );
  const { scrollTop } = detail;
  const focused = detail.contains(document.activeElement) ? document.activeElement.dataset.do : undefined;
  detail.dataset.id = delivery.id;
  const { attempts, trigger, version, target, resendOf } = delivery;
  const button = (name, text, run, key) =>
    make('button', { type: 'button', data: { do: name }, onclick: run, title: `${text} (${key})` }, text);
  fill(
    detail,
    make(
      'header',
      {},
      make(
        'h3',
        {},
        make('code', {}, trigger),
        make('span', { class: `state ${delivery.state}` }, delivery.state),
      ),
      make(
        'p',
        { class: 'muted' },
        `${version} to `,
        make('code', {}, target),
        ` · ${delivery.id}`,
        resendOf && ` · ${delivery.edited ? 'edited from' : 'resent from'} ${resendOf}`,
      ),
      make(
        'div',
        { class: 'bar' },
        button('resend', 'Resend', resend, 'r'),
        button('edit', 'Edit and resend', edit, 'e'),
        button('duplicate', 'Duplicate', duplicate, 'd'),
      ),
    ),
    make('h4', {}, attempts.length === 1 ? '1 call' : `${attempts.length} calls`),
    attempts.length === 0
      ? make(
          'p',
          { class: 'muted' },
          delivery.nextAtMs === undefined ? 'The first is under way.' : 'Held back.',
        )
      : make('ol', { class: 'attempts' }, attempts.map(drawAttempt)),
    delivery.nextAtMs !== undefined &&
      make('p', { class: 'next' }, `The next attempt is due at ${formatTime(delivery.nextAtMs)}.`),
    make('h4', {}, 'Body'),
    drawJson(delivery.body),
  );
  for (const block of detail.querySelectorAll('details')) block.open = open.has(block.dataset.key);
  detail.scrollTop = isSame ? scrollTop : 0;
  if (focused !== undefined) detail.querySelector(`[data-do="${focused}"]`)?.focus();
}

/** Green, amber or red. */
function toneOf({ outcome, nextAtMs }) {
  if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) return 'good';
  return nextAtMs === undefined ? 'bad' : 'wait';
}

function drawAttempt(attempt, index) {
  const { number, atMs, afterMs, tookMs, outcome, decision, duplicate, faults, request, response, error } =
    attempt;
  return make(
    'li',
    { class: `attempt ${toneOf(attempt)}`, data: { number } },
    make(
      'div',
      { class: 'line' },
      make('strong', { class: 'outcome' }, String(outcome)),
      make('span', {}, duplicate ? `duplicate of attempt ${number}` : `attempt ${number}`),
      make(
        'span',
        { class: 'muted' },
        afterMs === 0 ? formatTime(atMs) : `${formatTime(atMs)}, after ${formatSpan(afterMs)}`,
      ),
      make('span', { class: 'took' }, formatSpan(tookMs)),
    ),
    make('p', { class: 'muted' }, decision, error && ` (${error})`),
    faults.length > 0 &&
      make(
        'p',
        {},
        faults.map((fault) => make('span', { class: 'badge fault' }, fault)),
      ),
    make(
      'div',
      { class: 'folds' },
      response !== undefined &&
        fold(`answer-${index}`, `Answer ${response.status}`, [
          drawHeaders(response.headers),
          response.body !== '' && drawJson(response.body),
        ]),
      fold(`request-${index}`, 'Request', [
        drawHeaders(request.headers),
        request.body !== undefined && drawJson(request.body),
      ]),
    ),
  );
}

function fold(key, title, children) {
  return make('details', { data: { key } }, make('summary', {}, title), children);
}

function drawHeaders(headers) {
  const text = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  return make('pre', { tabindex: '0' }, text);
}
