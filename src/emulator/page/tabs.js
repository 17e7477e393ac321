const tabs = () => [...document.querySelectorAll('[role=tab]')];

/** Shows a tab by the id of its panel, and the focus goes to its first field when `enter` says so. */
export function showTab(panel, enter = false) {
  for (const tab of tabs()) {
    const isShown = tab.getAttribute('aria-controls') === panel;
    tab.setAttribute('aria-selected', String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')).hidden = !isShown;
  }
  if (enter) document.getElementById(panel).querySelector('input, select, button.row')?.focus();
}

/** The id of the panel that is shown. */
export const shownTab = () =>
  tabs()
    .find((tab) => tab.getAttribute('aria-selected') === 'true')
    .getAttribute('aria-controls');

/** Connects the tabs: click, or arrows. */
export function startTabs() {
  for (const tab of tabs()) {
    tab.addEventListener('click', () => showTab(tab.getAttribute('aria-controls')));
    tab.addEventListener('keydown', ({ key }) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (by === undefined) return;
      const all = tabs();
      const next = all[(all.indexOf(tab) + by + all.length) % all.length];
      showTab(next.getAttribute('aria-controls'));
      next.focus();
    });
  }
}
