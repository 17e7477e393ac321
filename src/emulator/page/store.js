import { call } from './api.js';
import { byId } from './dom.js';

/** How many deliveries and calls the page holds, and so at most shows: the latest. */
const MAX_LINES = 300;

/** How long the page waits before it asks for the state again, in milliseconds. */
const PAUSE_MS = 250;

/** How long until it connects again where the browser does not, in milliseconds. */
const RETRY_MS = 1000;

/** What the emulator has told so far. */
export const state = {
  loaded: false,
  clock: { mode: 'real', speed: 1, nowMs: Date.now() },
  clockReadAt: performance.now(),
  channels: [],
  triggers: [],
  faultNames: { delivery: [], api: [] },
  phones: [],
  users: [],
  webhooks: [],
  faults: [],
  /** By id, oldest first. */
  deliveries: new Map(),
  calls: new Map(),
};

const listeners = new Set();
const phoneListeners = new Set();
let planned = false;
/** News that came while the state was asked for: the answer may be older than they are. */
let newsMeanwhile;

/** Has `listener` called, at most once for each frame, when something is other than before. */
export function onChange(listener) {
  listeners.add(listener);
}

/** Has `listener` called when what stands on a phone may be other than before. */
export function onPhones(listener) {
  phoneListeners.add(listener);
}

/** Draws again, soon. Not by frames, of which a page in the background gets none. */
export function change() {
  if (planned) return;
  planned = true;
  setTimeout(() => {
    planned = false;
    for (const listener of listeners) listener();
  });
}

/** The emulator's time now. */
export function readNow() {
  const { nowMs, speed } = state.clock;
  return nowMs + (performance.now() - state.clockReadAt) * speed;
}

/** Asks for all. */
async function load() {
  newsMeanwhile = [];
  try {
    const { deliveries, calls, clock, ...rest } = await call('GET', 'state');
    Object.assign(state, rest, { loaded: true });
    state.deliveries = new Map(deliveries.map((line) => [line.id, line]));
    state.calls = new Map(calls.map((line) => [line.id, line]));
    setClock(clock);
    for (const news of newsMeanwhile) apply(news);
  } finally {
    newsMeanwhile = undefined;
  }
  change();
}

function setClock(clock) {
  state.clock = clock;
  state.clockReadAt = performance.now();
}

function apply({ deliveries = [], calls = [], clock, faults }) {
  if (deliveries.length > 0) state.deliveries = merge(state.deliveries, deliveries);
  if (calls.length > 0) state.calls = merge(state.calls, calls);
  if (clock !== undefined) setClock(clock);
  if (faults !== undefined) state.faults = faults;
}

/** News of an old line may come after those that are newer: the order is that of the ids, which count up. */
function merge(lines, news) {
  const all = new Map([...lines, ...news.map((line) => [line.id, line])]);
  const sorted = [...all].toSorted(([a], [b]) => readNumber(a) - readNumber(b));
  return new Map(sorted.slice(-MAX_LINES));
}

const readNumber = (id) => Number(String(id).replace(/\D/g, ''));

/** Runs `work` now, or again when it has ended; never two at once, and with a pause between. */
function createRunner(work) {
  let running = false;
  let wanted = false;
  return async function run() {
    wanted = true;
    if (running) return;
    running = true;
    while (wanted) {
      wanted = false;
      await work().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    running = false;
  };
}

const reload = createRunner(load);

/** Follows the emulator for as long as the page is open, and connects again when the connection was lost. */
export function follow() {
  const source = new EventSource('events');
  const show = (name, text) => {
    byId('connection').dataset.state = name;
    byId('connection').textContent = text;
  };
  source.addEventListener('hello', () => {
    show('live', 'live');
    void reload();
    for (const listener of phoneListeners) listener();
  });
  source.addEventListener('news', (event) => {
    const news = JSON.parse(event.data);
    newsMeanwhile?.push(news);
    apply(news);
    change();
    if (news.touched.includes('state')) void reload();
    if (news.touched.length > 0) for (const listener of phoneListeners) listener();
  });
  source.addEventListener('error', () => {
    show('lost', 'not connected');
    // Some browsers give up where others try again.
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, RETRY_MS);
  });
}
