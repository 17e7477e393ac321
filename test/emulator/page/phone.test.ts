import { describeInBrowser } from './support.ts';

describeInBrowser('the phone of the page', (open) => {
  it('sends what is written and shows what the business answers', async () => {
    const { page, subscribe, echo, say } = await open();
    await subscribe();
    echo();
    await say('hi');
    await page.locator('.message.theirs').getByText('You said: hi').waitFor();
    expect(await page.locator('#composer').inputValue()).toBe('');
  });

  it('makes the person that was described, and keeps several apart', async () => {
    const { page, emulator, say } = await open();
    await page.locator('#draft-channel').selectOption('telegram');
    await page.locator('#draft [name=givenName]').fill('Ada');
    await page.locator('#draft [name=userId]').fill('ada');
    await say('from Ada');
    await page.locator('#caller-name').getByText('Ada').waitFor();
    await page.locator('#new-person').click();
    await page.locator('#draft').waitFor();
    await say('from somebody');
    expect(await page.getByText('from Ada').count()).toBe(0);
    await page.locator('#person').selectOption({ label: 'Ada · telegram' });
    await page.locator('.message.own').getByText('from Ada').waitFor();
    const [app] = emulator.snapshot().state.apps.values();
    expect(
      [...(app?.users.values() ?? [])].map(({ userId, clients }) => [userId, clients[0]?.platform]),
    ).toEqual([
      ['ada', 'telegram'],
      [undefined, 'web'],
    ]);
  });

  it('shows media, cards and forms, and presses their buttons', async () => {
    const { page, client, emulator, subscribe, say } = await open();
    await page.locator('#draft [name=userId]').fill('ada');
    await say('hi');
    await subscribe();
    const send = (message: Parameters<typeof client.messages.create>[1]) =>
      client.messages.create('ada', message);
    const { mediaUrl } = await client.attachments.upload({
      source: Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
      fileName: 'dot.gif',
    });
    await send({ role: 'appMaker', type: 'image', mediaUrl });
    await page.locator('.message.theirs img.picture').waitFor();
    await send({
      role: 'appMaker',
      type: 'carousel',
      items: [{ title: 'Espresso', actions: [{ type: 'postback', text: 'Order', payload: 'espresso' }] }],
    });
    await page
      .locator('.carousel .item', { hasText: 'Espresso' })
      .getByRole('button', { name: 'Order' })
      .click();
    await emulator.deliveries.waitFor({ trigger: 'postback', state: 'acknowledged' });
    await send({
      role: 'appMaker',
      type: 'text',
      text: 'One.',
      actions: [{ type: 'buy', text: 'Pay', amount: 250 }],
    });
    await page.getByRole('button', { name: 'Pay $2.50' }).click();
    await page.getByRole('button', { name: 'Pay: paid' }).waitFor();
    await send({
      role: 'appMaker',
      type: 'form',
      fields: [
        { type: 'email', name: 'email', label: 'Your address' },
        { type: 'select', name: 'size', label: 'Size', options: [{ name: 's', label: 'Small' }] },
      ],
    });
    await page.getByLabel('Your address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send form' }).click();
    await page.locator('.message.own').getByText('Your address: ada@example.com').waitFor();
    await page.locator('.message.theirs').getByText('Form: sent').waitFor();
  });

  it('offers replies until something else is said', async () => {
    const { page, client, say } = await open();
    await page.locator('#draft [name=userId]').fill('ada');
    await say('hi');
    const actions = [{ type: 'reply' as const, text: 'Fine', payload: 'fine' }];
    await client.messages.create('ada', { role: 'appMaker', type: 'text', text: 'How are you?', actions });
    await page.locator('#replies').getByRole('button', { name: 'Fine' }).click();
    await page.locator('.message.own').getByText('Fine').waitFor();
    await page.locator('#replies').waitFor({ state: 'hidden' });
  });

  it('shows that the business types and has read', async () => {
    const { page, client, say } = await open();
    await page.locator('#draft [name=userId]').fill('ada');
    await say('hi');
    await client.conversations.sendActivity('ada', { type: 'typing:start' });
    await page.getByRole('img', { name: 'The business is typing' }).waitFor();
    await client.conversations.sendActivity('ada', { type: 'conversation:read' });
    await page.getByText('Read by the business').waitFor();
    await client.conversations.sendActivity('ada', { type: 'typing:stop' });
    await page.getByRole('img', { name: 'The business is typing' }).waitFor({ state: 'detached' });
  });

  it('does what the channel allows, and says why not', async () => {
    const { page, emulator, subscribe, say } = await open();
    await subscribe();
    await page.locator('#draft-channel').selectOption('telegram');
    await say('hi');
    expect(await page.locator('[data-act=read]').isDisabled()).toBe(true);
    await page.locator('#more').click();
    await page.getByRole('button', { name: 'Come by a referral…' }).click();
    await page.getByLabel('Code').fill('summer');
    await page.getByLabel('Code').press('Enter');
    await emulator.deliveries.waitFor({ trigger: 'conversation:referral' });
    await page.locator('#more').click();
    await page.getByRole('button', { name: 'Block the business' }).click();
    await page.locator('#standing').getByText('blocked').waitFor();
    await emulator.deliveries.waitFor({ trigger: 'client:block' });
  });

  it('shows texts as texts, whoever wrote them', async () => {
    const { page, client, subscribe, emulator, say } = await open();
    await subscribe();
    const text = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>';
    await page.locator('#draft [name=userId]').fill('ada');
    await page.locator('#draft [name=givenName]').fill(text.slice(0, 40));
    await say(text);
    await client.messages.create('ada', {
      role: 'appMaker',
      name: text,
      type: 'text',
      text: `From the business: ${text}`,
      actions: [
        { type: 'link', text, uri: 'javascript:window.broken=1' },
        { type: 'postback', text: 'Tap', payload: text },
      ],
    });
    await page.locator('.message.theirs').getByText('From the business: <img').waitFor();
    await emulator.deliveries.waitFor({ trigger: 'message:appMaker', state: 'acknowledged' });
    await page.locator('#delivery-list .row', { hasText: 'message:appMaker' }).click();
    await page.locator('#delivery-detail .json').getByText('onerror').first().waitFor();
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(await page.locator('#screen img, #delivery-list img, #delivery-detail img').count()).toBe(0);
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
  });

  it('keeps what was written when it is refused', async () => {
    const { page, say } = await open({ limits: { messagesPerConversation: 1 } });
    await say('hi');
    await page.locator('#composer').fill('too much');
    await page.locator('#composer').press('Enter');
    await page.locator('#toast[data-kind=error]').waitFor();
    expect(await page.locator('#composer').inputValue()).toBe('too much');
  });
});
