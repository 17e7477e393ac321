import { UsageError } from '../../src/cli/command.ts';
import { setAt } from '../../src/cli/set-at.ts';

const make = () => ({ text: 'hi', user: { id: 'u1' }, list: [{ text: 'a' }, { text: 'b' }] });

describe('setAt', () => {
  it.each([
    ['a text', 'text=hello', { text: 'hello' }],
    ['a text with an equals sign', 'text=a=b', { text: 'a=b' }],
    ['a text with line ends', 'text=a\nb', { text: 'a\nb' }],
    ['a number', 'text=5', { text: 5 }],
    ['a number as a text', 'text="5"', { text: '5' }],
    ['an empty text', 'text=""', { text: '' }],
    ['JSON', 'user={"vip":true}', { user: { vip: true } }],
    ['a value in a list', 'list.1.text=c', { list: [{ text: 'a' }, { text: 'c' }] }],
    ['a further item of a list', 'list.2=c', { list: [{ text: 'a' }, { text: 'b' }, 'c'] }],
    ['objects that are missing', 'user.a.b=1', { user: { id: 'u1', a: { b: 1 } } }],
    ['nothing by an empty value', 'user.id=', { user: {} }],
    ['no item of a list by an empty value', 'list.0=', { list: [{ text: 'b' }] }],
    ['nothing for what is not there to be removed', 'user.a.b=', {}],
  ])('writes %s', (_, change, expected) => {
    const root = make();
    setAt(root, change);
    expect(root).toEqual({ ...make(), ...expected });
  });

  it.each([
    ['no value', 'text', '--set must be PATH=VALUE'],
    ['no path', '=1', '--set must be PATH=VALUE'],
    ['an empty part', 'user..id=1', '--set must be PATH=VALUE'],
    ['a text on the way', 'text.a=1', '--set text.a: text is neither an object nor a list'],
    ['a name in a list', 'list.text=1', "list is a list of 2: a number up to 2 must follow, not 'text'"],
    ['a name in a list on the way', 'list.a.b=1', "a number up to 2 must follow, not 'a'"],
    ['the length of a list', 'list.length=0', "a number up to 2 must follow, not 'length'"],
    ['a place behind the next one', 'list.3=c', "a number up to 2 must follow, not '3'"],
    ['a place with a leading zero', 'list.01=c', "a number up to 2 must follow, not '01'"],
  ])('refuses %s, and changes nothing', (_, change, message) => {
    const root = make();
    expect(() => setAt(root, change)).toThrow(UsageError);
    expect(() => setAt(root, change)).toThrow(message);
    expect(root).toEqual(make());
  });

  it.each(['__proto__.polluted=1', 'constructor.prototype.polluted=1', 'user.__proto__={"polluted":1}'])(
    'takes %s for keys like any other',
    (change) => {
      const root = make();
      setAt(root, change);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      expect(JSON.stringify(root)).toContain('"polluted":1');
    },
  );
});
