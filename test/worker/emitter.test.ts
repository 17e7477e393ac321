import { setImmediate } from 'node:timers/promises';
import { createEmitter } from '../../src/worker/emitter.ts';

interface Events {
  ring: number;
  stop: string;
}

function makeEmitter() {
  const errors: unknown[] = [];
  return { errors, emitter: createEmitter<Events>((...given) => errors.push(given)) };
}

test('calls the listeners of the event in their order and no others', () => {
  const { emitter } = makeEmitter();
  const heard: unknown[] = [];
  emitter.add('ring', (count) => heard.push(['a', count]), false);
  emitter.add('stop', (why) => heard.push(['stop', why]), false);
  emitter.add('ring', (count) => heard.push(['b', count]), false);
  emitter.emit('ring', 1);
  expect(heard).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
});

test('calls a listener of one time once', () => {
  const { emitter } = makeEmitter();
  const heard: number[] = [];
  emitter.add('ring', (count) => heard.push(count), true);
  emitter.emit('ring', 1);
  emitter.emit('ring', 2);
  expect(heard).toEqual([1]);
});

test('removes a listener from one event alone', () => {
  const { emitter } = makeEmitter();
  const heard: unknown[] = [];
  const listener = (payload: unknown) => heard.push(payload);
  emitter.add('ring', listener, false);
  emitter.add('ring', listener, true);
  emitter.add('stop', listener, false);
  emitter.remove('ring', listener);
  emitter.emit('ring', 1);
  emitter.emit('stop', 'now');
  expect(heard).toEqual(['now']);
});

test('calls a listener that another removed meanwhile, and not one that another added', () => {
  const { emitter } = makeEmitter();
  const heard: string[] = [];
  const second = () => heard.push('second');
  emitter.add(
    'ring',
    () => {
      emitter.remove('ring', second);
      emitter.add('ring', () => heard.push('third'), false);
    },
    false,
  );
  emitter.add('ring', second, false);
  emitter.emit('ring', 1);
  expect(heard).toEqual(['second']);
});

test('tells of listeners that throw or reject, and calls the others', async () => {
  const { emitter, errors } = makeEmitter();
  const heard: number[] = [];
  const [thrown, rejected] = [new Error('thrown'), new Error('rejected')];
  emitter.add(
    'ring',
    () => {
      throw thrown;
    },
    false,
  );
  emitter.add('ring', () => Promise.reject(rejected), false);
  emitter.add('ring', (count) => heard.push(count), false);
  emitter.emit('ring', 1);
  expect(heard).toEqual([1]);
  await setImmediate();
  expect(errors).toEqual([
    [thrown, 'ring', 1],
    [rejected, 'ring', 1],
  ]);
});
