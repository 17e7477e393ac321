import { routes } from '../../../src/emulator/api/index.ts';
import { beyond } from '../../client/resources/endpoints-beyond.ts';
import { partA } from '../../client/resources/endpoints-part-a.ts';
import { partB } from '../../client/resources/endpoints-part-b.ts';

/** What the path of a route matches. */
function matcherOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`, 'i');
}

describe('the table of routes', () => {
  it.each([...partA, ...partB, ...beyond].map((row) => [row.name, row] as const))(
    'has what client.%s calls',
    (_, { method, path, account }) => {
      const called = `${account ? '' : '/apps/1'}${path.replace(':user', 'u')}`;
      const found = routes.filter((route) => route.method === method && matcherOf(route.path).test(called));
      expect(found).toHaveLength(1);
    },
  );

  it('has no route that one before it takes the calls of', () => {
    const taken = routes.flatMap(({ method, path }, index) => {
      const same = routes.slice(0, index).filter((other) => other.method === method);
      const before = same.find((other) => matcherOf(other.path).test(path));
      return before === undefined ? [] : [`${method} ${path} by ${before.path}`];
    });
    expect(taken).toEqual([]);
  });

  it('has paths that Express 4 and 5 read alike, and the app in those for app keys', () => {
    expect(routes.filter(({ path }) => !/^(\/(:\w+|\w+))+$/.test(path))).toEqual([]);
    const without = routes.filter(({ scope, path }) => scope === 'app' && !path.startsWith('/apps/:appId/'));
    expect(without).toEqual([]);
  });
});
