import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { basicAuth, type Client, createClient } from '../../../src/client/index.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator/index.ts';
import { findChromium } from '../../tools/find-chromium.ts';

/** The page in a browser, with an emulator whose clock stands still and a receiver behind it. */
export interface OpenPage {
  readonly page: Page;
  readonly emulator: Emulator;
  readonly client: Client;
  /** Where the receiver listens, and the bodies that it got. */
  readonly target: string;
  readonly received: readonly Record<string, unknown>[];
  /** What the receiver answers from now on. Default: 200. */
  answer(status: number): void;
  /** Has the business answer each message with the same in other words. */
  echo(): void;
  /** Makes the webhook at the receiver. */
  subscribe(): Promise<void>;
  /** Writes on the phone. */
  say(text: string): Promise<void>;
}

/** What the page must never do, in any test. */
interface Misdeeds {
  readonly outside: string[];
  readonly errors: string[];
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long a test may take on a busy machine, and how long one step of it, in milliseconds. */
const TEST_TIMEOUT_MS = 30_000;
const STEP_TIMEOUT_MS = 9_000;

/**
 * A group of tests in headless Chromium. `open` opens the page of a new emulator. No test passes in which the page called another machine or
 * wrote an error into the console. Without Chromium the tests are skipped, which is said on the console.
 */
export function describeInBrowser(
  title: string,
  body: (open: (options?: EmulatorOptions) => Promise<OpenPage>) => void,
): void {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    console.warn(`SKIPPED: ${title}. There is no Chromium: apt-get install chromium, or set CHROMIUM_PATH.`);
    describe.skip(title, () => body(() => Promise.reject(new Error('There is no Chromium.'))));
    return;
  }
  describe(title, () => {
    jest.setTimeout(TEST_TIMEOUT_MS);
    const closing: (() => unknown)[] = [];
    const misdeeds: Misdeeds = { outside: [], errors: [] };
    let browser: Browser;
    /** One for all tests, which is faster; what pages keep goes with them. */
    let context: BrowserContext;

    beforeAll(async () => {
      // A profile of its own, which is removed when it is closed.
      browser = await chromium.launch({ executablePath, args: flags });
      context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    });
    afterAll(() => browser?.close());
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
      const { outside, errors } = misdeeds;
      expect({ outside: outside.splice(0), errors: errors.splice(0) }).toEqual({ outside: [], errors: [] });
    });

    body(async (options) => {
      const emulator = createEmulator({ seed: 1, clock: 'manual', ...options });
      closing.push(() => emulator.close());
      const url = await emulator.listen();
      const client = createClient({ auth: basicAuth(emulator.credentials), baseUrl: url });
      const receiver = await openReceiver(client);
      closing.push(receiver.close);
      const page = await context.newPage();
      closing.push(() => page.close());
      page.setDefaultTimeout(STEP_TIMEOUT_MS);
      watch(page, misdeeds);
      await page.goto(`${url}/_emulator`);
      await page.locator('#connection[data-state=live]').waitFor();
      return {
        page,
        emulator,
        client,
        ...receiver,
        async subscribe() {
          await emulator.seed({ webhooks: [{ target: receiver.target, triggers: ['*'] }] });
        },
        async say(text) {
          await page.locator('#composer').fill(text);
          await page.locator('#composer').press('Enter');
          await page.locator('.message.own .text').getByText(text, { exact: true }).last().waitFor();
        },
      };
    });
  });
}

function watch(page: Page, { outside, errors }: Misdeeds): void {
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== 'data:' && hostname !== '127.0.0.1') outside.push(request.url());
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    // The browser tells of every answer above 399, which tests may ask for.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) errors.push(message.text());
  });
}

async function openReceiver(client: Client) {
  const received: Record<string, unknown>[] = [];
  let status = 200;
  let echoes = false;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    response.writeHead(request.method === 'HEAD' ? 200 : status, { 'content-type': 'application/json' });
    response.end(`{"answer":${status}}`);
    if (request.method === 'HEAD') return;
    const body = JSON.parse(text);
    received.push(body);
    if (echoes && status === 200 && body.trigger === 'message:appUser')
      await client.messages.create(body.appUser._id, {
        role: 'appMaker',
        type: 'text',
        text: `You said: ${body.messages[0].text}`,
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    received,
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/messaging`,
    answer(next: number) {
      status = next;
    },
    echo() {
      echoes = true;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
