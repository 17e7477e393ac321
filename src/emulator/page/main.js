import { startCalls, stepCall } from './calls.js';
import { advance, startClock } from './clock.js';
import { actOnDelivery, startDeliveries, stepDelivery } from './deliveries.js';
import { openFire, openHelp, startDialogs } from './dialogs.js';
import { byId, fillSelect } from './dom.js';
import { startFaults } from './faults.js';
import { newPerson, startPhone, tryAct } from './phone.js';
import { startAttachments } from './phone-acts.js';
import { follow, onChange, state } from './store.js';
import { shownTab, showTab, startTabs } from './tabs.js';
import { startWebhooks } from './webhooks.js';

const panels = ['deliveries', 'calls', 'webhooks', 'faults'];

/** What a key does while nothing is typed into. */
const keys = {
  w: () => byId('composer').focus(),
  n: newPerson,
  '/': () => {
    showTab('deliveries');
    byId('filters').elements.search.focus();
  },
  j: () => step(1),
  k: () => step(-1),
  r: () => actOnDelivery('resend'),
  e: () => actOnDelivery('edit'),
  d: () => actOnDelivery('duplicate'),
  m: () => void advance('1m'),
  M: () => void advance('15m'),
  f: openFire,
  b: () => showTab('faults', true),
  '?': openHelp,
  ...Object.fromEntries(panels.map((panel, index) => [String(index + 1), () => showTab(panel)])),
};

function step(by) {
  if (shownTab() === 'calls') stepCall(by);
  else {
    showTab('deliveries');
    stepDelivery(by);
  }
}

document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isTyping = target.matches('input, textarea, select');
  if (key === 'Escape' && isTyping && target.closest('dialog, [popover]') === null) target.blur();
  if (isTyping || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]') !== null) return;
  if (!Object.hasOwn(keys, key)) return;
  event.preventDefault();
  keys[key]();
});

onChange(() => {
  const counts = [state.deliveries.size, state.calls.size, state.webhooks.length, state.faults.length];
  panels.forEach((panel, index) => {
    const count = byId(`tab-${panel}`).querySelector('.count');
    count.textContent = counts[index] === 0 ? '' : String(counts[index]);
  });
  fillSelect(
    byId('trigger-names'),
    state.triggers.map((name) => [name, '']),
  );
  fillSelect(
    byId('user-ids'),
    state.users.flatMap(({ userId, givenName }) => (userId === undefined ? [] : [[userId, givenName ?? '']])),
  );
});

startTabs();
startClock();
startPhone();
startAttachments(tryAct);
startDeliveries();
startCalls();
startWebhooks();
startFaults();
startDialogs({ onReset: newPerson });
follow();
