import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const { isCompiled } = (await import(new URL('../scripts/freshness.mjs', import.meta.url).href)) as {
  isCompiled(root: string): boolean;
};

let root: string;

/** Makes a file that was changed at a second of a common clock. */
function write(name: string, second: number): void {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  utimesSync(file, second, second);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prepare-'));
  for (const settings of ['.swcrc', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'])
    write(settings, 10);
  write('src/main.ts', 20);
  write('src/pages/theme/theme.ts', 20);
  write('dist/main.js', 30);
  write('dist/main.js.map', 30);
  write('dist/pages/theme/theme.js', 30);
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

test('outputs that are newer than sources and settings are left as they are', () => {
  expect(isCompiled(root)).toBe(true);
  write('src/main.spec.ts', 40);
  expect(isCompiled(root)).toBe(true);
});

test.each([
  [
    'no dist/',
    () => {
      rmSync(join(root, 'dist'), { recursive: true });
    },
  ],
  [
    'an output that is missing',
    () => {
      rmSync(join(root, 'dist/main.js'));
    },
  ],
  [
    'a source that was changed',
    () => {
      write('src/pages/theme/theme.ts', 40);
    },
  ],
  [
    'a source that is new',
    () => {
      write('src/cli.ts', 5);
    },
  ],
  [
    'an output whose source is gone',
    () => {
      rmSync(join(root, 'src/pages/theme/theme.ts'));
    },
  ],
  [
    'a source that was renamed and is old',
    () => {
      rmSync(join(root, 'src/main.ts'));
      write('src/start.ts', 5);
    },
  ],
  [
    'settings of the compiler that were changed',
    () => {
      write('.swcrc', 40);
    },
  ],
])('the service is compiled for %s', (_name, change) => {
  change();
  expect(isCompiled(root)).toBe(false);
});
