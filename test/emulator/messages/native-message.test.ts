import { setUp } from './support.ts';

const root = {
  role: 'appMaker',
  type: 'carousel',
  text: 'ignored',
  name: 'Ada',
  messageSchema: 'whatsapp',
};

describe('a message in the form of the business messaging channel', () => {
  it.each([
    [
      { type: 'text', text: { body: 'a ![](https://e.com/b.png)' } },
      { type: 'text', text: 'a ![](https://e.com/b.png)' },
    ],
    [
      { type: 'image', image: { link: 'https://e.com/a.png', caption: 'This' } },
      { type: 'image', mediaUrl: 'https://e.com/a.png', mediaType: 'image/png', text: 'This' },
    ],
    [
      { type: 'document', document: { link: 'https://e.com/a.pdf' } },
      { type: 'file', mediaUrl: 'https://e.com/a.pdf', text: ' ' },
    ],
    [
      { type: 'location', location: { latitude: 1, longitude: 2, name: 'Office' } },
      { type: 'location', coordinates: { lat: 1, long: 2 }, location: { name: 'Office' } },
    ],
  ])('is built from %j', async (message, built) => {
    const { post, user } = setUp({ platform: 'whatsapp' });
    const posted = await post({ ...root, message });
    expect(user.conversation?.messages).toEqual([posted]);
    expect(posted).toMatchObject({ ...built, name: 'Ada' });
    expect('items' in posted || 'messageSchema' in posted || 'message' in posted).toBe(false);
  });

  it('is the text beside it when it has no counterpart, else its type and name', async () => {
    const { post } = setUp({ platform: 'whatsapp' });
    const message = { type: 'template', template: { namespace: 'n', name: 'order_update' } };
    expect(await post({ ...root, message })).toMatchObject({ type: 'text', text: 'ignored' });
    const { text: _, ...bare } = root;
    expect(await post({ ...bare, message })).toMatchObject({ text: 'template: order_update' });
  });

  it('is ignored with a warning when another channel is named and nothing given', async () => {
    const body = { role: 'appMaker', type: 'text', text: 'a', messageSchema: 'other' };
    const answer = await setUp().call('POST /appusers/customer-7/messages', { body });
    expect(answer).toMatchObject({ status: 201, warnings: [expect.stringContaining("'other'")] });
  });
});
