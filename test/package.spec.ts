import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

test('the package has what is compiled, and nothing else', () => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(output) as readonly { files: readonly { path: string }[] }[];
  const paths = packed?.files.map(({ path }) => path) ?? [];
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/main.js']));
  const others = paths.filter((path) => !/^dist\/.*\.(?:js|d\.ts)$/.test(path));
  expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(paths.filter((path) => path.includes('.spec.'))).toEqual([]);
});

test('what it exports and runs is there', () => {
  const entries = Object.values(manifest.exports).map((entry) =>
    typeof entry === 'string' ? entry : (entry.default ?? ''),
  );
  for (const file of [...entries, ...Object.values(manifest.bin)])
    expect([file, existsSync(file)]).toEqual([file, true]);
});
