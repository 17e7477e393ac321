import { attempt, call } from './api.js';
import { byId, showToast } from './dom.js';

/** Opens a dialog. Resolves with whether it was confirmed. */
function open(dialog) {
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'ok'), { once: true });
  });
}

/** Asks for one text. Resolves with nothing when it was cancelled. */
export async function ask(title, label) {
  byId('ask-title').textContent = title;
  byId('ask-label').textContent = label;
  byId('ask-ok').value = 'ok';
  const { answer } = byId('ask-form').elements;
  answer.value = '';
  return (await open(byId('ask-dialog'))) ? answer.value : undefined;
}

/** Has a body edited. `send` gets the JSON when it is right. */
export async function editBody(body, send) {
  const field = byId('edit-form').elements.body;
  field.value = JSON.stringify(body, null, 2);
  editing = send;
  const closed = open(byId('edit-dialog'));
  field.setSelectionRange(0, 0);
  field.scrollTop = 0;
  await closed;
}

let editing = async () => {};

/** JSON that somebody has typed; a mistake in it is shown at the field. */
function readJson(field, empty) {
  if (field.value.trim() === '' && empty !== undefined) return empty;
  try {
    const value = JSON.parse(field.value);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Error('must be an object');
    field.setCustomValidity('');
    return value;
  } catch (error) {
    field.setCustomValidity(`No JSON object: ${error.message}`);
    field.reportValidity();
    return undefined;
  }
}

/** Confirms a dialog when `work` has gone well, so that nothing typed is lost by a mistake. */
function confirmBy(form, work) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (await work(form.elements)) form.closest('dialog').close('ok');
  });
  for (const field of form.querySelectorAll('textarea')) {
    field.addEventListener('input', () => field.setCustomValidity(''));
    // As everywhere else, but with the modifier, for Enter is a line.
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
  }
}

/** Opens the dialog to fire an event. */
export const openFire = () => void open(byId('fire-dialog'));
export const openHelp = () => void open(byId('help-dialog'));

/** Connects the dialogs. */
export function startDialogs({ onReset }) {
  for (const button of document.querySelectorAll('[data-close]'))
    button.addEventListener('click', () => button.closest('dialog').close(''));
  confirmBy(byId('edit-form'), async ({ body }) => {
    const edit = readJson(body);
    return edit !== undefined && attempt(() => editing(edit));
  });
  confirmBy(byId('fire-form'), async ({ trigger, overrides }) => {
    const given = readJson(overrides, {});
    if (given === undefined) return false;
    return attempt(async () => {
      const sent = await call('POST', 'trigger', { trigger: trigger.value, overrides: given });
      if (sent.length === 0) throw new Error(`No webhook is subscribed to ${trigger.value}.`);
      showToast(
        `Fired ${trigger.value}: ${sent.length} ${sent.length === 1 ? 'delivery' : 'deliveries'}`,
        'done',
      );
    });
  });
  byId('fire').addEventListener('click', openFire);
  byId('help').addEventListener('click', openHelp);
  byId('reset').addEventListener('click', async () => {
    if (!(await open(byId('reset-dialog')))) return;
    if (await attempt(() => call('POST', 'reset'))) onReset();
  });
}
