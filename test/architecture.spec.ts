import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const ROOT = join(import.meta.dirname, '..');
const IMPORT_RULES = join(ROOT, '.dependency-cruiser.mjs');
const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

describe('who may import whom', () => {
  /** For each rule, a file and what it must not import. */
  const planted: Readonly<Record<string, readonly [file: string, imported: string]>> = {
    'kernel-knows-nobody': ['src/kernel/a.ts', 'src/platform/database/database.ts'],
    'kernel-knows-no-package': ['src/kernel/b.ts', 'node_modules/typeorm/index.js'],
    'platform-knows-the-kernel': ['src/platform/database/a.ts', 'src/modules/site/site.settings.ts'],
    'domain-knows-domains': ['src/modules/articles/domain/a.ts', 'src/modules/articles/articles.service.ts'],
    'service-knows-domains-and-front-doors': ['src/modules/posts/a.ts', 'src/platform/database/database.ts'],
    'domain-knows-no-package': ['src/modules/articles/domain/b.ts', 'node_modules/sharp/index.js'],
    'service-knows-no-http-and-no-sql': [
      'src/modules/articles/listing/b.ts',
      'node_modules/typeorm/index.js',
    ],
    'doors-know-no-database-and-no-pictures': ['src/graphql/models/a.ts', 'node_modules/sharp/index.js'],
    'theme-knows-models': ['src/pages/theme/a.ts', 'src/modules/sections/sections.service.ts'],
    'http-calls-the-front-door': ['src/modules/posts/http/a.ts', 'src/platform/database/database.ts'],
    'infrastructure-serves-the-inside': [
      'src/modules/articles/infrastructure/a.ts',
      'src/modules/articles/http/article.presenter.ts',
    ],
    'graphql-calls-the-front-doors': ['src/graphql/a.resolver.ts', 'src/platform/database/sql.ts'],
    'pages-call-the-front-doors': ['src/pages/c.ts', 'src/platform/database/sql.ts'],
    'only-composition-roots-know-infrastructure': [
      'src/bootstrap/application.ts',
      'src/modules/articles/infrastructure/sql-articles.repository.ts',
    ],
    'infrastructure-is-behind-its-own-door': [
      'src/modules/articles/a.module.ts',
      'src/modules/authors/infrastructure/sql-authors.repository.ts',
    ],
    'nobody-imports-a-controller': [
      'src/modules/posts/http/b.ts',
      'src/modules/posts/http/posts.controller.ts',
    ],
    'nobody-imports-graphql': ['src/pages/a.ts', 'src/graphql/article.type.ts'],
    'nobody-imports-pages': ['src/graphql/a.ts', 'src/pages/pages.module.ts'],
    'nobody-imports-the-command-line': ['src/main.ts', 'src/cli/seed/seed.ts'],
    'nobody-imports-the-application': ['src/pages/b.ts', 'src/adapters.ts'],
    'only-outbound-connects': ['src/modules/posts/c.ts', 'node_modules/undici/index.js'],
    'nobody-imports-testing': ['src/bootstrap/start.ts', 'src/testing/service.ts'],
    'only-specs-know-tests': ['src/modules/articles/b.ts', 'test/fakes/fixed-clock.ts'],
    'folder-is-a-layer-or-a-subject': [
      'src/modules/articles/c.ts',
      'src/modules/articles/domain/lifecycle/states.ts',
    ],
    'no-cycles': ['src/kernel/back.ts', 'src/kernel/there.ts'],
    'imports-resolve': ['src/kernel/c.ts', './nothing.js'],
    'module-is-on-the-map': ['src/modules/articles/d.ts', 'src/modules/newsletters/newsletters.service.ts'],
    'module-map-site': ['src/modules/site/a.ts', 'src/modules/auth/keys.service.ts'],
    'module-map-storage': ['src/modules/storage/a.ts', 'src/modules/media/media.service.ts'],
    'module-map-compatibility': [
      'src/modules/compatibility/a.ts',
      'src/modules/articles/articles.service.ts',
    ],
    'module-map-transfer': ['src/modules/transfer/a.ts', 'src/modules/auth/keys.service.ts'],
    'module-map-auth': ['src/modules/auth/a.ts', 'src/modules/authors/authors.service.ts'],
    'module-map-page-views': ['src/modules/page-views/a.ts', 'src/modules/articles/articles.service.ts'],
    'module-map-idempotency': ['src/modules/idempotency/a.ts', 'src/modules/articles/articles.service.ts'],
    'module-map-changes': ['src/modules/changes/a.ts', 'src/modules/articles/articles.service.ts'],
    'module-map-permalinks': ['src/modules/permalinks/a.ts', 'src/modules/sections/sections.service.ts'],
    'module-map-redirects': ['src/modules/redirects/a.ts', 'src/modules/sections/sections.service.ts'],
    'module-map-content': ['src/modules/content/a.ts', 'src/modules/articles/domain/article.ts'],
    'module-map-media': ['src/modules/media/a.ts', 'src/modules/authors/authors.service.ts'],
    'module-map-authors': ['src/modules/authors/a.ts', 'src/modules/articles/articles.service.ts'],
    'module-map-sections': ['src/modules/sections/a.ts', 'src/modules/articles/articles.service.ts'],
    'module-map-badges': ['src/modules/badges/a.ts', 'src/modules/sections/sections.service.ts'],
    'module-map-articles': ['src/modules/articles/e.ts', 'src/modules/likes/likes.service.ts'],
    'module-map-posts': ['src/modules/posts/http/c.ts', 'src/modules/drafts/http/list-drafts.dto.ts'],
    'module-map-drafts': ['src/modules/drafts/http/a.ts', 'src/modules/posts/http/list-posts.dto.ts'],
    'module-map-previews': ['src/modules/previews/a.ts', 'src/modules/likes/likes.service.ts'],
    'module-map-revisions': ['src/modules/revisions/a.ts', 'src/modules/likes/likes.service.ts'],
    'module-map-scheduled-posts': [
      'src/modules/scheduled-posts/a.ts',
      'src/modules/content/rendering/content.service.ts',
    ],
    'module-map-likes': ['src/modules/likes/a.ts', 'src/modules/sections/sections.service.ts'],
    'module-map-follows': ['src/modules/follows/a.ts', 'src/modules/articles/articles.service.ts'],
    'module-map-scraper': ['src/modules/scraper/a.ts', 'src/modules/articles/articles.service.ts'],
    'module-map-keys': ['src/modules/keys/a.ts', 'src/modules/articles/articles.service.ts'],
    'module-map-change-feed': ['src/modules/change-feed/a.ts', 'src/modules/articles/articles.service.ts'],
    'module-map-webhooks': ['src/modules/webhooks/a.ts', 'src/modules/likes/likes.service.ts'],
    'module-map-audit': ['src/modules/audit/a.ts', 'src/modules/articles/articles.service.ts'],
    'module-map-mcp': ['src/modules/mcp/http/a.ts', 'src/modules/articles/articles.service.ts'],
    'module-map-backup': ['src/modules/backup/a.service.ts', 'src/modules/articles/articles.service.ts'],
  };

  /** Near misses: a rule that is always red tells nothing. */
  const allowed: readonly (readonly [file: string, imported: string])[] = [
    ['src/kernel/good.ts', 'node_modules/transliteration/index.js'],
    ['src/platform/database/good.ts', 'src/kernel/clock.ts'],
    ['src/modules/authors/domain/good.entity.ts', 'src/platform/database/columns.ts'],
    ['src/modules/articles/domain/good.ts', 'src/modules/auth/domain/actor.ts'],
    ['src/modules/articles/domain/better.ts', 'src/modules/site/rights.ts'],
    ['src/modules/articles/good.ts', 'src/modules/authors/authors.service.ts'],
    ['src/modules/articles/listing/good.ts', 'src/modules/authors/authors.service.ts'],
    ['src/modules/articles/infrastructure/relations/good.ts', 'src/platform/database/database.ts'],
    ['src/pages/theme/good.ts', 'src/kernel/html.ts'],
    ['src/modules/articles/good.spec.ts', 'test/fakes/fixed-clock.ts'],
    ['src/modules/articles/good.module.ts', 'src/modules/articles/infrastructure/sql-articles.repository.ts'],
    ['src/modules/articles/infrastructure/good.ts', 'src/platform/database/database.ts'],
    ['src/modules/scraper/good.ts', 'src/platform/outbound/outbound.ts'],
    ['src/modules/posts/http/good.ts', 'src/modules/articles/http/article.presenter.ts'],
    ['src/modules/posts/good.module.ts', 'src/modules/posts/http/posts.controller.ts'],
    ['src/adapters.ts', 'src/modules/articles/infrastructure/sql-articles.repository.ts'],
    ['src/app.module.ts', 'src/graphql/graphql.module.ts'],
    ['src/cli.ts', 'src/cli/seed/seed.ts'],
  ];

  const folder = mkdtempSync(join(tmpdir(), 'architecture-'));
  let inSource: Violation[];
  let inPlanted: Violation[];
  beforeAll(async () => {
    plant(folder, [...Object.values(planted), ...allowed, ['src/kernel/there.ts', 'src/kernel/back.ts']]);
    [inSource, inPlanted] = await Promise.all([cruise(ROOT), cruise(folder)]);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('the source breaks no rule', () => {
    expect(inSource).toEqual([]);
  });

  test('every rule is tried below', async () => {
    const { default: rules } = (await import(IMPORT_RULES)) as { default: { forbidden: { name: string }[] } };
    expect(Object.keys(planted)).toEqual(rules.forbidden.map(({ name }) => name));
  });

  test.each(Object.entries(planted))('%s goes red', (rule, [from, to]) => {
    expect(inPlanted).toContainEqual({ rule, from, to });
  });

  test.each(allowed)('%s may import %s', (file) => {
    expect(inPlanted.filter(({ from }) => from === file)).toEqual([]);
  });
});

describe('folders', () => {
  const MAX_FILES = 12;
  const folders = (files: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const file of files)
      if (!file.endsWith('.spec.ts')) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    return counts;
  };
  const tooFull = (files: readonly string[]): string[] =>
    [...folders(files)].flatMap(([folder, count]) => (count > MAX_FILES ? [folder] : []));

  const numbered = (count: number, suffix = '.ts') =>
    Array.from({ length: count }, (_, index) => `src/modules/posts/${index}${suffix}`);

  test('a folder of the source has at most 12 files', () => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
    expect(tooFull(files.filter((file) => file.endsWith('.ts')))).toEqual([]);
  });

  test('the rule goes red at 13, and does not count specs', () => {
    expect(tooFull(numbered(13))).toEqual(['src/modules/posts']);
    expect(tooFull([...numbered(12), ...numbered(5, '.spec.ts')])).toEqual([]);
  });
});

describe('how the source is written', () => {
  const SERVICE = 'src/modules/articles/planted.service.ts';
  const CONTROLLER = 'src/modules/articles/http/planted.controller.ts';
  const CLIENT = 'src/platform/outbound/planted.ts';

  const lines = (count: number) => '// a line\n'.repeat(count);
  const parameters = (count: number) =>
    Array.from({ length: count }, (_, index) => `readonly p${index}: string`).join();
  const service = (count: number) => `export class Planted { constructor(${parameters(count)}) {} }`;
  const controller = (count: number) =>
    `export class Planted {\n${'@Get()\n'.repeat(9)}get(\nid: number,\n): void {\n${'call();\n'.repeat(count)}}\n}`;

  const planted: readonly (readonly [rule: string, what: string, file: string, text: string])[] = [
    ['max-lines', 'a file of 301 lines', SERVICE, lines(301)],
    ['@typescript-eslint/max-params', 'a constructor of 7 parameters', SERVICE, service(7)],
    ['house/max-method-lines', 'a controller method of 7 lines', CONTROLLER, controller(7)],
    ['no-restricted-globals', 'fetch', SERVICE, `await fetch('https://a.example');`],
    [
      'no-restricted-globals',
      'fetch by another name',
      SERVICE,
      `await globalThis.fetch('https://a.example');`,
    ],
    [
      'no-restricted-imports',
      'request of http',
      SERVICE,
      `import { request } from 'node:http'; request('');`,
    ],
    ['no-restricted-imports', 'get of https', SERVICE, `import { get } from 'https'; get('');`],
    ['no-restricted-imports', 'all of https', SERVICE, `import * as https from 'node:https'; https.get('');`],
    ['no-restricted-imports', 'undici', SERVICE, `import { Pool } from 'undici'; new Pool('');`],
    ['no-restricted-imports', 'a socket', SERVICE, `import { connect } from 'node:net'; connect(1);`],
    ['no-restricted-syntax', 'http, imported late', SERVICE, `await import('node:http');`],
    [
      'no-restricted-imports',
      'forwardRef',
      SERVICE,
      `import { forwardRef } from '@nestjs/common'; forwardRef();`,
    ],
    [
      'no-restricted-imports',
      'forwardRef in the client',
      CLIENT,
      `import { forwardRef } from '@nestjs/common';`,
    ],
    ['no-restricted-exports', 'a default export', SERVICE, `export default 1;`],
    ['no-restricted-syntax', 'a barrel', 'src/modules/articles/index.ts', `export { a } from './a.js';`],
    ['no-restricted-syntax', 'a barrel by another name', SERVICE, `export * from './a.js';`],
    ['no-console', 'console', SERVICE, `console.log(1);`],
    ['no-warning-comments', 'a comment without its noun', SERVICE, `/** What an article holds. */`],
    ['house/comment-width', 'a comment of 111 characters', SERVICE, `// ${'x'.repeat(108)}`],
    ['no-warning-comments', 'a line of comment without its noun', SERVICE, `// Those that are published.`],
  ];

  const allowed: typeof planted = [
    ['max-lines', 'a file of 300 lines', SERVICE, lines(300)],
    ['@typescript-eslint/max-params', 'a constructor of 6 parameters', SERVICE, service(6)],
    ['house/max-method-lines', 'a controller method of 6 lines', CONTROLLER, controller(6)],
    ['no-restricted-globals', 'fetch in the client', CLIENT, `await fetch('https://a.example');`],
    ['no-restricted-imports', 'undici in the client', CLIENT, `import { Pool } from 'undici'; new Pool('');`],
    ['no-restricted-syntax', 'http in the client, imported late', CLIENT, `await import('node:http');`],
    [
      'no-restricted-imports',
      'a type of http',
      SERVICE,
      `import type { Server } from 'node:http'; export let a: Server;`,
    ],
    ['no-restricted-imports', 'the names of statuses', SERVICE, `import { STATUS_CODES } from 'node:http';`],
    [
      'no-restricted-exports',
      'the worker',
      'src/modules/content/sanitising/sanitize.worker.ts',
      `export default 1;`,
    ],
    ['no-console', 'console on the command line', 'src/cli/planted.ts', `console.log(1);`],
    ['house/comment-width', 'a comment of 110 characters', SERVICE, `// ${'x'.repeat(107)}`],
    ['no-warning-comments', 'a comment with its noun', SERVICE, `/** Articles that are published. */`],
  ];

  // Planted files are in no TypeScript project, so the rules that need types are left out.
  const eslint = new ESLint({ cwd: ROOT, overrideConfig: [tseslint.configs.disableTypeChecked] });
  const rulesBrokenBy = async (file: string, text: string) => {
    const results = await eslint.lintText(text, { filePath: join(ROOT, file) });
    return results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId));
  };

  test.each(planted)('%s goes red for %s', async (rule, _what, file, text) => {
    expect(await rulesBrokenBy(file, text)).toContain(rule);
  });

  test.each(allowed)('%s allows %s', async (rule, _what, file, text) => {
    const broken = await rulesBrokenBy(file, text);
    expect(broken).not.toContain(rule);
    expect(broken).not.toContain(null);
  });
});

interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** A violation as dependency-cruiser puts it. */
type Reported = Omit<Violation, 'rule'> & { readonly rule: { readonly name: string } };

/** Writes files that import one thing each, and what they import, unless it is given by its specifier. */
function plant(folder: string, imports: readonly (readonly [file: string, imported: string])[]): void {
  const texts = new Map<string, string>();
  for (const [, imported] of imports) if (!imported.startsWith('.')) texts.set(imported, 'export {};\n');
  for (const [file, imported] of imports)
    texts.set(file, `import type {} from '${specifier(file, imported)}';\n`);
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

function specifier(file: string, imported: string): string {
  if (imported.startsWith('node_modules/')) return imported.split('/')[1] ?? '';
  if (imported.startsWith('.')) return imported;
  const path = relative(dirname(file), imported).replace(/\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Violations that `npm run architecture` finds in a folder. */
async function cruise(cwd: string): Promise<Violation[]> {
  const options = ['--config', IMPORT_RULES, '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, [CRUISER, 'src', ...options], {
    cwd,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { summary } = JSON.parse(stdout) as { summary: { violations: Reported[] } };
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}
