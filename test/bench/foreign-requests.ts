import { createHmac } from 'node:crypto';
import { type RequestTemplate, SECRET, toTemplate } from './requests.ts';

/** Text that makes the bodies as long as those of the service. */
const filling = 'A line of a long message. '.repeat(40);

function sign(algorithm: string, content: string, encoding: 'hex' | 'base64', key: string | Buffer = SECRET) {
  return createHmac(algorithm, key).update(content).digest(encoding);
}

/** A comment on an issue, signed as GitHub does. */
export function octokit(): readonly RequestTemplate[] {
  const user = { id: 7, login: 'imani' };
  const issue = { id: 1, number: 12, title: 'An order', body: filling, user };
  const repository = { id: 2, name: 'shop', full_name: 'harbour/shop', owner: user };
  const body = JSON.stringify({ action: 'opened', issue, repository, sender: user });
  const headers = {
    'x-github-event': 'issues',
    'x-github-delivery': '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
    'x-hub-signature-256': `sha256=${sign('sha256', body, 'hex')}`,
  };
  return [toTemplate(body, headers)];
}

/** A message in a channel, signed as Slack does, for the next five minutes. */
export function bolt(): readonly RequestTemplate[] {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const event = { type: 'message', user: 'U1', text: filling, ts: `${timestamp}.000100`, channel: 'C1' };
  const authorizations = [{ team_id: 'T1', user_id: 'U2', is_bot: true }];
  const envelope = { token: 't', team_id: 'T1', api_app_id: 'A1', type: 'event_callback', event_id: 'Ev1' };
  const body = JSON.stringify({ ...envelope, event_time: Number(timestamp), authorizations, event });
  const signature = `v0=${sign('sha256', `v0:${timestamp}:${body}`, 'hex')}`;
  return [toTemplate(body, { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature })];
}

/** A text message, signed as LINE does. */
export function line(): readonly RequestTemplate[] {
  const source = { type: 'user', userId: `U${'1'.repeat(32)}` };
  const message = { type: 'text', id: '14353798921116', text: filling };
  const event = { type: 'message', mode: 'active', timestamp: 1_592_316_083_123, source, message };
  const body = JSON.stringify({ destination: `U${'2'.repeat(32)}`, events: [event] });
  return [toTemplate(body, { 'x-line-signature': sign('sha256', body, 'base64') })];
}

/** Signed as Standard Webhooks asks for, for the next five minutes. */
export function standardWebhooks(): readonly RequestTemplate[] {
  const id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W';
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const body = JSON.stringify({ type: 'message.created', timestamp, data: { text: filling } });
  const signature = `v1,${sign('sha256', `${id}.${timestamp}.${body}`, 'base64')}`;
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return [toTemplate(body, headers)];
}
