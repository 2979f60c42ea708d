import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from '@jest/globals';

const read = (file: string) =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>>;

/*
 * better-sqlite3 brings its binaries and a binding.gyp that builds nothing. npm 10 knows packages from the
 * lock file alone and would start node-gyp for it, which needs Python and make; npm 11 is told by
 * `allowScripts`. npm drops the line whenever it writes the lock file: `npm run lock` puts it back.
 */
test('npm ci starts no compiler, with npm 10 nor with npm 11', () => {
  expect(read('package-lock.json').packages?.['node_modules/sqlite-driver']).toMatchObject({
    gypfile: false,
  });
  expect(read('package.json').allowScripts).toMatchObject({ 'sqlite-driver': false, node: true });
});

test('the lock file names no registry', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved": "http');
});

/** Modules that the entries load before they check the version of Node. */
const BEFORE_THE_CHECK = [
  ...['bootstrap/dot-env', 'bootstrap/fatal-errors', 'bootstrap/glibc-malloc'],
  ...['kernel/errors', 'platform/config/file-fault'],
];

test('an older Node can load the entries as far as to say that it is too old', () => {
  for (const entry of ['bin', 'main', 'cli', 'ext-check', ...BEFORE_THE_CHECK])
    expect([entry, newNamesOf(`src/${entry}.ts`)]).toEqual([entry, []]);
});

const older = olderNode();
(older ? test : test.skip).each(['main.js', 'cli.js doctor', 'bin.js start'])(
  'an older Node of this machine ends dist/%s with one sentence',
  (command) => {
    const { status, stdout, stderr } = spawnSync(older ?? '', `dist/${command}`.split(' '), {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^This service runs on Node 24\.9 or newer; this is Node [\d.]+\. .*\n$/);
  },
);

/** The first Node on the path that is older than the service's. */
function olderNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file))
    .find((file) => {
      const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
      return Number(/^v(\d+)/.exec(stdout)?.[1] ?? Infinity) < 24;
    });
}

/** Names that a file imports of Node, and that Node 20 does not export. */
function newNamesOf(file: string): string[] {
  const known = new Set(['existsSync', 'inspect', 'spawnSync']);
  return [...readFileSync(file, 'utf8').matchAll(/^import \{([^}]*)\} from 'node:/gm)]
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => !known.has(name));
}
