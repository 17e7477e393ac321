import { known, refusedAt } from '../known.ts';
import { messageBody } from '../samples.ts';

const withClient = (client: unknown) => messageBody({ type: 'text', text: 'x' }, { client });
const read = (client: unknown) => known('message:appUser', withClient(client)).client;

test('a client may be empty', () => {
  expect(read({})).toEqual({});
});

test('a client may lack _id, as in 2017', () => {
  const client = { id: 'd', platform: 'ios', active: true, lastSeen: '2017-08-17T14:58:06.123Z' };
  expect(read(client)).toEqual(client);
});

test('info may be missing', () => {
  expect(read({ _id: 'c' })?.info).toBeUndefined();
});

test('info and raw hold any JSON', () => {
  const json = {
    'Reply-To': null,
    count: 0,
    list: [[1], [[]]],
    text: '',
    nil: 'nil',
    push: 'YES',
    name: 'Zoë',
    big: 2 ** 60,
  };
  expect(read({ info: json, raw: json })).toEqual({ info: json, raw: json });
});

test.each([null, 1, 'text', []])('raw may be %j', (raw) => {
  expect(read({ raw })?.raw).toEqual(raw);
});

test('platform and status are open', () => {
  expect(read({ platform: 'pigeon', status: 'asleep' })).toEqual({ platform: 'pigeon', status: 'asleep' });
});

test('a client that is no object is refused', () => {
  expect(refusedAt(withClient('c'))).toEqual(['client']);
  expect(refusedAt(withClient({ info: 'text' }))).toEqual(['client.info']);
});
