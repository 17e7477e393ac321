import { fixture } from '../../src/testing/index.ts';

/** A call as it goes over the wire, with the places of the id that makes it an event of its own. */
export interface RequestTemplate {
  readonly bytes: Buffer;
  readonly idAt: readonly number[];
}

/** The secret of every contender. */
export const SECRET = 'bench-Rk2x9vQ7tHnB4wLc0Ze';

/** Stands for the id in a body: as long as the ids of the service, and all hexadecimal. */
const PLACE = 'be7c'.repeat(6);

/** The ids that `writeId` makes. */
export const idPattern = /be7c[0-9a-f]{20}/g;

/** The id with this number. */
export function idOf(number: number): string {
  return `be7c${number.toString(16).padStart(20, '0')}`;
}

/** Writes the id with this number into all its places in `buffer`, a copy of the template's bytes. */
export function writeId(buffer: Buffer, { idAt }: RequestTemplate, number: number): void {
  if (idAt.length === 0) return;
  const id = idOf(number);
  for (const offset of idAt) buffer.write(id, offset, 'latin1');
}

/** A `POST` of `body` with these headers, of which the host, the type and the length need not be given. */
export function toTemplate(
  body: string,
  headers: Readonly<Record<string, string>>,
  path = '/webhooks/messaging',
): RequestTemplate {
  const all = {
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
  const idAt: number[] = [];
  for (let at = bytes.indexOf(PLACE); at >= 0; at = bytes.indexOf(PLACE, at + 1)) idAt.push(at);
  return { bytes, idAt };
}

/** What a busy webhook gets, 1 to 2 KB each: four messages, two reports of their delivery, a conversation that was read, a tap. */
function serviceBodies(): object[] {
  const user = { appUser: { _id: PLACE } };
  const web = fixture('v1.1/message.appUser/include-client-web', user);
  const reported = { ...user, message: { _id: PLACE }, client: web.client };
  return [
    withMessageId(web),
    fixture('v1.1/message.delivery.channel/text', reported),
    withMessageId(fixture('v1.1/message.appUser/include-client', user)),
    fixture('v1.1/conversation.read/include-client', user),
    withMessageId(fixture('v1.1/message.appUser/form-response', user)),
    fixture('v1.1/message.delivery.user/text', reported),
    withMessageId(fixture('v1.1/message.appUser/client-raw-of-any-kind', user)),
    fixture('v1.1/postback/include-client', user),
  ];
}

/** The calls of `serviceBodies`. */
export function serviceRequests(): RequestTemplate[] {
  return serviceBodies().map(toServiceRequest);
}

/** A message whose text makes its body so long, in bytes. */
export function messageOfSize(bytes: number): RequestTemplate {
  const body = smallMessage();
  const [message] = body.messages;
  if (message?.type === 'text') message.text = '';
  const missing = bytes - JSON.stringify(body).length;
  if (message?.type === 'text')
    message.text = 'A line of a long message. '.repeat(bytes / 26 + 1).slice(0, missing);
  return toServiceRequest(body);
}

/** A short message, with the place for its id. */
export function smallMessage(): ReturnType<typeof fixture<'v1.1/message.appUser/text'>> {
  return withMessageId(fixture('v1.1/message.appUser/text', { appUser: { _id: PLACE } }));
}

/** `body` as text, with the id of this number. */
export function bodyWithId(body: object, number: number): string {
  return JSON.stringify(body).replaceAll(PLACE, idOf(number));
}

function toServiceRequest(body: object): RequestTemplate {
  return toTemplate(JSON.stringify(body), { 'x-api-key': SECRET });
}

function withMessageId<T extends { readonly messages: readonly object[] }>(body: T): T {
  for (const message of body.messages) Object.assign(message, { _id: PLACE });
  return body;
}
