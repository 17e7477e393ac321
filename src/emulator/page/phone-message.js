import { make, toSafeUrl } from './dom.js';
import { formatAmount, formatTime } from './format.js';
import { drawForm } from './phone-form.js';

/** Draws a message as its channel shows it. `press` is called with a button that was pressed, `submit` with the values of a form. */
export function drawMessage(message, { press, submit }) {
  const own = message.role === 'appUser';
  const { items, buttons, type } = message;
  const body = [
    message.quotes && make('span', { class: 'quote' }, 'Answer to a form'),
    type === 'image' && drawImage(message.mediaUrl, message.text),
    type === 'file' && drawFile(message.mediaUrl, message.mediaType),
    type === 'location' && message.coordinates !== undefined && drawPlace(message.coordinates),
    isSpoken(message) && make('p', { class: 'text' }, message.text),
    type === 'form' && drawForm(message, submit),
  ].filter(Boolean);
  const pressed = buttons.filter((button) => button.type !== 'reply');
  const time = formatTime(message.received * 1000).slice(0, 5);
  return make(
    'div',
    { class: `message ${own ? 'own' : 'theirs'}`, data: { type, id: message._id } },
    !own && message.name !== undefined && make('span', { class: 'author' }, message.name),
    body.length > 0 && make('div', { class: 'bubble' }, body, make('time', {}, time)),
    pressed.length > 0 &&
      make(
        'div',
        { class: 'buttons' },
        pressed.map((button) => drawButton(button, press)),
      ),
    items.length > 0 &&
      make(
        'div',
        { class: type === 'carousel' ? 'carousel' : 'rows', tabindex: type === 'carousel' ? '0' : undefined },
        items.map((item) => drawItem(item, press)),
      ),
  );
}

/** Whether the text says more than what is shown beside it: cards and places have one for channels that cannot show them. */
function isSpoken({ text, type, items }) {
  return text !== '' && type !== 'location' && items.length === 0;
}

/** Draws a button. Links open a page, and nothing is sent. */
export function drawButton(button, press) {
  const { type, text = type, uri, state } = button;
  if (type === 'link' || type === 'webview') {
    const href = toSafeUrl(uri);
    return href === undefined
      ? make('span', { class: 'act dead', title: uri }, text)
      : make(
          'a',
          { class: 'act', href, target: '_blank', rel: 'noopener noreferrer', title: uri },
          text,
          ' ↗',
        );
  }
  const paid = state === 'paid';
  const price = type === 'buy' && button.amount !== undefined && formatAmount(button.amount, button.currency);
  const sends = ['postback', 'buy', 'locationRequest', 'reply'].includes(type);
  return make(
    'button',
    {
      type: 'button',
      class: 'act',
      data: { button: button._id },
      disabled: paid || !sends,
      onclick: () => press(button),
    },
    paid ? `${text}: paid` : text,
    price && !paid && make('span', { class: 'price' }, price),
  );
}

function drawImage(mediaUrl, text) {
  const href = toSafeUrl(mediaUrl);
  return href && make('img', { class: 'picture', src: href, alt: text || 'Picture', loading: 'lazy' });
}

function drawFile(mediaUrl, mediaType) {
  const href = toSafeUrl(mediaUrl);
  const name = href === undefined ? mediaUrl : decodeName(new URL(href).pathname);
  const lines = [make('strong', {}, name || 'File'), make('span', {}, mediaType ?? 'file')];
  return href === undefined
    ? make('span', { class: 'file' }, lines)
    : make('a', { class: 'file', href, target: '_blank', rel: 'noopener noreferrer' }, lines);
}

function decodeName(path) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function drawPlace({ lat, long }) {
  return make(
    'div',
    { class: 'place', role: 'img', 'aria-label': `Place at ${lat}, ${long}` },
    make('span', { class: 'pin' }),
    make('span', { class: 'where' }, `${lat}, ${long}`),
  );
}

function drawItem({ title, description, mediaUrl, buttons }, press) {
  const href = mediaUrl && toSafeUrl(mediaUrl);
  return make(
    'div',
    { class: 'item' },
    href && make('img', { src: href, alt: '', loading: 'lazy' }),
    make('strong', {}, title),
    description && make('p', {}, description),
    buttons.length > 0 &&
      make(
        'div',
        { class: 'buttons' },
        buttons.map((button) => drawButton(button, press)),
      ),
  );
}
