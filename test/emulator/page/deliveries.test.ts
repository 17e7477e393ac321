import type { Locator } from 'playwright-core';
import { describeInBrowser } from './support.ts';

/** Waits until there are `count` of them: the last is there, and none behind it. */
async function waitForCount(rows: Locator, count: number): Promise<void> {
  await rows.nth(count - 1).waitFor();
  await rows.nth(count).waitFor({ state: 'detached' });
}

describeInBrowser('the deliveries of the page', (open) => {
  it('appear as they happen, with their attempts and the answers', async () => {
    const { page, subscribe, say } = await open();
    await page.getByText('No webhook yet').waitFor();
    await subscribe();
    await page.getByText('A webhook is there.').waitFor();
    await say('hi');
    const row = page.locator('#delivery-list .row');
    await row.getByText('200 · acknowledged').waitFor();
    await row.click();
    const detail = page.locator('#delivery-detail');
    await detail.locator('.attempt .outcome').getByText('200').waitFor();
    await detail.getByText('Answer 200').click();
    await detail.locator('.attempt .json').getByText('"answer"').waitFor();
    await detail.locator('.json').last().getByText('"hi"').waitFor();
  });

  it('are tried again as the clock is turned on, until none is left', async () => {
    const { page, subscribe, answer, say } = await open();
    await subscribe();
    answer(503);
    await say('hi');
    const row = page.locator('#delivery-list .row');
    await row.getByText('503 · attempt 2 in 1 min').waitFor();
    await row.click();
    await page.getByRole('button', { name: 'Next in 1 min' }).click();
    await row.getByText('503 · attempt 3 in 2 min').waitFor();
    await page.getByRole('button', { name: '+15m' }).click();
    await row.getByText('503 · exhausted').waitFor();
    await page.locator('#delivery-detail .state.exhausted').waitFor();
    expect(await page.locator('#delivery-detail .attempt').count()).toBe(5);
    expect(await page.locator('#to-next').isVisible()).toBe(false);
  });

  it('are sent once more, edited, and called beside', async () => {
    const { page, subscribe, received, say } = await open();
    await subscribe();
    await say('hi');
    const rows = page.locator('#delivery-list .row');
    await rows.first().click();
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.locator('#delivery-detail').getByText('resent from delivery-1').waitFor();
    await page.getByRole('button', { name: 'Edit and resend' }).click();
    const body = page.locator('#edit-form textarea');
    const edited = (await body.inputValue()).replace('"hi"', '"hello"');
    await body.fill('{ no json');
    await page.locator('#edit-form').getByRole('button', { name: 'Resend' }).click();
    expect(await page.locator('#edit-dialog').isVisible()).toBe(true);
    await body.fill(edited);
    await page.locator('#edit-form').getByRole('button', { name: 'Resend' }).click();
    await rows.first().locator('.badge', { hasText: 'edited' }).waitFor();
    await page.locator('#delivery-detail').getByText('edited from delivery-2').waitFor();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.locator('#delivery-detail').getByText('duplicate of attempt 1').waitFor();
    expect(await rows.count()).toBe(3);
    expect(received.map((one) => JSON.stringify(one['messages']).includes('hello'))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('are filtered by trigger, status and text', async () => {
    const { page, emulator, subscribe, answer, say } = await open();
    await subscribe();
    await say('first');
    await emulator.idle();
    answer(404);
    await say('second');
    await emulator.idle();
    emulator.trigger('postback');
    const rows = page.locator('#delivery-list .row');
    await waitForCount(rows, 3);
    await page.locator('#filters [name=state]').selectOption('ended');
    await waitForCount(rows, 2);
    await page.locator('#filters [name=trigger]').selectOption('postback');
    await waitForCount(rows, 1);
    await page.getByLabel('Search deliveries').fill('nothing of that kind');
    await page.getByText('No delivery is as the filters say.').waitFor();
    await page.locator('#filters [name=trigger]').selectOption('');
    await page.getByLabel('Search deliveries').fill('SECOND');
    await rows.getByText('second').waitFor();
    await waitForCount(rows, 1);
  });

  it('are 300 in the page at most', async () => {
    const { page, emulator, subscribe } = await open();
    await subscribe();
    const user = emulator.user({});
    for (let count = 1; count <= 310; count++) user.say(`message ${count}`);
    await page.locator('#delivery-list .row').getByText('message 310', { exact: true }).waitFor();
    await waitForCount(page.locator('#delivery-list .row'), 300);
    expect(await page.locator('#delivery-list .row').getByText('message 10', { exact: true }).count()).toBe(
      0,
    );
  });

  it('are spoilt by faults that are ordered and taken back', async () => {
    const { page, emulator, subscribe, say } = await open();
    await subscribe();
    await page.getByRole('tab', { name: 'Faults' }).click();
    await page.getByLabel('How').selectOption('wrongSecret');
    await page.getByLabel('Times').fill('2');
    await page.getByRole('button', { name: 'Break', exact: true }).click();
    await page.locator('#fault-list').getByText('2 times more').waitFor();
    await say('hi');
    await page.locator('#fault-list').getByText('once more').waitFor();
    await page.getByRole('button', { name: 'Remove wrongSecret' }).click();
    await page.locator('#fault-list li').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.locator('#delivery-list .badge.fault', { hasText: 'wrongSecret' }).waitFor();
    expect(emulator.faults.list()).toEqual([]);
  });

  it('come of an event that is fired by its name', async () => {
    const { page, subscribe } = await open();
    await subscribe();
    await page.getByRole('button', { name: 'Fire event' }).click();
    await page.locator('#fire-form [name=trigger]').fill('link:failure');
    await page.locator('#fire-form').getByRole('button', { name: 'Fire' }).click();
    await page.locator('#delivery-list .row').getByText('link:failure').waitFor();
  });

  it('are forgotten, with all else, when the emulator is reset', async () => {
    const { page, emulator, subscribe, say } = await open();
    await subscribe();
    await say('hi');
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.locator('#reset-dialog').getByRole('button', { name: 'Reset' }).click();
    await page.getByText('No webhook yet').waitFor();
    await page.locator('#draft').waitFor();
    expect(emulator.deliveries.list()).toEqual([]);
  });

  it('stand beside the calls of the API and their warnings', async () => {
    const { page, client, say } = await open();
    await page.locator('#draft [name=userId]').fill('ada');
    await say('hi');
    await client.messages.create('ada', { role: 'appMaker', type: 'text', text: 'Yes?' });
    await page.getByRole('tab', { name: 'API calls' }).click();
    await page.locator('#call-list .row', { hasText: '/appusers/ada/messages' }).click();
    await page.locator('#call-detail .json').first().getByText('"Yes?"').waitFor();
  });
});
