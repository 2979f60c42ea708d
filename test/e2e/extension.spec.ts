import { Controller, Get, Injectable, Module } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  DataSource,
  Entity,
  type MigrationInterface,
  PrimaryColumn,
  type QueryRunner,
  Repository,
  Table,
} from 'typeorm';
import { defineExtension, type Extension, EXTENSION_API } from '../../src/extension/extension.js';
import { field } from '../../src/extension/field.js';
import { ExtensionCommand } from '../../src/extension/extension-command.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { ArticleHooks } from '../../src/modules/articles/article-hooks.js';
import { Requires } from '../../src/modules/auth/http/access.js';
import { Database } from '../../src/platform/database/database.js';
import { runCommand } from '../support/command-line.js';
import { callProcess, killLeftovers, run, startProcess } from '../support/process.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { type Service, startService } from '../support/service.js';

declare module '../../src/modules/site/rights.js' {
  interface Rights {
    'desk.notes.read': true;
  }
}

@Entity('desk_notes')
class Note {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  text!: string;
}

class DeskNotes1797200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'desk_notes',
        columns: [{ name: 'text', type: 'varchar', length: '40', isPrimary: true }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('desk_notes');
  }
}

class DeskSettings {
  readonly greeting: string = '';
  readonly copies: number = 0;
}

@Controller('api/desk')
class DeskController {
  constructor(
    private readonly settings: DeskSettings,
    @InjectRepository(Note) private readonly notes: Repository<Note>,
  ) {}

  @Get('notes')
  @Requires('desk.notes.read')
  async list(): Promise<object> {
    const { greeting, copies } = this.settings;
    return { greeting, copies, notes: (await this.notes.find()).map(({ text }) => text) };
  }
}

@Injectable()
class NoteCommand extends ExtensionCommand {
  constructor(
    @InjectRepository(Note) private readonly notes: Repository<Note>,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async run([text = '']: readonly string[]): Promise<number | undefined> {
    if (text === '') return 2;
    await this.unitOfWork.run(() => this.notes.save(Object.assign(new Note(), { text })));
    return undefined;
  }
}

@Injectable()
class NoSecrets extends ArticleHooks {}

@Module({
  imports: [TypeOrmModule.forFeature([Note])],
  controllers: [DeskController],
  exports: [TypeOrmModule],
})
class DeskModule {}

const desk = defineExtension({
  name: 'desk',
  compatibility: '^1.0.0',
  modules: [DeskModule],
  migrations: [DeskNotes1797200000000],
  rights: { 'desk.notes.read': 'Read the notes of the desk' },
  roles: { 'Note Reader': ['articles.read', 'desk.notes.read'] },
  settings: {
    type: DeskSettings,
    properties: {
      greeting: { type: 'string', default: 'Hello' },
      copies: { type: 'integer', minimum: 1, default: 3 },
    },
  },
  articles: NoSecrets,
  commands: [{ name: 'note', description: 'writes a note', command: NoteCommand }],
});

class DeskDrawers1797300000000 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE desk_drawers SET text = NULL');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}

afterAll(killLeftovers);

test('A service has no migrations of an extension that another one in the process had', async () => {
  await (await startService({ extension: desk })).stop();
  const plain = await startService();
  const migrations = await plain.app.get(DataSource).query<{ name: string }[]>('SELECT name FROM migrations');
  await plain.stop();
  expect(migrations.length).toBeGreaterThan(10);
  expect(migrations.map(({ name }) => name)).not.toContain(DeskNotes1797200000000.name);
});

test('A migration that fails is named with its extension', async () => {
  const extension = { ...desk, migrations: [DeskNotes1797200000000, DeskDrawers1797300000000] };
  await expect(startService({ extension })).rejects.toMatchObject({
    message: expect.stringMatching(
      /^migration DeskDrawers1797300000000 of the extension "desk": .*desk_drawers/,
    ),
    code: expect.stringMatching(/^(SQLITE_ERROR|ER_NO_SUCH_TABLE)$/),
  });
});

describe('An extension', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ extension: desk, settings: { desk: { greeting: 'Moin' } } });
  });
  afterAll(() => service.stop());

  test('has tables, commands and settings of its own', async () => {
    const noted = await runCommand(['desk:note', 'first'], service.database, {}, desk);
    expect(noted).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Database .*\n$/) });
    expect((await runCommand(['desk:note'], service.database, {}, desk)).code).toBe(2);
    const { body } = await service.get('/api/desk/notes').expect(200);
    expect(body).toEqual({ greeting: 'Moin', copies: 3, notes: ['first'] });
    const { stdout } = await runCommand(['--help'], service.database, {}, desk);
    expect(stdout).toContain('writes a note');
  });

  test('has rights and roles of its own, which keys hold back', async () => {
    const reader = await service.createAuthorWithKey('Note Reader');
    const editor = await service.createAuthorWithKey('Editor');
    await reader.client.get('/api/desk/notes').expect(200);
    await editor.client.get('/api/desk/notes').expect(403);
    const readOnly = await service.createKey({ authorId: reader.id, scope: 'read' });
    await service.as(readOnly).get('/api/desk/notes').expect(200);
    await reader.client.post('/api/1.3/drafts', { headline: 'No' }).expect(403);
  });

  test('is examined with the rest by doctor', async () => {
    const { stdout, code } = await runCommand(['doctor'], service.database, {}, desk);
    expect(stdout).toMatch(/✓ schema .*as expected/);
    expect(code).toBe(0);
  });

  test('has run on a database that nothing runs on without it, until it is forgotten', async () => {
    const verbs = [['reindex'], ['export'], ['seed', '--posts', '1']];
    for (const verb of verbs) {
      const { code, stderr } = await runCommand(verb, service.database);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('npx content-publishing-service cli extensions forget desk'),
      ]);
    }
    await expect(startService({ database: service.database })).rejects.toThrow(/"desk".*\n.*not loaded/);
    await noteRunsOf(['desk.push', 'desks.push']);
    expect((await runCommand(['extensions', 'forget', 'desk'], service.database)).code).toBe(0);
    expect((await runCommand(['extensions', 'forget', 'desk'], service.database)).code).toBe(1);
    expect((await runCommand(['reindex'], service.database)).code).toBe(0);
    const { stdout } = await runCommand(['doctor'], service.database);
    expect(stdout).toMatch(/jobs +desks\.push fails/);
    expect(stdout).toMatch(/events +desks\.push fails/);
    expect(stdout).not.toContain('desk.push');
  });

  /** A failing job, and a consumer with a change that it is told again, of each name. */
  const noteRunsOf = (names: readonly string[]) =>
    service.app.get(UnitOfWork).run(async () => {
      const database = service.app.get(Database);
      for (const name of names) {
        await database.execute(
          'INSERT INTO jobs (name, leased_until_ts, started_ts, due_ts, succeeded_ts, failures) VALUES (?, 0, 0, 0, 0, 3)',
          [name],
        );
        await database.execute('INSERT INTO event_consumers (name, position) VALUES (?, 0)', [name]);
        await database.execute(
          "INSERT INTO event_retries (consumer, resource, resource_id, position, attempts, due_ts) VALUES (?, 'article', 1, 1, 5, 0)",
          [name],
        );
      }
    });
});

test('faults of its settings are named like those of others', async () => {
  const start = startService({ extension: desk, settings: { desk: { copies: 0, colour: 'red' } } });
  await expect(start).rejects.toThrow(/desk\.colour: there is no such setting[^]*desk\.copies: must be >= 1/);
  const roles = { Editor: ['desk.notes.write'] };
  await expect(startService({ extension: desk, settings: { authors: { roles } } })).rejects.toThrow(/Editor/);
  await expect(startService({ settings: { desk: {} } })).rejects.toThrow(/desk: there is no such setting/);
});

test('a table without the name of the extension is refused', async () => {
  const start = startService({ extension: { ...desk, name: 'other', rights: {}, roles: {} } });
  await expect(start).rejects.toThrow('entities: the table "desk_notes" must begin with "other_"');
});

describe('defineExtension refuses', () => {
  const minimal: Extension = { name: 'desk', compatibility: '^1.0.0' };
  const NOTE_COMMAND = { name: 'note', description: '', command: NoteCommand };
  test.each<[string, Partial<Extension>, RegExp]>([
    ['a name with other letters', { name: 'The Desk' }, /name: must be/],
    ['a name of our settings', { name: 'media' }, /name: the service has settings called "media"/],
    ['a range that is none', { compatibility: 'latest' }, /compatibility: "latest" is no range/],
    [
      'another version of the API',
      { compatibility: '^2.0.0' },
      new RegExp(`this service has ${EXTENSION_API}`),
    ],
    ['a right without its name', { rights: { 'notes.read': 'x' } }, /"notes.read" must begin with "desk\."/],
    ['a role with a right that is none', { roles: { X: ['desk.notes.read'] } }, /X has "desk.notes.read"/],
    ['an Administrator who lost rights', { roles: { Administrator: [] } }, /Administrator must keep/],
    [
      'a class of settings with a property that they do not describe',
      { settings: { type: DeskSettings, properties: { greeting: {} } } },
      /settings: DeskSettings has "copies", which properties do not describe/,
    ],
    [
      'settings that their class does not have',
      { settings: { type: DeskSettings, properties: { greeting: {}, copies: {}, coipes: {} } } },
      /settings: properties describe "coipes", which DeskSettings does not have/,
    ],
    [
      'a setting whose JSON Schema has a misspelt type',
      {
        settings: {
          type: DeskSettings,
          properties: { greeting: { type: 'strin', default: '' }, copies: { type: 'integer', default: 1 } },
        },
      },
      /settings: schema is invalid: data\/properties\/desk\/properties\/greeting\/type must be/,
    ],
    [
      'a migration without a time',
      { migrations: [class AddNotes extends DeskNotes1797200000000 {}] },
      /"AddNotes" must end/,
    ],
    ['a migration that is none', Object({ migrations: ['AddNotes'] }), /migrations: AddNotes is no class/],
    [
      'a migration that does nothing',
      Object({ migrations: [class AddNotes1797120000000 extends DeskSettings {}] }),
      /"AddNotes1797120000000" has no method "up"/,
    ],
    ['a module that is no list', Object({ modules: DeskModule }), /modules: must be a list/],
    ['a module without @Module', Object({ modules: [DeskSettings] }), /DeskSettings has no @Module/],
    ['a module that is a text', Object({ modules: ['desk'] }), /modules: 'desk' is no module/],
    ['an adapter that binds nothing', Object({ adapters: [DeskSettings] }), /DeskSettings binds nothing/],
    [
      'a field that field() has not made',
      Object({ fields: [{ name: 'desk_a' }] }),
      /'desk_a'.* was not made by/,
    ],
    ['a field without options', Object({ fields: [Object(field)('desk_a')] }), /"desk_a" has no options/],
    [
      'an enum without values',
      { fields: [field('desk_a', Object({ type: 'enum' }))] },
      /"desk_a" must have a list of values/,
    ],
    ['hooks that are an instance', Object({ articles: new DeskSettings() }), /articles: must be a class/],
    [
      'hooks that do nothing',
      Object({ articles: DeskSettings }),
      /DeskSettings has neither before nor after/,
    ],
    [
      'an authenticator that is none',
      Object({ authenticators: [DeskSettings] }),
      /DeskSettings is no class with the methods credentialOf and authenticate/,
    ],
    [
      'a command that does nothing',
      Object({ commands: [{ name: 'a', description: 'b', command: DeskSettings }] }),
      /command of "a" must be a class with a method run/,
    ],
    [
      'a command that is a text',
      Object({ commands: ['hello'] }),
      /'hello' must have a name and a description/,
    ],
    ['a role with a text', Object({ roles: { Desk: 'articles.read' } }), /roles: Desk must have a list/],
    ['rights that are a list', Object({ rights: ['desk.notes.write'] }), /rights: must be an object/],
    ['settings without a class', Object({ settings: { properties: {} } }), /settings: must have the class/],
    ['a part that there is not', Object({ migration: [] }), /"migration" is no part .*"migrations"\?/],
    ['a part that is not there yet', Object({ fields: [undefined] }), /fields: one of them is undefined/],
    ['no name', Object({ name: undefined }), /name: is missing/],
    ['two commands of one name', { commands: [NOTE_COMMAND, NOTE_COMMAND] }, /commands: two have one name/],
    [
      'a command with blanks',
      { commands: [{ name: 'a b', description: '', command: NoteCommand }] },
      /"a b"/,
    ],
  ])('%s', (_name, given, message) => {
    expect(() => defineExtension({ ...minimal, ...given })).toThrow(message);
  });
});

test('several instances may be the first to run it', async () => {
  const database = await createMigratedDatabase();
  try {
    const start = () => startService({ database, extension: desk });
    const services = await Promise.all([start(), start(), start()]);
    for (const service of services) await service.stop();
  } finally {
    await database.drop();
  }
});

describe('EXTENSION', () => {
  test('names a file of another project that service and commands load', async () => {
    const database = await createMigratedDatabase();
    const file = join(database.folder, 'extension.mjs');
    mkdirSync(join(database.folder, 'node_modules'));
    symlinkSync(process.cwd(), join(database.folder, 'node_modules/content-publishing-service'));
    writeFileSync(
      file,
      `import { ArticleHooks, defineExtension, InvalidError } from 'content-publishing-service';
       class Rule extends ArticleHooks {
         before({ article }) {
           if (article.headline.startsWith('No')) throw InvalidError.field('headline', 'says no');
           if (article.headline === 'Left alone') void Promise.reject(new Error('nobody waits'));
         }
       }
       export const rule = defineExtension({ name: 'rule', compatibility: '^1.0.0', articles: Rule });\n`,
    );
    const articles = join(database.folder, 'articles.jsonl');
    const lines = ['Yes', 'No'].map((headline, n) =>
      JSON.stringify({ provider_post_id: `p-${n}`, headline }),
    );
    writeFileSync(articles, lines.join('\n'));
    try {
      const service = await startProcess(database, { EXTENSION: file });
      // A promise that fails, and that nobody waits for, is logged.
      for (const headline of ['Left alone', 'Left alone', 'After it'])
        expect((await callProcess(service, 'POST', '/api/1.3/posts', { headline })).status).toBe(200);
      expect(service.output()).toMatch(/nobody waits.*A promise has failed that nobody waited for/);
      await service.end('SIGTERM');
      const imported = await run('cli.js', ['import', articles], database, { EXTENSION: file });
      expect(imported.stdout + imported.stderr).toMatch(/says no/);
      const without = await run('cli.js', ['import', articles], database);
      expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('"rule" has faults')]);
      writeFileSync(join(database.folder, 'site.json'), '{ "rule": {} }');
      const settings = { SITE_SETTINGS: join(database.folder, 'site.json') };
      expect((await run('main.js', [], database, settings)).stderr).toMatch(
        /rule: .* name its file in EXTENSION/,
      );
      const missing = await run('main.js', [], database, { EXTENSION: 'dist/other.js' });
      expect(missing.stderr).toMatch(
        /^The extension "dist\/other.js" has faults:\n {2}- it cannot be loaded: .*other\.js/,
      );
      expect([missing.code, missing.stderr]).toEqual([1, expect.not.stringContaining('    at ')]);
      const none = join(database.folder, 'none.mjs');
      writeFileSync(none, 'export const nothing = 1;\n');
      const started = await run('main.js', [], database, { EXTENSION: none });
      expect([started.code, started.stderr]).toEqual([
        1,
        expect.stringContaining('must export one extension'),
      ]);
      const plain = join(database.folder, 'plain.mjs');
      writeFileSync(
        plain,
        `export const plain = { name: 'plain', compatibility: '^9.0.0', roles: { X: ['articles.read', 'x'] } };\n`,
      );
      for (const program of ['main.js', 'cli.js'] as const) {
        const { code, stderr } = await run(program, [], database, { EXTENSION: plain });
        expect(code).toBe(1);
        expect(stderr).toMatch(
          /^The extension "plain" has faults:\n {2}- compatibility: it is made for \^9\.0\.0 .*\n {2}- roles: X has "x", which is no right\n$/,
        );
      }
    } finally {
      await database.drop();
    }
  });
});
