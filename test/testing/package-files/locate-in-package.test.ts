import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findAbove, locateInPackage, ownFile } from '../../../src/testing/package-files/locate-in-package.ts';

describe('locateInPackage', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'switchhook-fixtures-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function write(path: string, content: string): void {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }

  it('finds a folder of this repository from the source', () => {
    expect(locateInPackage('fixtures')).toBe(resolve(__dirname, '../../../fixtures'));
  });

  it('passes the package.json of the CommonJS build and stops at the one with the name', () => {
    write('package.json', '{"name":"somebodys-app"}');
    write('fixtures/theirs.json', '{}');
    write('node_modules/switchhook/package.json', '{"name":"switchhook"}');
    write('node_modules/switchhook/fixtures/ours.json', '{}');
    write('node_modules/switchhook/dist/cjs/package.json', '{"type":"commonjs"}');
    const file = join(folder, 'node_modules/switchhook/dist/cjs/testing/package-files/locate-in-package.js');
    expect(findAbove(file, 'fixtures')).toBe(join(folder, 'node_modules/switchhook/fixtures'));
  });

  it('finds a folder of several parts', () => {
    write('package.json', '{"name":"switchhook"}');
    write('src/emulator/page/page.html', '');
    const file = join(folder, 'dist/esm/testing/package-files/locate-in-package.js');
    expect(findAbove(file, 'src/emulator/page')).toBe(join(folder, 'src/emulator/page'));
  });

  it('says what to do when the module was bundled into another package', () => {
    write('package.json', '{"name":"somebodys-app"}');
    write('fixtures/theirs.json', '{}');
    expect(() => findAbove(join(folder, 'dist/bundle.js'), 'fixtures')).toThrow(
      /Leave switchhook out of the bundle/,
    );
  });
});

describe('ownFile', () => {
  it('gives the path of the module, not of its caller', () => {
    expect(ownFile()).toBe(resolve(__dirname, '../../../src/testing/package-files/locate-in-package.ts'));
  });

  it('leaves the hook and the limit for stacks as they were', () => {
    const { prepareStackTrace, stackTraceLimit } = Error;
    const hook = () => 'theirs';
    try {
      Error.prepareStackTrace = hook;
      Error.stackTraceLimit = 0;
      expect(ownFile()).toContain('locate-in-package');
      expect(Error.prepareStackTrace).toBe(hook);
      expect(Error.stackTraceLimit).toBe(0);
    } finally {
      Object.assign(Error, { prepareStackTrace, stackTraceLimit });
    }
  });
});
