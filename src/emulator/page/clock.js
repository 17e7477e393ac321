import { attempt, call } from './api.js';
import { byId } from './dom.js';
import { formatDate, formatSpan, formatTime } from './format.js';
import { change, onChange, readNow, state } from './store.js';

/** Turns the clock on. */
export async function advance(time) {
  const buttons = document.querySelectorAll('.clock button');
  for (const button of buttons) button.disabled = true;
  await attempt(() => call('POST', 'clock/advance', { time }));
  for (const button of buttons) button.disabled = false;
}

function draw() {
  const { mode, speed, nextAtMs } = state.clock;
  const nowMs = readNow();
  byId('now').textContent = formatTime(nowMs);
  byId('now').title = formatDate(nowMs);
  byId('mode').textContent = mode === 'manual' ? 'stands still' : speed === 1 ? 'real time' : `${speed}x`;
  const next = byId('to-next');
  next.hidden = nextAtMs === undefined;
  if (nextAtMs === undefined) return;
  next.textContent = `Next in ${formatSpan(Math.max(nextAtMs - nowMs, 0))}`;
  next.title = 'Turn the clock on to the next attempt that is due';
}

/** Connects the clock. */
export function startClock() {
  for (const button of document.querySelectorAll('[data-advance]'))
    button.addEventListener('click', () => void advance(button.dataset.advance));
  byId('to-next').addEventListener('click', () => {
    const { nextAtMs } = state.clock;
    if (nextAtMs !== undefined) void advance(Math.max(Math.ceil(nextAtMs - readNow()), 0));
  });
  byId('advance').addEventListener('submit', async (event) => {
    event.preventDefault();
    const { time } = event.currentTarget.elements;
    await advance(/^\d+$/.test(time.value.trim()) ? `${time.value.trim()}s` : time.value.trim());
  });
  onChange(draw);
  // The time, and how long until the next attempt.
  setInterval(() => state.clock.mode !== 'manual' && change(), 1000);
}
