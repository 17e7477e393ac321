import { attempt, call } from './api.js';
import { ask } from './dialogs.js';
import { byId, make, reconcile, showToast } from './dom.js';

/** What a person can do besides writing, as the channel allows it. */
function listActs(view) {
  const { traits, status, away, appUserId } = view;
  const known = appUserId !== undefined;
  const isSdk = traits.kind === 'sdk';
  return [
    traits.starts && { act: 'start', text: 'Start the conversation', hint: 'without a message' },
    traits.referrals && {
      act: 'refer',
      text: 'Come by a referral…',
      ask: ['Come by a referral', 'Code', 'code'],
    },
    !isSdk && known && status !== 'blocked' && { act: 'block', text: 'Block the business' },
    !isSdk && status === 'blocked' && { act: 'unblock', text: 'Unblock the business' },
    known && !away && { act: 'go-offline', text: 'Put the phone away', hint: 'messages wait' },
    away && { act: 'go-online', text: 'Take the phone up again' },
    isSdk && { act: 'login', text: 'Log in…', ask: ['Log in', 'userId', 'userId'] },
    isSdk && known && status !== 'inactive' && { act: 'logout', text: 'Log out' },
    {
      act: 'redeem',
      text: 'Hand in a code…',
      ask: ['Hand in a code', 'Code', 'code'],
      hint: 'of a link or login',
    },
  ].filter(Boolean);
}

/** Draws the sheet of acts and the menu of the phone in hand. */
export function drawActs(view, tryAct) {
  byId('more').disabled = view === undefined;
  byId('attach').disabled = false;
  const run = async ({ act, ask: question }) => {
    byId('acts').hidePopover();
    if (question === undefined) return tryAct(act);
    const [title, label, name] = question;
    const answer = await ask(title, label);
    if (answer !== undefined) await tryAct(act, { [name]: answer });
  };
  reconcile(
    byId('acts'),
    view === undefined ? [] : listActs(view),
    ({ act }) => act,
    (item) =>
      make(
        'button',
        { type: 'button', data: { act: item.act }, onclick: () => void run(item) },
        item.text,
        item.hint && make('small', {}, item.hint),
      ),
  );
  reconcile(
    byId('menu'),
    flatten(view?.menu?.items ?? []),
    ({ _id }) => _id,
    (item) =>
      item.type === 'postback'
        ? make('button', { type: 'button', onclick: () => choose(item) }, item.text)
        : make(
            'span',
            { class: 'heading' },
            item.text,
            item.type === 'link' && make('small', {}, 'opens a page'),
          ),
  );
  function choose({ _id }) {
    byId('menu').hidePopover();
    void tryAct('tap-menu', { item: _id });
  }
}

function flatten(items) {
  return items.flatMap((item) => [item, ...flatten(item.items ?? [])]);
}

/** Connects what sends pictures, files and places. */
export function startAttachments(tryAct) {
  const file = byId('file');
  const close = () => byId('attachments').hidePopover();
  byId('pick-file').addEventListener('click', () => file.click());
  file.addEventListener('change', async () => {
    const [picked] = file.files;
    if (picked === undefined) return;
    close();
    await attempt(async () => sendFile(picked, tryAct));
    file.value = '';
  });
  byId('send-url').addEventListener('submit', async (event) => {
    event.preventDefault();
    const mediaUrl = event.currentTarget.elements.mediaUrl.value;
    close();
    const isPicture = /\.(png|jpe?g|gif|webp|svg)([?#]|$)/i.test(mediaUrl);
    if (await tryAct('say', { type: isPicture ? 'image' : 'file', mediaUrl })) byId('send-url').reset();
  });
  byId('send-place').addEventListener('submit', async (event) => {
    event.preventDefault();
    const [lat, long] = event.currentTarget.elements.place.value.split(',').map(Number);
    close();
    if (await tryAct('say', { type: 'location', coordinates: { lat, long } })) byId('send-place').reset();
  });
}

async function sendFile(picked, tryAct) {
  const bytes = new Uint8Array(await picked.arrayBuffer());
  let binary = '';
  for (let start = 0; start < bytes.length; start += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  const mediaType = picked.type || 'application/octet-stream';
  const stored = await call('POST', 'files', { fileName: picked.name, mediaType, base64: btoa(binary) });
  const sent = await tryAct('say', { type: mediaType.startsWith('image/') ? 'image' : 'file', ...stored });
  if (sent) showToast(`Sent ${picked.name}`, 'done');
}
