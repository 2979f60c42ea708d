import { Body, Controller, Delete, HttpCode, Logger, Module, Post } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import {
  Entity,
  type MigrationInterface,
  PrimaryGeneratedColumn,
  type QueryRunner,
  Repository,
  Table,
  Unique,
} from 'typeorm';
import { ConflictError } from '../../src/kernel/errors.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { IntegerColumn, KeyColumn } from '../../src/platform/database/columns.js';
import { Database } from '../../src/platform/database/database.js';
import { BackgroundWork } from '../../src/platform/schedule/background-work.js';
import { Public } from '../../src/platform/http/server/public.js';
import { type Service, startService } from '../support/service.js';

declare const TEST_SERVER_URL: string;

const SECRET = 'confidential';

@Entity('desk_cards')
@Unique('desk_cards_by_code', ['code'])
class Card {
  @PrimaryGeneratedColumn()
  id!: number;

  @IntegerColumn()
  articleId!: number;

  @KeyColumn(20)
  code!: string;

  @IntegerColumn()
  copies!: number;
}

class DeskCards1797200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const type = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    await runner.createTable(
      new Table({
        name: 'desk_cards',
        columns: [
          { name: 'id', type, isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
          { name: 'article_id', type },
          { name: 'code', type: 'varchar', length: '20' },
          { name: 'copies', type },
        ],
        uniques: [{ name: 'desk_cards_by_code', columnNames: ['code'] }],
        foreignKeys: [
          {
            name: 'desk_cards_article_id',
            columnNames: ['article_id'],
            referencedTableName: 'articles',
            referencedColumnNames: ['id'],
            onDelete: 'NO ACTION',
            onUpdate: 'NO ACTION',
          },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('desk_cards');
  }
}

interface CardFields {
  readonly articleId?: number;
  readonly code: string | null;
  readonly copies?: number;
}

/** Cards are taken as they are sent: nothing of them is checked. */
@Public()
@Controller('api/desk/cards')
class CardsController {
  private looks = 0;

  constructor(
    @InjectRepository(Card) private readonly cards: Repository<Card>,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Post()
  @HttpCode(200)
  add(@Body() fields: CardFields): Promise<object> {
    return this.unitOfWork.run(() => this.cards.insert({ articleId: 1, copies: 1, ...fields } as Card));
  }

  @Post('deferred')
  @HttpCode(200)
  addDeferred(@Body() { code }: CardFields): Promise<unknown> {
    return this.unitOfWork.run(async () => {
      await this.database.defer('INSERT INTO desk_cards (article_id, code, copies) VALUES (1, ?, 1)', [code]);
      return this.database.rows('SELECT 1');
    });
  }

  /**
   * Looks first, but too early to see the card at its first attempt, as when
   * another request adds it meanwhile.
   */
  @Post('looking')
  @HttpCode(200)
  addLooking(@Body() { code }: CardFields): Promise<object> {
    return this.unitOfWork.run(async () => {
      const isThere = this.looks++ > 0 && (await this.cards.existsBy({ code: code ?? '' }));
      if (isThere) throw new ConflictError('card-exists', 'There is such a card.');
      return this.cards.insert({ articleId: 1, code: code ?? '', copies: 1 });
    });
  }

  @Delete('article')
  @HttpCode(200)
  removeArticle(): Promise<unknown> {
    return this.unitOfWork.run(() => this.database.execute('DELETE FROM articles WHERE id = 1'));
  }
}

@Module({ imports: [TypeOrmModule.forFeature([Card])], controllers: [CardsController] })
class CardsModule {}

let service: Service;
const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
beforeAll(async () => {
  service = await startService({
    extension: { name: 'desk', modules: [CardsModule], migrations: [DeskCards1797200000000] },
  });
  await service.post('/api/1.3/drafts', { headline: 'One' }).expect(200);
});
afterAll(() => service.stop());
afterEach(() => {
  jest.clearAllMocks();
});

const add = (fields: CardFields) => service.post('/api/desk/cards', fields);
const ofServer = (onServer: string, onSqlite: string) => (TEST_SERVER_URL ? onServer : onSqlite);

/** The one line of the log, which must not hold the value. */
function logged(): unknown {
  expect(error).not.toHaveBeenCalled();
  expect(warn).toHaveBeenCalledTimes(1);
  const [line] = warn.mock.calls;
  expect(JSON.stringify(line)).not.toContain(SECRET);
  return line?.[0];
}

test('a row that a unique index refuses is 409, and the log names the index', async () => {
  await add({ code: SECRET }).expect(200);
  const { body } = await add({ code: SECRET }).expect(409);
  expect(body).toMatchObject({ code: 'database-conflict', detail: expect.stringContaining('already') });
  expect(logged()).toMatchObject({
    table: 'desk_cards',
    constraint: ofServer('desk_cards_by_code', 'desk_cards.code'),
  });
});

test('so is one whose statement is deferred', async () => {
  await service.post('/api/desk/cards/deferred', { code: `${SECRET} 2` }).expect(200);
  const { body } = await service.post('/api/desk/cards/deferred', { code: `${SECRET} 2` }).expect(409);
  expect(body).toMatchObject({ code: 'database-conflict' });
  expect(logged()).toMatchObject({ table: 'desk_cards' });
});

test('work that looks first is done again, and says itself that the row is there', async () => {
  await add({ code: 'looked for' }).expect(200);
  const { body } = await service.post('/api/desk/cards/looking', { code: 'looked for' }).expect(409);
  expect(body).toMatchObject({ code: 'card-exists' });
  expect(warn).not.toHaveBeenCalled();
});

test('a row that refers to nothing is 409', async () => {
  const { body } = await add({ code: SECRET.slice(1), articleId: 999_999 }).expect(409);
  expect(body).toMatchObject({ code: 'database-conflict', detail: expect.stringContaining('refer') });
  expect(logged()).toMatchObject({
    table: 'desk_cards',
    constraint: ofServer('desk_cards_article_id', 'FOREIGN KEY'),
  });
});

test('so is removing what one refers to', async () => {
  await add({ code: 'refers' }).expect(200);
  const { body } = await service.delete('/api/desk/cards/article').expect(409);
  expect(body).toMatchObject({ code: 'database-conflict' });
  expect(logged()).toMatchObject(
    TEST_SERVER_URL
      ? { table: 'desk_cards', constraint: 'desk_cards_article_id' }
      : { table: 'articles', constraint: 'FOREIGN KEY' },
  );
});

test.each<[string, CardFields, string]>([
  ['too long', { code: SECRET.repeat(10) }, 'code'],
  ['too large', { code: 'large', copies: 3_000_000_000 }, 'copies'],
  ['too small', { code: 'small', copies: -3_000_000_000 }, 'copies'],
])(
  'a value that is %s for its column is 422 where the database refuses it',
  async (_name, fields, column) => {
    const answer = await add(fields);
    // SQLite keeps it.
    expect(answer.status).toBe(TEST_SERVER_URL ? 422 : 200);
    if (!TEST_SERVER_URL) return;
    expect(answer.body).toMatchObject({ code: 'value-not-storable' });
    expect(answer.body.detail).not.toMatch(/desk|code|copies/);
    expect(logged()).toMatchObject({ table: 'desk_cards', column });
  },
);

test('a job that breaks a constraint fails, as one whose database is away does not, and is logged without values', async () => {
  await add({ code: `${SECRET} 3` }).expect(200);
  const unitOfWork = service.app.get<UnitOfWork>(UnitOfWork);
  const cards = service.app.get(Database).manager.getRepository(Card);
  const write = () => unitOfWork.run(() => cards.insert({ articleId: 1, copies: 1, code: `${SECRET} 3` }));
  await service.app.get(BackgroundWork).run('desk.cards', write);
  expect(warn).not.toHaveBeenCalled();
  expect(JSON.stringify(error.mock.calls)).not.toContain(SECRET);
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ job: 'desk.cards', err: expect.objectContaining({ table: 'desk_cards' }) }),
    'A background job has failed',
  );
});

test('a value that is missing is 422', async () => {
  const { body } = await add({ code: null }).expect(422);
  expect(body).toMatchObject({ code: 'value-not-storable' });
  expect(logged()).toMatchObject({ table: 'desk_cards', column: 'code' });
});
