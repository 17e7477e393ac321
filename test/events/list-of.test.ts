import { z } from 'zod';
import { parseEvent } from '../../src/events/index.ts';
import { issueLimit } from '../../src/events/issue.ts';
import { listOf, maxMembers } from '../../src/events/list-of.ts';

const list = listOf(z.object({ id: z.string() }));

function issuesOf(value: unknown) {
  return list.safeParse(value).error?.issues.map(({ path, code }) => [path.join('.'), code]);
}

it('gives the members as their schema reads them', () => {
  expect(list.parse([{ id: 'a', more: 1 }, { id: 'b' }])).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(list.parse([])).toEqual([]);
});

it.each([[undefined], [null], ['text'], [{ length: 1 }]])('refuses %p, which is no list', (value) => {
  expect(issuesOf(value)).toEqual([['', 'invalid_type']]);
});

it('names the member and the field that is wrong', () => {
  expect(issuesOf([{ id: 'a' }, {}, 7])).toEqual([
    ['1.id', 'invalid_type'],
    ['2', 'invalid_type'],
  ]);
});

it('stops when there are as many issues as are told', () => {
  expect(issuesOf(Array(1_000).fill({}))).toHaveLength(issueLimit);
});

it('reads as many members as a real body can hold, and refuses one more with one issue', () => {
  const longest = Array(maxMembers).fill({ id: 'a' });
  expect(list.parse(longest)).toHaveLength(maxMembers);
  expect(issuesOf([...longest, { id: 'a' }])).toEqual([['', 'too_big']]);
});

it('says of a list that is too long where it is', () => {
  const appUser = { _id: 'a', clients: Array(maxMembers + 1).fill({}) };
  const parsed = parseEvent({ trigger: 'message:appUser', appUser, messages: [] });
  expect(parsed).toMatchObject({ kind: 'refused', issues: [{ path: 'appUser.clients', code: 'too_big' }] });
});

it('may be left out where it is optional, and not where it is not', () => {
  const holder = z.object({ needed: list, optional: list.optional() });
  expect(holder.parse({ needed: [] })).toEqual({ needed: [] });
  expect(holder.safeParse({}).error?.issues[0]?.path).toEqual(['needed']);
});
