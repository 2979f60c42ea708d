import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

declare const TEST_SERVER_URL: string;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-check-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(process.cwd(), join(folder, 'node_modules/content-publishing-service'));
  for (const name of ['@nestjs', 'typeorm'])
    symlinkSync(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const HEAD = `
  import { Module } from '@nestjs/common';
  import { TypeOrmModule } from '@nestjs/typeorm';
  import { Column, Entity, PrimaryColumn, Table } from 'typeorm';
  import { ArticleHooks, bind, ContentModule, defineExtension, InvalidError, PermalinkStrategy, ShortcodeRenderer,
    Shortcodes } from 'content-publishing-service';
  export class Notes1797200000000 {
    async up(runner) {
      await runner.createTable(new Table({ name: 'desk_notes',
        columns: [{ name: 'text', type: 'varchar', length: '40', isPrimary: true }] }));
    }
    async down(runner) { await runner.dropTable('desk_notes'); }
  }
  class Note {}
  Entity('desk_notes')(Note);
  PrimaryColumn({ type: 'varchar', length: 40 })(Note.prototype, 'text');
  class Renderer extends ShortcodeRenderer {
    names = ['desk-note'];
    render = (shortcodes) => Promise.resolve(shortcodes.map(() => ({ html: '<b>note</b>' })));
  }
  class Rules extends ArticleHooks {
    before({ verb, article }) {
      if (verb === 'unpublish' && article.headline !== 'x') throw InvalidError.field('headline', 'stays public');
    }
  }
  class Short extends PermalinkStrategy {
    dependsOnSection = false;
    pathOf({ id, basename }) { return '/n/' + id + '-' + basename; }
  }
`;
const TAIL = `
  class DeskModule {}
  Module({ imports: [TypeOrmModule.forFeature([Note]), ContentModule],
    providers: [{ provide: Renderer, inject: [Shortcodes],
      useFactory: (shortcodes) => { const one = new Renderer(); shortcodes.register(one); return one; } }] })(DeskModule);
  export const desk = defineExtension({ name: 'desk', compatibility: '^1.0.0', modules: [DeskModule],
    migrations: [Notes1797200000000], articles: Rules, adapters: [bind(PermalinkStrategy, Short)],
    rights: { 'desk.notes.read': 'Read notes' },
    settings: { type: class {}, properties: { greeting: { type: 'string', default: 'Hello' } } } });
`;

const well = (what: string): string => `  ✓ ${what}\n`;

let count = 0;
/** @param server to be tried, too; none for what is found before a database is asked, or on any */
async function check(changes: readonly (readonly [string, string])[] = [], server = TEST_SERVER_URL) {
  const file = join(folder, `desk-${++count}.mjs`);
  let source = HEAD + TAIL;
  for (const [words, others] of changes) {
    expect(source).toContain(words);
    source = source.replace(words, others);
  }
  writeFileSync(file, source);
  const parameters = ['dist/bin.js', 'ext:check', file, ...(server === '' ? [] : ['--server', server])];
  const env = { PATH: process.env.PATH, TMPDIR: tmpdir() };
  const finished = await promisify(execFile)(process.execPath, parameters, { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  const faults = finished.stdout.split('\n').filter((line) => line.includes('✗'));
  return { ...finished, faults };
}

async function databases(): Promise<string[]> {
  const connection = await createConnection(TEST_SERVER_URL);
  const [rows] = await connection.query<RowDataPacket[]>(`SHOW DATABASES LIKE 'extension\\_check\\_%'`);
  await connection.end();
  return rows.map((row) => String(Object.values(row)[0]));
}

test('an extension without faults passes, and is told what its hooks refuse', async () => {
  const before = TEST_SERVER_URL === '' ? [] : await databases();
  const { code, stdout, stderr, faults } = await check();
  expect({ code, stderr, faults }).toEqual({ code: 0, stderr: '', faults: [] });
  for (const line of [
    'on SQLite, a database with posts',
    '✓ its migrations run, and the service starts',
    '✓ its tables are as its entities say',
    '· unpublish is refused: headline: stays public',
    ...['create a draft', 'edit', 'publish', 'remove', 'restore', 'schedule', 'unschedule'].map(well),
    ...['publish when it is due', 'create a post', 'put by the id of a provider', 'import'].map(well),
    '✓ [desk-note] is rendered',
    '✓ PermalinkStrategy begins each path with a slash',
    'on SQLite, an empty database',
    'No faults.',
  ])
    expect(stdout).toContain(line);
  expect(stdout).not.toContain('[youtube]');
  if (TEST_SERVER_URL === '') return;
  expect(stdout).toContain(`on ${new URL(TEST_SERVER_URL).host}, a database with posts`);
  expect(await databases()).toEqual(before);
});

test('faults are told with a sentence each, and the exit code is 1', async () => {
  const { code, stdout, faults } = await check([
    ['if (verb ===', `if (verb === 'edit') article.nothing.at(1); if (verb ===`],
    [
      `Promise.resolve(shortcodes.map(() => ({ html: '<b>note</b>' })))`,
      `Promise.reject(new Error('no notes'))`,
    ],
    [`PrimaryColumn({`, `Column({ type: 'varchar', length: 9 })(Note.prototype, 'colour'); PrimaryColumn({`],
    ['dependsOnSection = false', 'dependsOnSection = true'],
  ]);
  expect(code).toBe(1);
  const told = faults.join('\n');
  expect(told).toMatch(/✗ hook before edit: TypeError: Cannot read/);
  expect(told).toMatch(/✗ \[desk-note\] is rendered: no notes/);
  expect(told).toMatch(/✗ its tables are as its entities say: these statements would mend it: .*colour/);
  expect(told).toMatch(
    /✗ PermalinkStrategy says whether paths depend on the section: dependsOnSection is true/,
  );
  expect(stdout).toMatch(/\d+ faults\.\n$/);
});

test.each<[string, readonly [string, string], RegExp]>([
  [
    'migration',
    [`new Table({`, `nothing({`],
    /✗ its migrations run, and the service starts: .*nothing is not defined/,
  ],
  ['table', [`Entity('desk_notes')`, `Entity('notes')`], /the table "notes" must begin with "desk_"/],
  ['schema of its settings', [`type: 'string'`, `type: 'text'`], /✗ the schema of its settings: .*type/],
])('a faulty %s is told', async (_name, change, sentence) => {
  const { code, stdout } = await check([change], '');
  expect([code, stdout]).toEqual([1, expect.stringMatching(sentence)]);
});

test('a declaration with faults is not tried', async () => {
  const { code, stderr } = await check([[`'desk.notes.read'`, `'notes.read'`]], '');
  expect([code, stderr]).toEqual([1, expect.stringContaining('"notes.read" must begin with "desk."')]);
});
