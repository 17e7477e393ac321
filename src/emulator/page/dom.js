/** Small helpers around the DOM. Texts only ever become text: nothing here takes HTML. */

export const byId = (id) => document.getElementById(id);

/** Makes an element. Properties whose name begins with `on` are listeners, `data` is the data set, `class` the class; the rest are attributes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'data') Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.flat().filter((child) => child !== undefined && child !== null && child !== false),
  );
  return element;
}

/** Puts children in place of what was there; what is false or missing is left out. */
export function fill(parent, ...children) {
  parent.replaceChildren(...children.flat().filter(Boolean));
}

const keyOf = new WeakMap();
const shownOf = new WeakMap();

/**
 * Makes the children of `parent` what `items` say, in their order. A child stays the same element as long as its key is there, so that focus and what was typed
 * are kept; it is drawn anew when its item is another than before.
 */
export function reconcile(parent, items, readKey, draw) {
  const known = new Map([...parent.children].map((child) => [keyOf.get(child), child]));
  const wanted = items.map((item) => {
    const key = readKey(item);
    const shown = JSON.stringify(item);
    const before = known.get(key);
    if (before !== undefined && shownOf.get(before) === shown) return before;
    const child = draw(item, before) ?? before;
    keyOf.set(child, key);
    shownOf.set(child, shown);
    if (before !== undefined && before !== child) before.replaceWith(child);
    return child;
  });
  const staying = new Set(wanted);
  for (const child of [...parent.children]) if (!staying.has(child)) child.remove();
  wanted.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}

/** Fills a select with options, and keeps what was chosen. */
export function fillSelect(select, options) {
  const shown = JSON.stringify(options);
  if (shownOf.get(select) === shown) return;
  shownOf.set(select, shown);
  const { value } = select;
  select.replaceChildren(...options.map(([key, text]) => make('option', { value: key }, text)));
  if (options.some(([key]) => key === value)) select.value = value;
}

let toastTimer;

/** Shows what went wrong, or that something was done. */
export function showToast(text, kind = 'error') {
  const toast = byId('toast');
  toast.textContent = text;
  toast.dataset.kind = kind;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(
    () => {
      toast.hidden = true;
    },
    kind === 'error' ? 8000 : 2500,
  );
}

/** Tells screen readers. */
export function announce(text) {
  byId('live').textContent = text;
}

/** The address if it is one that a person may open, else nothing: a `javascript:` link would run here. */
export function toSafeUrl(text) {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) ? href : undefined;
}
