import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { killExamples, type RunningExample, startExample } from './support.ts';

jest.setTimeout(60_000);
afterEach(killExamples);

/** Where the page of a started example is driven from. */
async function findControl(example: RunningExample): Promise<string> {
  const [, page = ''] = await example.line(/^The phone and the deliveries: (http:\S+\/_emulator)$/);
  return `${page}/api`;
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Record<string, unknown>;
}

/** Reads the events of the page until what stands at the phone has all of `texts`. */
async function waitForTexts(control: string, phone: unknown, ...texts: readonly string[]): Promise<void> {
  const stop = new AbortController();
  const { body } = await fetch(control.replace(/api$/, 'events'), { signal: stop.signal });
  if (body === null) throw new Error('There are no events.');
  try {
    // The first event comes at once, and one more with each change.
    for await (const _ of body) {
      const shown = await (await fetch(`${control}/phones/${phone}`)).text();
      if (texts.every((text) => shown.includes(text))) return;
    }
  } finally {
    stop.abort();
  }
}

test('the handlers answer what is written, tapped and paid on the phone', async () => {
  const example = startExample('start.ts', { PORT: '0', EMULATOR_PORT: '0' });
  const control = await findControl(example);
  const { id } = await post(`${control}/phones`, { channel: 'messenger' });
  await post(`${control}/phones/${id}/say`, { text: 'hi' });
  await waitForTexts(control, id, 'You said: hi');
  await example.line(/^ +message:appUser +handled/);

  await post(`${control}/phones/${id}/reply`, { button: 'buttons' });
  await waitForTexts(control, id, 'Tap me');
  await post(`${control}/phones/${id}/tap`, { button: 'Tap me' });
  await waitForTexts(control, id, 'You tapped tapped.');

  await post(`${control}/phones/${id}/say`, { text: 'pay' });
  await waitForTexts(control, id, 'Nothing is charged here.');
  await post(`${control}/phones/${id}/pay`, {});
  await waitForTexts(control, id, 'Thank you, it is paid.');

  example.signal('SIGINT');
  example.signal('SIGINT');
  expect(await example.exit()).toBe(0);
  expect(example.output()).not.toMatch(/error/i);
});

test('a form is filled in, and cards are shown on a channel that has them', async () => {
  const example = startExample('start.ts', { PORT: '0', EMULATOR_PORT: '0' });
  const control = await findControl(example);
  const { id } = await post(`${control}/phones`, { channel: 'web' });
  await post(`${control}/phones/${id}/say`, { text: 'form' });
  await waitForTexts(control, id, 'Your name');
  await post(`${control}/phones/${id}/submit`, { values: { name: 'Ana', email: 'ana@example.com' } });
  await waitForTexts(control, id, 'Noted: ');
  await post(`${control}/phones/${id}/say`, { text: 'cards' });
  await waitForTexts(control, id, 'Espresso', 'Order Cortado');

  example.signal('SIGTERM');
  expect(await example.exit()).toBe(0);
});

test.each(['PORT', 'EMULATOR_PORT'])('a %s that is in use is told in one sentence', async (name) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  try {
    const { port } = other.address() as AddressInfo;
    const ports = { PORT: '0', EMULATOR_PORT: '0', [name]: String(port) };
    const example = startExample('start.ts', { ...ports, LOG_LEVEL: 'silent' });
    expect(await example.exit()).toBe(1);
    expect(example.output()).toBe(`Port ${port} is in use: set ${name} to another one.`);
  } finally {
    other.close();
  }
});
