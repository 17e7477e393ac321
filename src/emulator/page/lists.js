import { reconcile } from './dom.js';

/**
 * Makes a list of rows of which one is chosen: one stop of the tab key, arrows to go on. `draw` makes the row of a line, which must be a `li` with a button.
 * `onChoose` is told the id of the line that was chosen.
 */
export function createList(list, draw, onChoose) {
  let chosen;

  const buttons = () => [...list.querySelectorAll('button.row')];

  function mark() {
    const all = buttons();
    for (const button of all) {
      const isChosen = button.dataset.id === chosen;
      if (isChosen) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
      button.tabIndex = isChosen ? 0 : -1;
    }
    if (!all.some(({ tabIndex }) => tabIndex === 0) && all[0] !== undefined) all[0].tabIndex = 0;
  }

  function choose(id) {
    chosen = id;
    mark();
    onChoose(id);
  }

  function step(by) {
    const all = buttons();
    const at = all.findIndex(({ dataset }) => dataset.id === chosen);
    const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
    if (next === undefined) return;
    choose(next.dataset.id);
    next.focus();
  }

  list.addEventListener('click', ({ target }) => {
    const row = target.closest('button.row');
    if (row !== null) choose(row.dataset.id);
  });
  list.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -1e6, End: 1e6 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  });

  return {
    chosen: () => chosen,
    choose,
    step,
    show(lines) {
      const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
      reconcile(list, lines, ({ id }) => id, draw);
      mark();
      // A row that was drawn anew had the focus.
      if (focused !== undefined && !list.contains(document.activeElement))
        buttons()
          .find(({ dataset }) => dataset.id === focused)
          ?.focus();
    },
  };
}
