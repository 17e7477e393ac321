import { ApiError, type AppRecord } from '../world/index.ts';

/** A message that a text with shorthand makes, as it could be posted. */
export interface ShorthandPart {
  readonly actions?: readonly unknown[];
  readonly [field: string]: unknown;
}

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly action: object }
  | { readonly kind: 'message'; readonly message: Readonly<Record<string, unknown>> };

const opener = /%\(\(|%\{\{|[%$!]\[[^[\]]*\]\(/g;
const template = /^%(?:\(\(([^()]*)\)\)|\{\{([^{}]*)\}\})%/;
const button = /^([%$!])\[([^[\]]*)\]\(([^)]*)\)/;

/**
 * The messages that a text with shorthand makes: texts with the actions that stood in them, images, templates; `undefined` for a text without shorthand.
 * Throws `invalid_syntax` for shorthand that is begun and wrong, `not_found` for an unknown template. Source: the service's public documentation.
 */
export function expandShorthand(app: AppRecord, text: string): readonly ShorthandPart[] | undefined {
  const pieces: Piece[] = [];
  let end = 0;
  opener.lastIndex = 0;
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const { piece, length } = readShorthand(app, text.slice(match.index));
    pieces.push({ kind: 'text', text: text.slice(end, match.index) }, piece);
    end = match.index + length;
    opener.lastIndex = end;
  }
  if (pieces.length === 0) return undefined;
  pieces.push({ kind: 'text', text: text.slice(end) });
  return joinPieces(pieces);
}

function readShorthand(app: AppRecord, rest: string): { piece: Piece; length: number } {
  const called = template.exec(rest);
  if (called !== null) {
    const message = findTemplate(app, readName(called[1] ?? called[2] ?? ''));
    return { piece: { kind: 'message', message }, length: called[0].length };
  }
  const [all, sign = '', label = '', target = ''] = button.exec(rest) ?? [];
  if (all === undefined)
    throw new ApiError('invalid_syntax', `Shorthand is not closed: ${rest.slice(0, 40)}`);
  if (sign === '!') {
    const message = { type: 'image', mediaUrl: readUrl(target), ...(label !== '' && { text: label }) };
    return { piece: { kind: 'message', message }, length: all.length };
  }
  if (label === '') throw new ApiError('invalid_syntax', `Shorthand without a label: ${all}`);
  const action = sign === '$' ? readPrice(label, target) : readTarget(label, target);
  return { piece: { kind: 'action', action }, length: all.length };
}

function readName(call: string): string {
  const [key, ...rest] = call.split(':');
  const name = rest.join(':').trim();
  if (key?.trim() !== 'template' || name === '')
    throw new ApiError('invalid_syntax', `Not a template such as template: name: ${call}`);
  return name;
}

function readTarget(text: string, target: string): object {
  const [, type, payload = ''] = /^(postback|reply):(.*)$/s.exec(target) ?? [];
  if (type === undefined) return { type: 'link', text, uri: readUrl(target) };
  if (payload === '') throw new ApiError('invalid_syntax', `Shorthand without a payload: ${target}`);
  return { type, text, payload };
}

function readPrice(text: string, price: string): object {
  const [, whole, cents = '00'] = /^\$(\d{1,9})(?:\.(\d\d))?$/.exec(price) ?? [];
  if (whole === undefined) throw new ApiError('invalid_syntax', `Not a price such as $10.00: ${price}`);
  return { type: 'buy', text, amount: Number(`${whole}${cents}`) };
}

function readUrl(url: string): string {
  if (!URL.canParse(url)) throw new ApiError('invalid_syntax', `Not a URL: ${url}`);
  return url;
}

/** Of templates that share a name, the newest: whether a name may repeat is not documented. */
function findTemplate(app: AppRecord, name: string): Readonly<Record<string, unknown>> {
  const found = app.templates.findLast((one) => one.name === name);
  if (found === undefined) throw new ApiError('not_found', `Template not found: ${name}`);
  return found.message;
}

/** Text and actions that follow one another are one message; each image and each template is one. */
function joinPieces(pieces: readonly Piece[]): readonly ShorthandPart[] {
  const parts: ShorthandPart[] = [];
  let text = '';
  let actions: object[] = [];
  const close = () => {
    const said = text.trim();
    if (said !== '' || actions.length > 0)
      parts.push({
        type: 'text',
        ...(said !== '' && { text: said }),
        ...(actions.length > 0 && { actions }),
      });
    text = '';
    actions = [];
  };
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'action') actions.push(piece.action);
    else {
      close();
      parts.push(piece.message);
    }
  }
  close();
  return parts;
}
