/** Times and numbers as the page writes them. */

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

export const formatTime = (ms) => timeFormat.format(ms);
export const formatDate = (ms) => dateFormat.format(ms);

/** A span of time in words as short as they can be: `12 ms`, `1.4 s`, `2 min 5 s`. */
export function formatSpan(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const rest = seconds % 60;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
  const minutes = Math.round((seconds % 3600) / 60);
  return `${Math.floor(seconds / 3600)} h${minutes === 0 ? '' : ` ${minutes} min`}`;
}

/** An amount in the smallest unit of its currency, as the service has it. */
export function formatAmount(amount, currency) {
  const code = (currency ?? 'usd').toUpperCase();
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency: code }).format(amount / 100);
  } catch {
    return `${amount / 100} ${code}`;
  }
}

/** A path in which long ids are short enough to see what comes behind them. */
export const shortenIds = (path) => path.replace(/[0-9a-f]{24}/g, (id) => `${id.slice(0, 6)}…`);

/** The path of a target, and its host where it is another machine. */
export function shortenTarget(target) {
  if (!URL.canParse(target)) return target;
  const { host, pathname } = new URL(target);
  return `${host}${pathname}`;
}
