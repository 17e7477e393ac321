import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runLoad } from './load.ts';
import { idOf, idPattern, serviceRequests } from './requests.ts';
import { check200 } from './turn.ts';

let server: Server;

async function listen(listener: RequestListener): Promise<number> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Collects the body of each call before `answer` is called. */
function collect(bodies: string[], answer: RequestListener): RequestListener {
  return (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      bodies.push(body);
      answer(request, response);
    });
  };
}

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const templates = serviceRequests();
const load = { connections: 7, templates, firstId: 100, seconds: 20, count: 60 };

describe('runLoad', () => {
  it('makes as many calls as it is told, each a valid body with an id of its own', async () => {
    const bodies: string[] = [];
    const port = await listen(collect(bodies, (_request, response) => response.end('{}')));
    const { calls, statuses, latenciesMs } = await runLoad({ ...load, port });
    expect({ calls, statuses, latencies: latenciesMs.length }).toEqual({
      calls: 60,
      statuses: { 200: 60 },
      latencies: 60,
    });
    const ids = bodies.map((body) => [...new Set(JSON.stringify(JSON.parse(body)).match(idPattern))]);
    expect(ids.every((found) => found.length === 1)).toBe(true);
    expect(ids.flat().sort()).toEqual(Array.from({ length: 60 }, (_, index) => idOf(100 + index)));
  });

  it('sends bodies of 1 to 2 KB', async () => {
    const bodies: string[] = [];
    const port = await listen(collect(bodies, (_request, response) => response.end('{}')));
    await runLoad({ ...load, port });
    const sizes = bodies.map((body) => Buffer.byteLength(body));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000);
  });

  it('reads answers that come in chunks or in pieces', async () => {
    const port = await listen(
      collect([], (_request, response) => {
        response.write('a first piece, ');
        setImmediate(() => response.end('and a second'));
      }),
    );
    const { statuses } = await runLoad({ ...load, port });
    expect(statuses).toEqual({ 200: 60 });
  });

  it('tells the answers apart by status, and check200 refuses them', async () => {
    let count = 0;
    const port = await listen(
      collect([], (_request, response) => {
        count += 1;
        response.writeHead(count === 30 ? 503 : 200).end();
      }),
    );
    const result = await runLoad({ ...load, port });
    expect(result.statuses).toEqual({ 200: 59, 503: 1 });
    expect(() => check200('it', result)).toThrow('it answered 60 calls with {"200":59,"503":1}');
  });

  it('begins no call when the time is over', async () => {
    const port = await listen(collect([], (_request, response) => response.end()));
    const { calls, seconds } = await runLoad({ ...load, port, seconds: 0.05, count: 1e9 });
    expect(calls).toBeGreaterThan(7);
    expect(seconds).toBeGreaterThanOrEqual(0.05);
  });

  it('rejects when the server closes a connection', async () => {
    const port = await listen((request) => request.socket.destroy());
    await expect(runLoad({ ...load, port })).rejects.toThrow(/closed a connection|ECONNRESET/);
  });
});
