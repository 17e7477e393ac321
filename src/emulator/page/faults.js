import { attempt, call } from './api.js';
import { byId, fillSelect, make, reconcile } from './dom.js';
import { onChange, state } from './store.js';

/** What each fault does, in a sentence. */
const hints = {
  duplicate: 'The call is made twice at the same time; the first decides.',
  loseResponse: 'Your receiver answers, then the connection ends and the answer is lost.',
  late: 'The answer is held up until the time limit is over.',
  cut: 'The connection is closed in the middle of the body.',
  cutJson: 'A whole call with half of the JSON.',
  wrongSecret: 'Another secret in the header.',
  noSecret: 'No secret in the header.',
  slowBody: 'The body comes in two halves, with a pause between.',
  delay: 'The first attempt is made later.',
  reorder: 'The first attempt waits until the next delivery had its own.',
  unknownTrigger: 'The body says a trigger that does not exist.',
  unknownKeys: 'Each object of the body has a key more.',
  unknownValues: 'Types, roles and platforms are none that are known.',
  bothVersions: 'The event is sent in the other version too.',
  status: 'Refused with that status, and nothing is done.',
  html: 'A page in place of JSON.',
  latency: 'Answered later.',
  timeout: 'Never answered, and nothing is done.',
  dropAfterCommit: 'All is done, then the connection is reset before the answer.',
};
const resets = {
  delivery: 'The connection ends before anything is sent; your receiver sees no call.',
  api: 'The connection is reset, and nothing is done.',
};
const timed = ['slowBody', 'delay', 'reorder', 'latency'];

function drawForm() {
  const form = byId('add-fault');
  const { on, type } = form.elements;
  fillSelect(
    type,
    state.faultNames[on.value].map((name) => [name, name]),
  );
  const shown = {
    delivery: on.value === 'delivery',
    api: on.value === 'api',
    status: type.value === 'status' || type.value === 'html',
    retry: type.value === 'status',
    ms: timed.includes(type.value),
  };
  for (const label of form.querySelectorAll('[data-for]')) label.hidden = !shown[label.dataset.for];
  byId('fault-hint').textContent = type.value === 'reset' ? resets[on.value] : (hints[type.value] ?? '');
}

function readRule({ on, type, trigger, path, status, retryAfter, ms, times }) {
  const isApi = on.value === 'api';
  const withStatus = isApi && (type.value === 'status' || type.value === 'html');
  return {
    on: on.value,
    action: {
      type: type.value,
      ...(withStatus && { status: Number(status.value) }),
      ...(type.value === 'status' && retryAfter.value !== '' && { retryAfter: Number(retryAfter.value) }),
      ...(timed.includes(type.value) && { ms: Number(ms.value) }),
    },
    ...(!isApi && trigger.value.trim() !== '' && { trigger: trigger.value.trim() }),
    ...(isApi && path.value.trim() !== '' && { path: path.value.trim() }),
    ...(times.value !== '' && { times: Number(times.value) }),
  };
}

function drawRule({ id, rule, left }) {
  const { on, action, trigger, method, path } = rule;
  const { type, ...details } = action;
  const where =
    on === 'delivery' ? (trigger === '*' ? 'all deliveries' : trigger) : `${method ?? 'any'} ${path}`;
  return make(
    'li',
    { class: 'card rule' },
    make('strong', {}, type),
    make(
      'span',
      { class: 'details' },
      Object.entries(details)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    ),
    make('code', {}, where),
    make(
      'span',
      { class: 'muted' },
      left === undefined ? 'until removed' : left === 1 ? 'once more' : `${left} times more`,
    ),
    make(
      'button',
      {
        type: 'button',
        'aria-label': `Remove ${type}`,
        onclick: () => void attempt(() => call('DELETE', `faults/${id}`)),
      },
      'Remove',
    ),
  );
}

/** Connects the form that breaks things and the list of what is in force. */
export function startFaults() {
  const form = byId('add-fault');
  form.addEventListener('change', drawForm);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    await attempt(() => call('POST', 'faults', readRule(form.elements)));
  });
  onChange(() => {
    drawForm();
    reconcile(byId('fault-list'), state.faults, ({ id }) => id, drawRule);
  });
}
