import { make } from './dom.js';

const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g;

/** JSON, in colours. What is not JSON is shown as it is. */
export function drawJson(value) {
  const text = typeof value === 'string' ? tidy(value) : JSON.stringify(value, null, 2);
  const block = make('pre', { class: 'json', tabindex: '0' });
  let done = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon, word] = match;
    block.append(text.slice(done, match.index));
    const kind = string === undefined ? (word === undefined ? 'number' : 'word') : colon ? 'key' : 'string';
    block.append(make('span', { class: kind }, string ?? whole), colon ?? '');
    done = match.index + whole.length;
  }
  block.append(text.slice(done));
  return block;
}

function tidy(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
