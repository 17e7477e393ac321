// The process of a contender for HTTP.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Setup, StartContender } from './protocol.ts';
import { serveBench } from './usage.ts';

const setup = JSON.parse(process.argv[2] ?? '{}') as Setup;
const { start } = (await import(`./contenders/${setup.name}.js`)) as { readonly start: StartContender };
const server = await start(setup);
if (!server.listening) await once(server, 'listening');
serveBench((server.address() as AddressInfo).port, () => {
  throw new Error(`${setup.name} is no worker.`);
});
