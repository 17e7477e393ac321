import { createServer as createHttpServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import express5, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { createServer } from '../../src/server/index.ts';

const express4 = jest.requireActual<typeof express5>('express4');
const views = resolve(__dirname, 'views');
const file = join(views, 'page.txt');

/** What a client sends to `/mounted/things/7/tail?a=1&b[c]=2&callback=cb`. */
const headers = {
  host: 'a.b.example.com:3000',
  accept: 'application/json, text/html;q=0.5',
  'accept-charset': 'utf-8',
  'accept-encoding': 'gzip',
  'accept-language': 'de, en;q=0.8',
  'content-type': 'application/json; charset=utf-8',
  range: 'bytes=0-3',
  'x-forwarded-for': '203.0.113.7, 198.51.100.2',
  'x-forwarded-proto': 'https',
  'x-requested-with': 'XMLHttpRequest',
  'if-none-match': '"tag"',
};

/** Every documented member of Express's request, read. Source: the API pages of Express 4 and 5. */
const requestMembers: Record<string, (req: Request) => unknown> = {
  app: (req) => req.app.get('name') as unknown,
  baseUrl: (req) => req.baseUrl,
  body: (req) => req.body as unknown,
  cookies: (req) => req.cookies as unknown,
  fresh: (req) => req.fresh,
  host: (req) => req.host,
  hostname: (req) => req.hostname,
  ip: (req) => req.ip,
  ips: (req) => req.ips,
  method: (req) => req.method,
  originalUrl: (req) => req.originalUrl,
  params: (req) => req.params,
  path: (req) => req.path,
  protocol: (req) => req.protocol,
  query: (req) => req.query,
  res: (req) => req.res?.req === req,
  route: (req) => (req.route as { path: unknown }).path,
  secure: (req) => req.secure,
  signedCookies: (req) => req.signedCookies as unknown,
  stale: (req) => req.stale,
  subdomains: (req) => req.subdomains,
  xhr: (req) => req.xhr,
  accepts: (req) => [req.accepts('html'), req.accepts('image/png')],
  acceptsCharsets: (req) => req.acceptsCharsets('utf-8'),
  acceptsEncodings: (req) => req.acceptsEncodings('gzip', 'br'),
  acceptsLanguages: (req) => req.acceptsLanguages('en', 'de'),
  get: (req) => [req.get('Content-Type'), req.header('x-requested-with')],
  is: (req) => [req.is('json'), req.is('html')],
  range: (req) => req.range(100),
  'an addition to app.request': (req) => (req as Request & { added?: () => string }).added?.(),
};

/** Every documented member of Express's response, used. */
const responseMembers: Record<string, (res: Response, req: Request) => unknown> = {
  app: (res) => res.send(String(res.app.get('name'))),
  headersSent: (res) => {
    const before = res.headersSent;
    res.write('a');
    res.end(` ${before} ${res.headersSent}`);
  },
  locals: (res) => res.send(JSON.stringify(res.locals)),
  req: (res, req) => res.send(String(res.req === req)),
  append: (res) => res.append('x-a', '1').append('x-a', '2').end(),
  attachment: (res) => res.attachment('a.png').end(),
  cookie: (res) => res.cookie('a', { b: 1 }, { httpOnly: true, path: '/p', sameSite: 'lax' }).end(),
  clearCookie: (res) => res.clearCookie('a', { path: '/p' }).end(),
  download: (res) => res.download(file, 'other.txt'),
  end: (res) => res.end('done'),
  format: (res) => res.format({ json: () => res.json({ as: 'json' }), html: () => res.send('<p>') }),
  get: (res) => res.set('x-a', 'b').send(String(res.get('X-A'))),
  json: (res) => res.json({ a: [1, null] }),
  jsonp: (res) => res.jsonp({ a: 1 }),
  links: (res) => res.links({ next: 'https://example.com/?p=2' }).end(),
  location: (res) => res.location('/ünder').end(),
  redirect: (res) => res.redirect(301, '/there'),
  render: (res) => res.render('page', { name: 'Zoë' }),
  send: (res) => res.send('<b>text</b>'),
  'send bytes': (res) => res.send(Buffer.from([1, 2, 3])),
  sendFile: (res) => res.sendFile('page.txt', { root: views, maxAge: 1_000 }),
  sendStatus: (res) => res.sendStatus(418),
  set: (res) => res.set({ 'X-A': '1', 'Content-Type': 'text/css' }).end(),
  status: (res) => res.status(206).end(),
  type: (res) => res.type('svg').end(),
  vary: (res) => res.vary('Accept').vary('Origin').end(),
  'an addition to app.response': (res) => (res as Response & { added?: () => void }).added?.(),
};

function setUp(app: Express, name: string): Express {
  app.set('name', name);
  app.set('trust proxy', 1);
  app.set('etag', 'weak');
  app.set('views', views);
  app.engine('txt', (_path, options, done) => done(null, `hello ${(options as { name?: string }).name}`));
  app.set('view engine', 'txt');
  Object.assign(app.request, { added: () => `added by ${name}` });
  Object.assign(app.response, {
    added(this: Response) {
      this.send(`added by ${name}`);
    },
  });
  return app;
}

/** An app with a route for each member, and the same in an app that is mounted in it. */
function createApp(express: typeof express5): Express {
  const answerFor: RequestHandler<{ member: string }> = (req, res) => {
    const { member } = req.params;
    const [, kind, name = ''] = /^(request|response)\.(.*)$/.exec(member) ?? [];
    res.locals['seen'] = name;
    if (kind === 'response') return void responseMembers[name]?.(res, req as unknown as Request);
    res.json({ value: requestMembers[name]?.(req as unknown as Request) ?? null });
  };
  const path = express === express4 ? '/:member/*' : '/:member/*rest';
  const inner = setUp(express(), 'inner').all(path, answerFor);
  const outer = setUp(express(), 'outer');
  outer.use('/mounted', inner);
  outer.all(path, answerFor);
  return outer;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: unknown;
  readonly body: string;
}

function call(server: Server, path: string): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((done, fail) => {
    const calling = request({ port, path, headers, method: 'GET' }, (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => {
        const { date, 'last-modified': modified, ...rest } = response.headers;
        done({ status: response.statusCode, headers: rest, body });
      });
    });
    calling.on('error', fail).end();
  });
}

describe.each([
  ['Express 5', express5],
  ['Express 4', express4],
])('%s on createServer', (_, express) => {
  const servers: Server[] = [];
  const listen = async (server: Server) => {
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return server;
  };
  let plain: Server;
  let ours: Server;

  beforeAll(async () => {
    plain = await listen(createHttpServer(createApp(express)));
    ours = await listen(createServer(createApp(express)));
  });

  afterAll(() => {
    for (const server of servers) server.close().closeAllConnections();
  });

  const members = [
    ...Object.keys(requestMembers).map((name) => `request.${name}`),
    ...Object.keys(responseMembers).map((name) => `response.${name}`),
  ];

  it.each(members)('%s is as on any server, in the app and in one that is mounted', async (member) => {
    for (const mount of ['', '/mounted']) {
      const path = `${mount}/${encodeURIComponent(member)}/tail?a=1&b[c]=2&callback=cb`;
      const expected = await call(plain, path);
      // A row that the app does not know would compare two errors.
      expect(expected.status).not.toBe(404);
      expect(expected.status).toBeLessThan(500);
      const { headers: sent, ...rest } = await call(ours, path);
      expect(rest).toEqual({ status: expected.status, body: expected.body });
      // The time that a connection is kept is createServer's own.
      expect(sent).toEqual({ ...(expected.headers as object), 'keep-alive': expect.any(String) });
    }
  });

  it('makes requests and responses that need no other prototype, of the classes of Node', async () => {
    const app = express();
    const seen: unknown[] = [];
    const server = await listen(
      createServer(
        Object.assign(
          (req: Request, res: Response) => {
            seen.push(
              Object.getPrototypeOf(req) === app.request,
              Object.getPrototypeOf(res) === app.response,
            );
            app(req, res);
          },
          { request: app.request, response: app.response },
        ) as never,
      ),
    );
    app.all('/', (req, res) => void res.send(`${req.constructor.name} ${res.constructor.name}`));
    expect((await call(server, '/')).body).toBe('IncomingMessage ServerResponse');
    expect(seen).toEqual([true, true]);
  });

  it('works for an app that gets other prototypes while it runs', async () => {
    const app = express();
    const server = await listen(createServer(app));
    app.all('/', (req, res) => void res.send(String((req as Request & { late?: string }).late)));
    expect((await call(server, '/')).body).toBe('undefined');
    app.request = Object.create(app.request, { late: { value: 'here' } }) as typeof app.request;
    expect((await call(server, '/')).body).toBe('here');
    Object.assign(app.response, { late: 'too' });
    app.all('/res', (_req, res) => void res.send(String((res as Response & { late?: string }).late)));
    expect((await call(server, '/res')).body).toBe('too');
  });
});
