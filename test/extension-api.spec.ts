import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

interface Finding {
  readonly breaks: readonly string[];
  readonly adds: readonly string[];
}

const SCRIPT = new URL('../scripts/extension-api.mjs', import.meta.url).href;
const { compareApis, declarePackage, explainDifference } = (await import(SCRIPT)) as {
  compareApis(before: string, now: string): Finding;
  declarePackage(): string;
  explainDifference(before: string, now: string): string;
};

const run = promisify(execFile);
const outputOf = async (...parameters: string[]): Promise<string> => {
  const finished = await run(process.execPath, parameters).catch((error: unknown) => error);
  const { stdout, stderr } = finished as { stdout: string; stderr: string };
  return stdout + stderr;
};

/** The declarations of the package, as npm installs them. */
let folder: string;
beforeAll(() => {
  folder = declarePackage();
  cpSync('contract/extension', join(folder, 'extension'), { recursive: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const check = () => outputOf('scripts/extension-api.mjs', '--check', folder);
const compile = () =>
  outputOf('node_modules/typescript/bin/tsc', '--project', join(folder, 'extension/tsconfig.json'));

function change(file: string, words: string, others: string): void {
  const path = join(folder, 'dist', file);
  const content = readFileSync(path, 'utf8');
  expect(content).toContain(words);
  writeFileSync(path, content.replace(words, others));
}

test('the extension API is the one of contract/extension-api.md, with which the kept extension compiles', async () => {
  expect(await check()).toBe('');
  expect(await compile()).toBe('');
});

// Before the tests below change the declarations.
test('the examples compile against the package, and their tests pass', async () => {
  const { stdout } = await run(process.execPath, ['scripts/example.mjs', folder]);
  const runs = [...stdout.matchAll(/^ℹ pass (\d+)$/gm)].map(([, passed]) => Number(passed));
  expect(runs).toEqual(process.env.TEST_DATABASE_URL ? [13, 13] : [13]);
}, 300_000);

test('changes that break extensions are told by name, and by the kept extension', async () => {
  const hook = 'before?(change: PendingArticleChange)';
  change(
    'modules/articles/article-hooks.d.ts',
    hook,
    hook.replace('Pending', 'readonly Pending').replace(')', '[])'),
  );
  const abstract = 'abstract pathOf';
  change('modules/permalinks/permalink-strategy.d.ts', abstract, `abstract isShort: boolean; ${abstract}`);
  change('modules/articles/domain/article-record.d.ts', 'headline: string;', '');
  const [told, refused] = [await check(), await compile()];
  expect(told).toMatch(
    /ArticleHooks: `before\?\(change: Pend.*` is now `before\?\(change: readonly Pend.*\[\]/,
  );
  expect(told).toMatch(/PermalinkStrategy: `abstract isShort: boolean;` is new/);
  expect(told).toMatch(/ArticleRecord: `headline: string;` is gone/);
  expect(told).toMatch(/raise the first number of EXTENSION_API .*\nThen run: npm run contract/);
  expect(refused).toMatch(/Property 'before' in type 'Rules' is not assignable/);
  expect(refused).toMatch(/'Permalinks' does not implement inherited abstract member isShort/);
  expect(refused).toMatch(/'headline' does not exist/);
});

describe('A difference is explained by name', () => {
  const report = (version: string, ...blocks: string[]) =>
    `## our-package\n\n\`\`\`ts\n${[`export const EXTENSION_API = "${version}";`, ...blocks].join('\n\n')}\n\`\`\`\n`;
  const [port, larger] = ['export abstract class Port {\n    one(): void;', '    two(): void;'];
  const before = report('1.2.0', `${port}\n}`);

  test('what is added takes the second number, what is gone the first', () => {
    const added = explainDifference(before, report('1.2.0', `${port}\n${larger}\n}`, 'export type A = 1;'));
    expect(added).toMatch(/Extensions get:\n {2}- Port: `two\(\): void;` is new\n {2}- A is new\n.*second/);
    expect(compareApis(before, report('1.2.0')).breaks).toEqual(['Port is gone']);
    expect(explainDifference(before, report('1.2.0'))).toContain('raise the first number');
    const hidden = report('1.2.0', `${port}\n}`.replace('export ', ''));
    expect(compareApis(before, hidden)).toEqual({ breaks: ['Port cannot be imported'], adds: [] });
    expect(compareApis(hidden, before)).toEqual({ breaks: [], adds: ['Port can be imported'] });
  });

  test('once the number is raised, the report is to be written', () => {
    const gone = explainDifference(before, report('2.0.0'));
    expect(gone).toMatch(/Port is gone\nThen run: npm run contract$/);
    expect(explainDifference(before, report('1.3.0'))).toContain('raise the first number');
    expect(explainDifference(before, report('1.3.0', `${port}\n${larger}\n}`))).not.toContain('raise');
    expect(explainDifference(before, before)).toBe('');
  });
});
