// Finds the Chromium of this machine: CHROMIUM_PATH, else Debian's package or what is on the PATH.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The path of a Chromium, or nothing. With REQUIRE_CHROMIUM=1 it throws instead: CI must not pass by for want of a browser. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH, REQUIRE_CHROMIUM } = process.env;
  const { stdout } = spawnSync('which', ['chromium'], { encoding: 'utf8' });
  const candidates = CHROMIUM_PATH ? [CHROMIUM_PATH] : ['/usr/bin/chromium', stdout?.trim() ?? ''];
  const found = candidates.find((path) => path !== '' && existsSync(path));
  if (found === undefined && REQUIRE_CHROMIUM === '1')
    throw new Error(
      'There is no Chromium, and REQUIRE_CHROMIUM is 1: apt-get install chromium, or set CHROMIUM_PATH.',
    );
  return found;
}
