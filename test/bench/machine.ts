import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/** What the figures were taken on. */
export function describeMachine(redisVersion: string): string {
  const versions = ['express', 'bullmq', 'zod'].map((name) => `${name} ${readPackage(name).version}`);
  const processors = cpus();
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return [
    `${processors.length} cores (${processors[0]?.model.trim()}), load ${load} at the start`,
    `Node ${process.versions.node}`,
    `Redis ${redisVersion}`,
    ...versions,
  ].join(' · ');
}

function readPackage(name: string): { readonly version: string } {
  return JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
}
