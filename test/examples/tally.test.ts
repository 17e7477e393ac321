import { compare, count, countAnswer, createTally, type Tally, totalOf } from '../../examples/demo/tally.ts';

function makeTally(): Tally {
  const tally = createTally();
  count(tally, 'postback', 'received', 3);
  count(tally, 'postback', 'handled', 2);
  count(tally, 'postback', 'duplicates');
  countAnswer(tally, '200 queued');
  countAnswer(tally, '200 queued');
  return tally;
}

test('two equal tallies add up', () => {
  expect(compare(makeTally(), makeTally())).toEqual([]);
});

test('a number that is too low or too high is named with its trigger and column', () => {
  const actual = makeTally();
  count(actual, 'postback', 'handled', -1);
  count(actual, 'postback', 'retries');
  expect(compare(makeTally(), actual)).toEqual([
    'postback: handled should be 2 and is 1',
    'postback: retries should be 0 and is 1',
  ]);
});

test('a trigger that is missing is named, and so is one that nobody expected', () => {
  const actual = makeTally();
  actual.rows.delete('postback');
  count(actual, 'link:match', 'seen');
  expect(compare(makeTally(), actual)).toEqual([
    'postback: received should be 3 and is 0',
    'postback: handled should be 2 and is 0',
    'postback: duplicates should be 1 and is 0',
    'link:match: seen should be 0 and is 1',
  ]);
});

test('an answer that was given too often or not at all is named', () => {
  const expected = makeTally();
  countAnswer(expected, '401 authentication_failed');
  const actual = makeTally();
  countAnswer(actual, '200 queued');
  expect(compare(expected, actual)).toEqual([
    'answer 200 queued: should be given 2 times and was 3',
    'answer 401 authentication_failed: should be given 1 times and was 0',
  ]);
});

test('the total is the sum of the rows', () => {
  const tally = makeTally();
  count(tally, 'link:match', 'received', 4);
  expect(totalOf(tally)).toMatchObject({ received: 7, handled: 2, duplicates: 1, failed: 0 });
});
