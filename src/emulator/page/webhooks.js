import { attempt, call } from './api.js';
import { byId, make, reconcile, showToast } from './dom.js';
import { onChange, state } from './store.js';

function drawWebhook({ _id, target, version, triggers, secret, includeClient, includeFullAppUser }) {
  const extras = [includeClient && 'includeClient', includeFullAppUser && 'includeFullAppUser'].filter(
    Boolean,
  );
  return make(
    'li',
    { class: 'card' },
    make('h3', {}, make('code', {}, target), make('span', { class: 'badge' }, version)),
    make(
      'p',
      {},
      triggers.map((trigger) => make('code', { class: 'chip' }, trigger)),
    ),
    extras.length > 0 && make('p', { class: 'muted' }, extras.join(', ')),
    make(
      'p',
      { class: 'muted secret' },
      `${_id} · secret `,
      make('code', {}, secret),
      make(
        'button',
        {
          type: 'button',
          class: 'quiet',
          onclick: () =>
            void attempt(async () => {
              await navigator.clipboard.writeText(secret);
              showToast('Copied', 'done');
            }),
        },
        'Copy',
      ),
    ),
  );
}

/** Connects the list of webhooks and the form that adds one. */
export function startWebhooks() {
  onChange(() => reconcile(byId('webhook-list'), state.webhooks, ({ _id }) => _id, drawWebhook));
  byId('add-webhook').addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { target, triggers, version, includeClient, includeFullAppUser } = form.elements;
    const webhook = {
      target: target.value,
      triggers: triggers.value.split(/[\s,]+/).filter(Boolean),
      version: version.value,
      includeClient: includeClient.checked,
      includeFullAppUser: includeFullAppUser.checked,
    };
    if (await attempt(() => call('POST', 'seed', { webhooks: [webhook] }))) {
      form.reset();
      showToast('The webhook is there', 'done');
    }
  });
}
