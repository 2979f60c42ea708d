import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly engines: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** Paths of the files that npm packs. */
let packed: readonly string[];
beforeAll(() => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [one] = JSON.parse(output) as readonly { files: readonly { path: string }[] }[];
  packed = one?.files.map(({ path }) => path) ?? [];
});

/** Of the repository, what authors of extensions read. */
const READ = [
  'CHANGELOG.md',
  'contract/extension-api.md',
  'docs/api-conventions.md',
  'docs/extending.md',
  'docs/graphql.md',
  'examples/newsroom/src/newsroom.ts',
  'examples/newsroom/test/newsroom.test.mjs',
];

test('the package has what is compiled and what authors of extensions read, and nothing else', () => {
  expect(packed).toEqual(expect.arrayContaining([...READ, 'dist/main.js']));
  const others = packed.filter(
    (path) =>
      !/^dist\/.*\.(?:js|d\.ts)$|^(?:contract|docs|examples)\/(?!.*(?:dist|node_modules)\/)/.test(path),
  );
  expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  expect(packed.filter((path) => path.includes('.spec.'))).toEqual([]);
});

test('pages of the package for authors of extensions link to what it has', () => {
  const missing = READ.filter((page) => page.startsWith('docs/')).flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, link = '']) => posix.join('docs', link))
      .filter((target) => !packed.some((path) => path === target || path.startsWith(`${target}/`)))
      .map((target) => `${page}: ${target}`),
  );
  expect(missing).toEqual([]);
});

test('its engines are the Node that the service asks for at its start', () => {
  const source = readFileSync('src/bootstrap/fatal-errors.ts', 'utf8');
  const [, major, minor] = /REQUIRED = \{ major: (\d+), minor: (\d+) \}/.exec(source) ?? [];
  expect(manifest.engines.node).toBe(`>=${major}.${minor}`);
});

test('what it exports and runs is there', () => {
  const entries = Object.values(manifest.exports).map((entry) =>
    typeof entry === 'string' ? entry : (entry.default ?? ''),
  );
  for (const file of [...entries, ...Object.values(manifest.bin)])
    expect([file, existsSync(file)]).toEqual([file, true]);
});

/** Imports of packages, at the beginning of a file or later on. */
const IMPORT = /^(?:import|export)\b[^;'"]*\bfrom '([^'.][^']*)';$|\bimport\('([^'.][^']*)'\)/gm;

test('what is compiled imports nothing but dependencies', () => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const imported = files.flatMap((name) =>
    [...readFileSync(join('dist', name), 'utf8').matchAll(IMPORT)].map(
      ([, ...specifiers]) => /^(?:@[^/]+\/)?[^/]+/.exec(specifiers.join(''))?.[0] ?? '',
    ),
  );
  const known = new Set([...Object.keys(manifest.dependencies), ...builtinModules]);
  const others = new Set(imported.filter((name) => !name.startsWith('node:') && !known.has(name)));
  expect(files.some((name) => name.startsWith('testing'))).toBe(true);
  expect([...others]).toEqual([]);
});

test('another project tests its extension with the runner of Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-project-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(process.cwd(), join(folder, 'node_modules/content-publishing-service'));
  const file = join(folder, 'rule.test.mjs');
  writeFileSync(
    file,
    `import assert from 'node:assert';
     import { test } from 'node:test';
     import { ArticleHooks, defineExtension, InvalidError } from 'content-publishing-service';
     import { fileStorageContract, MemoryFileStorage, startService } from 'content-publishing-service/testing';
     class Rule extends ArticleHooks {
       before({ article }) {
         if (article.headline === 'No') throw InvalidError.field('headline', 'says no');
       }
     }
     const extension = defineExtension({ name: 'rule', compatibility: '^1.0.0', articles: Rule });
     await test('says no', async () => {
       const service = await startService({ extension });
       assert.equal((await service.admin.post('/api/1.3/posts', { headline: 'Yes' })).status, 200);
       assert.equal((await service.admin.post('/api/1.3/posts', { headline: 'No' })).status, 400);
       await service.close();
     });
     for (const { name, run } of fileStorageContract(() => new MemoryFileStorage())) await test(name, run);\n`,
  );
  const output = execFileSync(process.execPath, ['--test', '--test-reporter=tap', file], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect(output).toMatch(/# pass 16\n# fail 0\n/);
});
