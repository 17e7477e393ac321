// Finds (or fetches, without root) a real redis-server and starts private ones on free ports.
import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A redis-server that can be started. */
export interface FoundRedis {
  readonly bin: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A private redis-server on 127.0.0.1. */
export interface RunningRedis {
  readonly url: string;
  readonly port: number;
  readonly dir: string;
  /** Ends the process at once and keeps its folder: the same port and folder again is a restart. */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Ends the process and deletes its folder. */
  stop(): Promise<void>;
}

const cache = resolve('.cache/redis');
const packages = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1'];

function succeeds(command: string, args: readonly string[], options: SpawnSyncOptions = {}): boolean {
  return spawnSync(command, args, { stdio: 'ignore', ...options }).status === 0;
}

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function runs(bin: string, env: Readonly<Record<string, string>> = {}): boolean {
  return succeeds(bin, ['--version'], { env: { ...process.env, ...env } });
}

function cachedRedis(): FoundRedis | undefined {
  const root = join(cache, 'root');
  const bin = join(root, 'usr/bin/redis-server');
  const libraries = ['usr/lib', 'lib'].flatMap((folder) =>
    list(join(root, folder))
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(root, folder, name)),
  );
  const env = { LD_LIBRARY_PATH: libraries.join(':') };
  return existsSync(bin) && runs(bin, env) ? { bin, env } : undefined;
}

function fetchRedis(log: (message: string) => void): FoundRedis | undefined {
  log('fetching redis-server into .cache/redis (no root needed)');
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const download = () => succeeds('apt-get', ['-qq', 'download', ...packages], { cwd: cache });
  const update = () => process.getuid?.() === 0 && succeeds('apt-get', ['-qq', 'update']);
  if (!download() && !(update() && download())) return undefined;
  for (const file of list(cache).filter((name) => name.endsWith('.deb'))) {
    succeeds('dpkg-deb', ['-x', file, 'root'], { cwd: cache });
    rmSync(join(cache, file));
  }
  rmSync(join(cache, 'root/usr/share'), { recursive: true, force: true });
  return cachedRedis();
}

/** The first of: a server on the PATH, the one fetched earlier, one fetched now (Linux with apt-get). */
export function findRedis(log: (message: string) => void = () => {}): FoundRedis | undefined {
  for (const bin of ['redis-server', 'valkey-server']) if (runs(bin)) return { bin, env: {} };
  const cached = cachedRedis();
  if (cached || process.platform !== 'linux' || !succeeds('apt-get', ['--version'])) return cached;
  return fetchRedis(log);
}

/** A TCP port that was free a moment ago on 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a private server. The same `port` and `dir` as before is a restart: an append-only file is read back. */
export async function startRedis(
  { bin, env }: FoundRedis,
  options: { readonly port?: number; readonly dir?: string; readonly args?: readonly string[] } = {},
): Promise<RunningRedis> {
  const port = options.port ?? (await freePort());
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'switchhook-redis-'));
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', dir];
  const command = [bin, ...settings, ...(options.args ?? [])];
  // The kernel ends the server with its parent, so a killed test run leaves none behind.
  if (succeeds('setpriv', ['--version'])) command.unshift('setpriv', '--pdeathsig', 'KILL');
  const child = spawn(String(command[0]), command.slice(1), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  await new Promise<void>((ready, fail) => {
    child.stdout.on('data', (data) => {
      output += data;
      if (output.includes('Ready to accept connections')) ready();
    });
    child
      .once('error', fail)
      .once('exit', (code) => fail(new Error(`redis-server exited ${code}: ${output}`)));
  });
  child.removeAllListeners('exit').unref();
  child.stdout.removeAllListeners('data').resume();
  // A socket at run time; without unref it would keep the process of the tests alive.
  (child.stdout as unknown as { unref(): void }).unref();
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref(); // else the process of the tests could end here, before jest has set its exit code
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    dir,
    kill: () => end('SIGKILL'),
    signal: (name) => void child.kill(name),
    stop: async () => {
      await end('SIGKILL');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
