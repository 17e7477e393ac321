// Adds the platform packages that a partial registry left out of package-lock.json, without which `npm ci` stops.
// --check: changes nothing and exits 1 when some are missing.
import { readFileSync, writeFileSync } from 'node:fs';

const check = process.argv.includes('--check');
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const systems = 'android aix darwin freebsd linux netbsd openbsd sunos win32 openharmony'.split(' ');
const processors = { aarch64: 'arm64', armv7: 'arm' };
for (const name of 'arm64 x64 ia32 arm loong64 mips64el ppc64 riscv64 s390x'.split(' '))
  processors[name] = name;

function platformEntry(name, version, dev) {
  const words = name.split('/').pop().split(/[-.]/);
  const os = systems.find((system) => words.includes(system));
  if (!os) return undefined;
  const cpu = words.map((word) => processors[word]).find(Boolean);
  const libc = ['musl', 'gnu']
    .find((library) => words.some((word) => word.startsWith(library)))
    ?.replace('gnu', 'glibc');
  // In the order that npm writes, or the next install would rewrite the file.
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev: true }),
    ...(libc && os === 'linux' && { libc: [libc] }),
    optional: true,
    os: [os],
  };
}

let count = 0;
for (const [path, entry] of Object.entries({ ...lock.packages })) {
  if (path === '') continue;
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!/^\d/.test(version)) continue;
    if ([`${path}/node_modules/${name}`, `node_modules/${name}`].some((known) => lock.packages[known]))
      continue;
    const added = platformEntry(name, version, entry.dev);
    if (!added) {
      console.warn(`no os in ${name}`);
      continue;
    }
    lock.packages[`node_modules/${name}`] = added;
    count += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
if (!check) writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
else if (count > 0) process.exitCode = 1;
console.log(`${count} platform entries ${check ? 'missing' : 'added'}`);
