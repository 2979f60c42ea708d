import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { checkExtension } from '../../src/cli/extension-check/check-extension.js';
import { loadExtension } from '../../src/extension/load-extension.js';

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
  import { Column, Entity, PrimaryGeneratedColumn, Table } from 'typeorm';
  import { ArticleHooks, bind, CountColumn, FlagColumn, IntegerColumn, JsonColumn, KeyColumn, SecondsColumn, TextColumn, Job, OnCommitted, Requires, field, ContentModule, defineExtension, InvalidError, PermalinkStrategy, ShortcodeRenderer,
    Shortcodes } from 'content-publishing-service';
  export class Notes1797200000000 {
    async up(runner) {
      await runner.createTable(new Table({ name: 'desk_notes',
        columns: [
          { name: 'id', type: 'integer', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
          { name: 'text', type: 'varchar', length: '40' },
          { name: 'body', type: 'longtext', isNullable: true },
          { name: 'size', type: 'integer' },
          { name: 'read_count', type: 'bigint' },
          { name: 'read_ts', type: 'bigint', isNullable: true },
          { name: 'is_read', type: 'tinyint', default: 0 },
          { name: 'facts', type: 'longtext', isNullable: true },
        ] }));
    }
    async down(runner) { await runner.dropTable('desk_notes'); }
  }
  class Note {}
  Entity('desk_notes')(Note);
  PrimaryGeneratedColumn()(Note.prototype, 'id');
  KeyColumn(40)(Note.prototype, 'text');
  const columns = { body: TextColumn(), size: IntegerColumn(), readCount: CountColumn(), isRead: FlagColumn(),
    readTs: SecondsColumn({ nullable: true }), facts: JsonColumn() };
  for (const [name, column] of Object.entries(columns)) column(Note.prototype, name);
  const level = field('desk_level', { type: 'integer', min: 3 });
  class Desk {
    async note(event) {}
    async sweep() {}
    async onModuleInit() {}
  }
  const decorate = (method, decorator) =>
    decorator(Desk.prototype, method, Object.getOwnPropertyDescriptor(Desk.prototype, method));
  decorate('note', OnCommitted({ name: 'desk.note', resources: ['article'] }));
  decorate('sweep', Job({ name: 'desk.sweep', every: 60, on: 'one-instance' }));
  decorate('sweep', Requires('desk.notes.read'));
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
    providers: [Desk, { provide: Renderer, inject: [Shortcodes],
      useFactory: (shortcodes) => { const one = new Renderer(); shortcodes.register(one); return one; } }] })(DeskModule);
  export const desk = defineExtension({ name: 'desk', compatibility: '^1.0.0', modules: [DeskModule],
    migrations: [Notes1797200000000], fields: [level], articles: Rules, adapters: [bind(PermalinkStrategy, Short)],
    rights: { 'desk.notes.read': 'Read notes' },
    settings: { type: class {}, properties: { greeting: { type: 'string', default: 'Hello' } } } });
`;

const well = (what: string): string => `  ✓ ${what}\n`;

let count = 0;
/** @returns the file of the extension, changed at some words */
function written(changes: readonly (readonly [string, string])[]): string {
  const file = join(folder, `desk-${++count}.mjs`);
  let source = HEAD + TAIL;
  for (const [words, others] of changes) {
    expect(source).toContain(words);
    source = source.replace(words, others);
  }
  writeFileSync(file, source);
  return file;
}

const faultsIn = (lines: readonly string[]) => lines.filter((line) => line.includes('✗'));

/** The command as developers run it. @param server to be tried, too */
async function run(changes: readonly (readonly [string, string])[], server = TEST_SERVER_URL) {
  const parameters = ['dist/bin.js', 'ext:check', written(changes)];
  if (server !== '') parameters.push('--server', server);
  const env = { PATH: process.env.PATH, TMPDIR: tmpdir() };
  const finished = await promisify(execFile)(process.execPath, parameters, { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  return { ...finished, faults: faultsIn(finished.stdout.split('\n')) };
}

/**
 * The check in this process, which has loaded the packages already.
 *
 * @param server to be tried, too; none for what is found before a database is asked, or on any
 */
async function check(changes: readonly (readonly [string, string])[], server = TEST_SERVER_URL) {
  const lines: string[] = [];
  const extension = await loadExtension(written(changes));
  const isWell = await checkExtension(extension, {
    server: server === '' ? undefined : server,
    print: (line) => lines.push(line),
  });
  return { isWell, lines, faults: faultsIn(lines) };
}

async function databases(): Promise<string[]> {
  const connection = await createConnection(TEST_SERVER_URL);
  const [rows] = await connection.query<RowDataPacket[]>(`SHOW DATABASES LIKE 'extension\\_check\\_%'`);
  await connection.end();
  return rows.map((row) => String(Object.values(row)[0]));
}

test('an extension without faults passes, and is told what its hooks refuse', async () => {
  const before = TEST_SERVER_URL === '' ? [] : await databases();
  const { code, stdout, stderr, faults } = await run([]);
  expect({ code, stderr, faults }).toEqual({ code: 0, stderr: '', faults: [] });
  for (const line of [
    'on SQLite, a database with posts',
    '✓ its migrations run, and the service starts',
    '✓ its tables are as its entities say',
    '· unpublish is refused: headline: stays public',
    ...['create a draft', 'edit', 'publish', 'remove', 'restore', 'schedule', 'unschedule'].map(well),
    ...['publish when it is due', 'create a post', 'put by the id of a provider', 'import'].map(well),
    ...['create a draft of a headline alone', 'publish a headline alone', 'set all fields'].map(well),
    ...['clear all fields', 'create a post with all fields', 'move'].map(well),
    '✓ [desk-note] is rendered',
    '✓ its methods with @OnCommitted handle all that has happened',
    '✓ a second instance starts beside the first',
    '✓ the job desk.sweep runs\n',
    '✓ the job desk.sweep runs on one instance at a time',
    '✓ its migrations can be taken back',
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
  const { code, stdout, faults } = await run([
    ['if (verb ===', `if (verb === 'edit') article.nothing.at(1); if (verb ===`],
    [
      `Promise.resolve(shortcodes.map(() => ({ html: '<b>note</b>' })))`,
      `Promise.reject(new Error('no notes'))`,
    ],
    [`KeyColumn(40)`, `Column({ type: 'varchar', length: 9 })(Note.prototype, 'colour'); KeyColumn(40)`],
    ['dependsOnSection = false', 'dependsOnSection = true'],
  ]);
  expect(code).toBe(1);
  const told = faults.join('\n');
  expect(told).toMatch(/✗ hook before edit: TypeError: Cannot read/);
  expect(told).toMatch(/✗ \[desk-note\] is rendered: no notes/);
  expect(told).toMatch(
    /✗ its tables are as its entities say: its migrations make other columns.* would mend it: .*colour/,
  );
  expect(told).toMatch(
    /✗ PermalinkStrategy says whether paths depend on the section: dependsOnSection is true/,
  );
  expect(stdout).toMatch(/\d+ faults\.\n$/);
});

test('what hooks miss is told: nothing set, everything set, another path', async () => {
  const { isWell, faults } = await check(
    [
      [
        'if (verb ===',
        `if (verb === 'publish') article.subheadline.trim();
       if (verb === 'edit' && article.imageId !== null && level.of(article) === 3) article.image.width++;
       if (verb ===`,
      ],
      [
        'class Rules extends ArticleHooks {',
        `$& after({ verb }) { if (verb === 'move') throw new Error('no way'); }`,
      ],
    ],
    '',
  );
  const told = faults.join('\n');
  expect(isWell).toBe(false);
  expect(told).toMatch(/✗ hook before publish: TypeError: .*trim/);
  expect(told).toMatch(/✗ hook before edit: TypeError: .*width/);
  expect(told).toMatch(/✗ hook after move: no way/);
});

test('what runs in the background is tried, and that two instances run beside each other', async () => {
  const { isWell, faults } = await check(
    [
      [
        'async note(event) {}',
        `async note({ verb }) { if (verb === 'publish') throw new Error('no notes'); }`,
      ],
      ['async sweep() {}', `async sweep() { throw new Error('no broom'); }`],
    ],
    '',
  );
  const told = faults.join('\n');
  expect(isWell).toBe(false);
  expect(told).toMatch(
    /✗ its methods with @OnCommitted .*: desk.note cannot handle publish of article: Error: no notes/,
  );
  expect(told).toMatch(/✗ the job desk.sweep runs: no broom/);
  const { faults: second } = await check(
    [
      ['class Desk {', 'class Desk { static isOpen = false; onModuleDestroy() { Desk.isOpen = false; }'],
      [
        'async onModuleInit() {}',
        `onModuleInit() { if (Desk.isOpen) throw new Error('in use'); Desk.isOpen = true; }`,
      ],
    ],
    '',
  );
  expect([...new Set(second)]).toEqual(['  ✗ a second instance starts beside the first: in use']);
});

test('migrations that cannot be taken back are told', async () => {
  const [down] = /async down.*$/m.exec(HEAD) ?? [''];
  const kept = await check([[down, 'async down() {}']]);
  expect(kept.faults.length).toBeGreaterThan(0);
  for (const line of kept.faults)
    expect(line).toBe(
      '  ✗ its migrations can be taken back: desk_notes is still there: down() has to drop what up() creates',
    );
  const { faults } = await check([[`dropTable('desk_notes')`, `dropTable('desk_note')`]], '');
  expect(faults).toEqual([expect.stringMatching(/✗ its migrations can be taken back: .*desk_note\b/)]);
});

test.each<[string, readonly [string, string], RegExp]>([
  [
    'migration',
    [`new Table({`, `nothing({`],
    /✗ its migrations run, and the service starts: .*nothing is not defined/,
  ],
  ['table', [`Entity('desk_notes')`, `Entity('notes')`], /the table "notes" must begin with "desk_"/],
  [
    'resource of events',
    [`resources: ['article']`, `resources: ['post']`],
    /@OnCommitted: "desk.note" names the resource "post"; there are article, section, .*follow/,
  ],
  [
    'right of a route',
    [`Requires('desk.notes.read')`, `Requires('desk.note.read')`],
    /@Requires: Desk.sweep takes the right "desk.note.read", which nobody can have: declare it in "rights"/,
  ],
])('a faulty %s is told', async (_name, change, sentence) => {
  const { isWell, lines } = await check([change], '');
  expect([isWell, lines.join('\n')]).toEqual([false, expect.stringMatching(sentence)]);
});

test('a declaration with faults is not tried', async () => {
  const { code, stderr } = await run([[`'desk.notes.read':`, `'notes.read':`]], '');
  expect([code, stderr]).toEqual([1, expect.stringContaining('"notes.read" must begin with "desk."')]);
});
