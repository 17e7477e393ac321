import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describeInBrowser } from './support.ts';

/** A way to the emulator that can be cut: all connections end, and no other comes about until it is mended. */
async function openLine(to: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(Number(new URL(to).port), '127.0.0.1');
    for (const each of [socket, other]) {
      sockets.add(each);
      each.on('error', () => each.destroy()).on('close', () => sockets.delete(each));
    }
    socket.pipe(other).pipe(socket);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(port),
  };
}

describeInBrowser('the page', (open) => {
  it('adds a webhook, and says what is wrong with one', async () => {
    const { page, emulator, target } = await open();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const field = page.locator('#add-webhook [name=target]');
    await field.fill('http://127.0.0.1:1/nobody');
    await page.getByRole('button', { name: 'Add webhook', exact: true }).click();
    await page.locator('#toast[data-kind=error]').waitFor();
    await field.fill(target);
    await page.getByRole('button', { name: 'Add webhook', exact: true }).click();
    await page.locator('#webhook-list').getByText(target).waitFor();
    const [app] = emulator.snapshot().state.apps.values();
    expect(app?.webhooks).toMatchObject([{ target, triggers: ['*'], version: 'v1.1' }]);
  });

  it('can be used with the keyboard alone', async () => {
    const { page, emulator, subscribe, answer } = await open();
    await subscribe();
    answer(503);
    const { keyboard } = page;
    await page.getByText('A webhook is there.').waitFor();
    await keyboard.press('w');
    await keyboard.type('hi');
    await keyboard.press('Enter');
    await page.locator('#delivery-list .row').waitFor();
    await keyboard.press('Escape');
    await keyboard.press('j');
    await page.locator('#delivery-list .row[aria-current]').waitFor();
    await page.locator('#delivery-detail .attempt').waitFor();
    await keyboard.press('m');
    await page.locator('#delivery-detail').getByText('attempt 2', { exact: true }).waitFor();
    answer(200);
    await keyboard.press('r');
    await page.locator('#delivery-detail').getByText('resent from delivery-1').waitFor();
    await keyboard.press('d');
    await page.locator('#delivery-detail').getByText('duplicate of attempt 1').waitFor();
    await keyboard.press('e');
    await keyboard.press('Control+Enter');
    await page.locator('#delivery-detail').getByText('edited from delivery-2').waitFor();
    await keyboard.press('ArrowDown');
    await page.locator('#delivery-detail').getByText('resent from delivery-1').waitFor();
    await keyboard.press('/');
    await keyboard.type('edited?');
    await keyboard.press('Escape');
    await keyboard.press('b');
    await page.locator('#faults').waitFor();
    await keyboard.press('Escape');
    await keyboard.press('1');
    await page.locator('#deliveries').waitFor();
    await keyboard.press('?');
    await page.locator('#help-dialog').waitFor();
    await keyboard.press('Escape');
    await page.locator('#help-dialog').waitFor({ state: 'hidden' });
    expect(emulator.deliveries.list().map(({ edited = false }) => edited)).toEqual([false, false, true]);
  });

  it('moves between its tabs by arrows', async () => {
    const { page } = await open();
    await page.getByRole('tab', { name: 'Deliveries' }).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toContain('Faults');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toContain('API calls');
    await page.locator('#calls').waitFor();
    expect(await page.locator('#faults').isVisible()).toBe(false);
  });

  it('comes in light and dark, with texts that can be read', async () => {
    const { page, subscribe, say } = await open();
    await subscribe();
    await say('hi');
    await page.locator('#delivery-list .row').click();
    await page.locator('#delivery-detail .attempt').waitFor();
    const grounds: unknown[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      grounds.push(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
      expect([colorScheme, await page.evaluate(findFaintTexts)]).toEqual([colorScheme, []]);
    }
    expect(grounds).toEqual(['rgb(238, 240, 243)', 'rgb(16, 19, 23)']);
  });

  it('fits wide, narrow and very narrow windows', async () => {
    const { page, subscribe, say } = await open();
    await subscribe();
    await say('a'.repeat(300));
    await page.locator('#delivery-list .row').click();
    await page.locator('#delivery-detail .attempt').waitFor();
    for (const width of [1280, 800, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await page.locator('#send').isVisible()).toBe(true);
    }
  });

  it('is whole again after the connection was lost', async () => {
    const { page, emulator, subscribe } = await open();
    await subscribe();
    const line = await openLine(emulator.url);
    try {
      await page.goto(`${line.url}/_emulator`);
      await page.locator('#connection[data-state=live]').waitFor();
      await line.cut();
      await page.locator('#connection[data-state=lost]').waitFor();
      emulator.user({ channel: 'line' }).say('meanwhile');
      await emulator.idle();
      await line.mend();
      await page.locator('#connection[data-state=live]').waitFor();
      await page.locator('#delivery-list .row').getByText('meanwhile').waitFor();
    } finally {
      await line.cut();
    }
  });

  it('finds the phone again when it is loaded anew', async () => {
    const { page, say } = await open();
    await say('hi');
    await page.reload();
    await page.locator('.message.own').getByText('hi').waitFor();
  });

  it('keeps the phone in hand when a call for it is not answered', async () => {
    const { page, say } = await open();
    await say('hi');
    // What the page is left with when it is loaded anew in the middle of a call.
    await page.route('**/api/phones/*', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.evaluate(async () => {
      await fetch('api/trigger', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ trigger: 'message:appMaker' }),
      });
    });
    await failed;
    await page.unroute('**/api/phones/*');
    await page.reload();
    await page.locator('.message.own').getByText('hi').waitFor();
  });
});

/** The texts that are seen and whose contrast with their ground is below 4.5, as the guidelines for accessibility (WCAG 2, AA) have it. Runs in the page. */
const findFaintTexts = `(() => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const paint = (...colours) => {
    context.clearRect(0, 0, 1, 1);
    for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faint = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    if (!own || !element.checkVisibility() || element.closest(':disabled, option, .unseen, .skip') !== null) continue;
    const grounds = [];
    for (let each = element; each !== null; each = each.parentElement) grounds.unshift(getComputedStyle(each).backgroundColor);
    const ground = paint('white', ...grounds);
    const text = paint('white', ...grounds, getComputedStyle(element).color);
    const [high, low] = [light(ground), light(text)].sort((a, b) => b - a);
    if ((high + 0.05) / (low + 0.05) < 4.5) faint.push([element.className || element.tagName, element.textContent.slice(0, 30), ((high + 0.05) / (low + 0.05)).toFixed(2)]);
  }
  return faint;
})()`;
