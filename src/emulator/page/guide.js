import { make } from './dom.js';
import { state } from './store.js';
import { showTab } from './tabs.js';

/** Says what to do where no delivery is shown, so that the next step is never a riddle. */
export function drawGuide(box, lines) {
  box.hidden = lines > 0 || !state.loaded;
  if (box.hidden) return;
  const kind = state.deliveries.size > 0 ? 'filtered' : state.webhooks.length > 0 ? 'silent' : 'new';
  if (box.dataset.kind === kind) return;
  box.dataset.kind = kind;
  if (kind === 'filtered') box.replaceChildren(make('p', {}, 'No delivery is as the filters say.'));
  if (kind === 'silent')
    box.replaceChildren(
      make('h3', {}, 'Ready'),
      make(
        'p',
        {},
        'A webhook is there. Write “hi” on the phone, and its deliveries stand here as they happen.',
      ),
    );
  if (kind === 'new') box.replaceChildren(...drawFirstSteps());
}

function drawFirstSteps() {
  return [
    make('h3', {}, 'No webhook yet'),
    make(
      'p',
      {},
      'The service tells nobody. Start your receiver, then say where it is: here, or from your code.',
    ),
    make(
      'p',
      {},
      make(
        'button',
        { type: 'button', class: 'primary', onclick: () => showTab('webhooks', true) },
        'Add a webhook',
      ),
    ),
    make('p', { class: 'muted' }, 'With the client'),
    make(
      'pre',
      { tabindex: '0' },
      `const client = createClient({\n  auth: basicAuth({ keyId, secret }),\n  baseUrl: '${state.url}',\n});\nawait client.webhooks.ensure({\n  target: 'http://127.0.0.1:3000/webhooks/messaging',\n  triggers: ['*'],\n});`,
    ),
    make('p', { class: 'muted' }, 'With curl and the variables that switchhook emulate prints'),
    make(
      'pre',
      { tabindex: '0' },
      `curl -u "$SWITCHHOOK_KEY_ID:$SWITCHHOOK_SECRET" \\\n  -H 'content-type: application/json' \\\n  -d '{ "target": "http://127.0.0.1:3000/webhooks/messaging",\n        "triggers": ["*"] }' \\\n  ${state.url}/v1.1/webhooks`,
    ),
  ];
}
