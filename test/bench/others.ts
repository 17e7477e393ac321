import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContenderInfo, otherContenders } from './contenders.ts';

/**
 * The other contenders whose packages are installed under `home`, outside the project's dependencies; installs them where they are not. What cannot be
 * fetched is left out with a loud line.
 */
export function findOthers(home: string, warn: (message: string) => void): ContenderInfo[] {
  mkdirSync(home, { recursive: true });
  const manifest = join(home, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true}\n');
  return otherContenders.filter(({ name, packages = [] }) => {
    if (packages.every((each) => existsSync(join(home, 'node_modules', withoutRange(each))))) return true;
    warn(`installing ${packages.join(', ')} into ${home}`);
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
    const { status, stderr } = spawnSync('npm', ['install', ...flags, ...packages], {
      cwd: home,
      encoding: 'utf8',
      timeout: 120_000,
    });
    if (status === 0) return true;
    warn(`\n*** ${name} IS SKIPPED: its packages could not be fetched ***\n${stderr}`);
    return false;
  });
}

function withoutRange(wanted: string): string {
  return wanted.slice(0, wanted.lastIndexOf('@'));
}
