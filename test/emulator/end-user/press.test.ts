import { OptionsError } from '../../../src/index.ts';
import { buttons, setUpPeople } from './support.ts';

const card = { type: 'carousel', text: undefined, items: [{ title: 'Tea', actions: [buttons[0]] }] };

describe('tap', () => {
  it('tells the business of the action and its message', () => {
    const { world, known, post, take } = setUpPeople();
    const mei = known({ channel: 'telegram' });
    const message = post(mei, { actions: buttons });
    take();
    const action = mei.tap('More');
    expect(action).toMatchObject({ type: 'postback', text: 'More', payload: 'MORE' });
    expect(world.happenings).toMatchObject([
      { type: 'postback', action, message, client: { platform: 'telegram' }, source: { type: 'telegram' } },
    ]);
  });

  it('finds a button by its id, its payload and in cards', () => {
    const { known, post } = setUpPeople();
    const mei = known({ channel: 'messenger' });
    const { items } = post(mei, card);
    const action = items?.[0]?.actions?.[0];
    for (const ref of ['More', 'MORE', action?._id ?? '', action ?? '']) expect(mei.tap(ref)).toEqual(action);
  });

  it('takes the latest of two buttons', () => {
    const { known, post } = setUpPeople();
    const mei = known();
    post(mei, { actions: [buttons[0]] });
    const { actions } = post(mei, { actions: [buttons[0]] });
    expect(mei.tap('More')._id).toBe(actions?.[0]?._id);
  });

  it('throws with the buttons that are there', () => {
    const { known, post, take } = setUpPeople();
    const mei = known();
    expect(() => mei.tap('More')).toThrow('There are none on this channel now.');
    post(mei, { actions: buttons });
    take();
    expect(() => mei.tap('Mroe')).toThrow(OptionsError);
    expect(() => mei.tap('Mroe')).toThrow(
      "There are: 'More' (postback), 'Yes' (reply), 'Shop' (link), 'Buy' (buy).",
    );
    expect(take()).toEqual([]);
  });

  it.each([
    ['Yes', 'use reply()'],
    ['Shop', 'it opens a page, and nothing is sent'],
    ['Buy', 'use pay()'],
  ])('says what else to do with the button %s', (text, hint) => {
    const { known, post } = setUpPeople();
    const mei = known();
    post(mei, { actions: buttons });
    expect(() => mei.tap(text)).toThrow(hint);
  });

  it('has no buttons where the channel shows none', () => {
    const { known, post } = setUpPeople();
    const mei = known({ channel: 'twilio' });
    post(mei, { actions: [buttons[0], buttons[1], buttons[2]] });
    expect(() => mei.tap('More')).toThrow('There are none on this channel now.');
    expect(mei.messages().at(-1)).toMatchObject({ text: 'Hello\nShop https://example.com', buttons: [] });
  });
});

describe('reply', () => {
  it('sends the text of the button with its payload', () => {
    const { known, post, take } = setUpPeople();
    const mei = known({ channel: 'messenger' });
    post(mei, { actions: buttons });
    take();
    const message = mei.reply('YES');
    expect(message).toMatchObject({ type: 'text', text: 'Yes', payload: 'YES', role: 'appUser' });
    expect(take()).toMatchObject([{ type: 'message', message }]);
    expect(() => mei.reply('More')).toThrow('use tap()');
  });
});

describe('pay', () => {
  it('pays the latest offer, once', () => {
    const { known, post, take } = setUpPeople();
    const mei = known();
    expect(() => mei.pay()).toThrow('There is nothing to pay on this channel now.');
    const message = post(mei, { actions: buttons });
    take();
    const paid = mei.pay();
    expect(paid).toMatchObject({ _id: message._id, actions: [{}, {}, {}, { type: 'buy', state: 'paid' }] });
    expect(take()).toMatchObject([
      { type: 'payment', action: { type: 'buy', state: 'paid', amount: 1000 }, message: paid },
    ]);
    expect(mei.user?.hasPaymentInfo).toBe(true);
    expect(mei.messages().at(-1)?.buttons.at(-1)).toMatchObject({ state: 'paid' });
    expect(() => mei.pay()).toThrow('There is nothing to pay on this channel now.');
    expect(() => mei.pay('Buy')).toThrow('(conflict)');
  });
});

describe('tapMenu', () => {
  const menu = {
    items: [
      { _id: '1', type: 'link', text: 'Shop', uri: 'https://example.com' },
      {
        _id: '2',
        type: 'submenu',
        text: 'More',
        items: [{ _id: '3', type: 'postback', text: 'Help', payload: 'HELP' }],
      },
    ],
    settings: { inputEnabled: true },
  } as const;

  it.each(['Help', 'HELP', '3'])('tells of the entry %s without a message', (ref) => {
    const { world, app, known } = setUpPeople();
    const mei = known({ channel: 'messenger' });
    app.menu = structuredClone(menu) as never;
    const action = { _id: '3', type: 'postback', text: 'Help', payload: 'HELP' };
    expect(mei.tapMenu(ref)).toEqual(action);
    expect(world.happenings).toMatchObject([{ type: 'postback', action, message: undefined }]);
  });

  it('throws for an entry that sends nothing or is not there, and where there are no menus', () => {
    const { app, known } = setUpPeople();
    const mei = known({ channel: 'wechat' });
    expect(() => mei.tapMenu('Help')).toThrow('There are none on this channel now.');
    app.menu = structuredClone(menu) as never;
    expect(() => mei.tapMenu('Shop')).toThrow('opens a page');
    expect(() => mei.tapMenu('More')).toThrow('holds other entries');
    expect(() => mei.tapMenu('Helb')).toThrow(
      "There are: 'Shop' (link), 'More' (submenu), 'Help' (postback).",
    );
    expect(() => known({ channel: 'line' }).tapMenu('Help')).toThrow('There are no menus on line.');
  });
});
