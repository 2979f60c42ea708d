import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { InjectDataSource, InjectEntityManager, InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Column, DataSource, Entity, EntityManager, PrimaryColumn, Repository } from 'typeorm';
import { entities } from '../../src/app.module.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { type Service, startService } from '../support/service.js';

@Entity('acme_notes')
class Note {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @Column({ type: 'int' })
  value!: number;

  @Column({ type: 'int', nullable: true })
  removedTs!: number | null;
}

/** A repository of its own, after the documentation of Nest. */
@Injectable()
class NotesRepository extends Repository<Note> {
  constructor(@InjectRepository(Note) { target, manager, queryRunner }: Repository<Note>) {
    super(target, manager, queryRunner);
  }

  ids(): Promise<number[]> {
    return this.find({ order: { id: 'ASC' } }).then((notes) => notes.map(({ id }) => id));
  }
}

@Injectable()
class Notes {
  constructor(
    @InjectRepository(Note) readonly repository: Repository<Note>,
    @InjectEntityManager() readonly manager: EntityManager,
    @InjectDataSource() readonly source: DataSource,
    readonly custom: NotesRepository,
  ) {}
}

@Module({ imports: [TypeOrmModule.forFeature([Note])], providers: [Notes, NotesRepository] })
class NotesModule {}

let service: Service;
let database: Database;
let unitOfWork: UnitOfWork;
let notes: Notes;
beforeAll(async () => {
  service = await startService({ extension: { modules: [NotesModule] } });
  database = service.app.get(Database);
  unitOfWork = service.app.get<UnitOfWork>(UnitOfWork);
  notes = service.app.get(Notes, { strict: false });
  await database.sources.writer.query(
    'CREATE TABLE acme_notes (id INTEGER NOT NULL PRIMARY KEY, value INTEGER NOT NULL, removed_ts INTEGER)',
  );
});
afterAll(async () => {
  await service.stop();
  const { writer, reader } = database.sources;
  expect([writer.isInitialized, reader.isInitialized]).toEqual([false, false]);
});
beforeEach(() => unitOfWork.run(() => notes.repository.deleteAll()));

const add = (id: number, value = 0) => notes.repository.insert({ id, value });
const stored = () => database.rows<{ id: number }>('SELECT id FROM acme_notes ORDER BY id');
const storedIds = async () => (await stored()).map(({ id }) => id);

class Refusal extends Error {}

const transactions = {
  'the manager': () => notes.manager,
  'the data source': () => notes.source,
  'a repository': () => notes.repository.manager,
};

describe.each(Object.keys(transactions) as (keyof typeof transactions)[])('a transaction of %s', (of) => {
  const run = (work: (manager: EntityManager) => Promise<unknown>) => transactions[of]().transaction(work);
  const addIn = (id: number) => run((manager) => manager.insert(Note, { id, value: 0 }));

  test('is committed with the unit of work around it', async () => {
    await unitOfWork.run(async () => {
      await add(1);
      await addIn(2);
      await run(() => addIn(3));
      await add(4);
    });
    expect(await storedIds()).toEqual([1, 2, 3, 4]);
  });

  test('is taken back with the unit of work around it', async () => {
    const failing = unitOfWork.run(async () => {
      await add(1);
      await addIn(2);
      throw new Refusal();
    });
    await expect(failing).rejects.toThrow(Refusal);
    expect(await storedIds()).toEqual([]);
  });

  test('that fails is taken back alone', async () => {
    await unitOfWork.run(async () => {
      await add(1);
      const failing = run(async (manager) => {
        await manager.insert(Note, { id: 2, value: 0 });
        throw new Refusal();
      });
      await expect(failing).rejects.toThrow(Refusal);
      await add(3);
    });
    expect(await storedIds()).toEqual([1, 3]);
  });
});

test('a transaction in a unit of work has no level of isolation of its own', async () => {
  const asking = unitOfWork.run(() => notes.manager.transaction('SERIALIZABLE', () => add(1)));
  await expect(asking).rejects.toThrow('isolation');
  expect(await storedIds()).toEqual([]);
});

test('the tables of a service are those that modules declare', () => {
  const known = service.app.get(DataSource).entityMetadatas.map(({ target }) => target);
  expect(new Set(known)).toEqual(new Set([...entities, Note]));
});

describe('of fifty units of work at once, of which every second fails,', () => {
  const numbers = Array.from({ length: 50 }, (_, n) => n);

  const runAll = (work: (n: number) => Promise<unknown>) =>
    Promise.allSettled(
      numbers.map((n) =>
        unitOfWork.run(async () => {
          await work(n);
          if (n % 2 === 1) throw new Refusal();
        }),
      ),
    );
  const committed = numbers.filter((n) => n % 2 === 0);

  test('each sees what it has written itself, and nobody else does before the commit', async () => {
    const seen: number[][] = [];
    await runAll(async (n) => {
      await add(n);
      await delay(Math.random() * 5);
      const others = await notes.repository.findBy({ value: 0 });
      expect(others.map(({ id }) => id)).toContain(n);
      seen.push(others.map(({ id }) => id).filter((id) => id % 2 === 1 && id !== n));
    });
    expect(await storedIds()).toEqual(committed);
    expect(seen).toHaveLength(50);
    expect(seen.flat()).toEqual([]);
  });

  test('the writes of the failed ones are taken back, in each form', async () => {
    await unitOfWork.run(() => notes.repository.insert(numbers.map((id) => ({ id, value: id }))));
    const { repository, manager, source, custom } = notes;
    const forms: ((id: number) => Promise<unknown>)[] = [
      (id) => repository.update({ id }, { value: -1 }),
      (id) => repository.save({ id, value: -1, removedTs: null }),
      (id) => repository.upsert({ id, value: -1 }, ['id']),
      (id) => repository.createQueryBuilder().update().set({ value: -1 }).where({ id }).execute(),
      (id) => manager.update(Note, { id }, { value: -1 }),
      (id) => manager.getRepository(Note).update({ id }, { value: -1 }),
      (id) => custom.update({ id }, { value: -1 }),
      (id) => source.createQueryBuilder().update(Note).set({ value: -1 }).where({ id }).execute(),
      (id) => source.query('UPDATE acme_notes SET value = -1 WHERE id = ?', [id]),
    ];
    const tried = new Set<number>();
    const outcomes = await runAll(async (n) => {
      // Each form once in a unit that commits, and once in one that does not.
      const form = Math.floor(n / 2) % forms.length;
      tried.add(form);
      await forms[form]?.(n);
    });
    expect(tried.size).toBe(forms.length);
    expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))).toEqual(
      numbers.filter((n) => n % 2 === 1).map(() => new Refusal()),
    );
    const changed = await database.rows<{ id: number }>(
      'SELECT id FROM acme_notes WHERE value = -1 ORDER BY id',
    );
    expect(changed.map(({ id }) => id)).toEqual(committed);
  });

  test('none is lost when all of them change one row', async () => {
    await unitOfWork.run(() => add(1));
    await runAll(() => notes.repository.increment({ id: 1 }, 'value', 1));
    expect((await notes.repository.findOneByOrFail({ id: 1 })).value).toBe(25);
  });
});

test('the manager of a repository is in the transaction around the caller, and nowhere else', async () => {
  const { manager } = notes.repository;
  expect(manager.queryRunner).toBeUndefined();
  await unitOfWork.run(async () => {
    const runner = manager.queryRunner;
    expect(runner?.isTransactionActive).toBe(true);
    await unitOfWork.run(async () => {
      expect(manager.queryRunner).toBe(runner);
      await add(1);
    });
    expect(await notes.custom.ids()).toEqual([1]);
    expect(await notes.repository.extend({}).countBy({ id: 1 })).toBe(1);
    expect(await notes.source.createQueryBuilder(Note, 'note').getCount()).toBe(1);
    expect(await notes.source.query('SELECT id FROM acme_notes')).toEqual([{ id: 1 }]);
  });
  expect(manager.queryRunner).toBeUndefined();
});

test('work that a transaction leaves behind reads what is committed', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<undefined>();
  const left = await unitOfWork.run(async () => {
    await add(1);
    return [over.then(() => notes.repository.countBy({ id: 1 }))];
  });
  end(undefined);
  expect(await left[0]).toBe(1);
});

describe('outside of units of work', () => {
  const note = () => notes.repository.create({ id: 1, value: 2, removedTs: null });
  const builder = () => notes.repository.createQueryBuilder();
  const writes: Record<string, () => Promise<unknown>> = {
    save: () => notes.repository.save(note()),
    'save of a new row': () => notes.repository.save(Object.assign(note(), { id: 9 })),
    insert: () => add(9),
    update: () => notes.repository.update({ id: 1 }, { value: 2 }),
    upsert: () => notes.repository.upsert(note(), ['id']),
    delete: () => notes.repository.delete({ id: 1 }),
    remove: () => notes.repository.remove(note()),
    increment: () => notes.repository.increment({ id: 1 }, 'value', 1),
    clear: () => notes.repository.clear(),
    'a query': () => notes.repository.query('DELETE FROM acme_notes'),
    'a query after a comment': () => notes.source.query('/* all */ DELETE FROM acme_notes'),
    'a query behind a read': () => notes.source.query('SELECT 1; DELETE FROM acme_notes'),
    'an insert of a query builder': () => builder().insert().values(note()).execute(),
    'an update of a query builder': () => builder().update().set({ value: 2 }).where({ id: 1 }).execute(),
    'a delete of a query builder': () => builder().delete().where({ id: 1 }).execute(),
    'a query builder of the data source': () =>
      notes.source.createQueryBuilder().delete().from(Note).where({ id: 1 }).execute(),
    'a transaction of the data source': () =>
      notes.source.transaction((manager) => manager.delete(Note, { id: 1 })),
    'a query runner': () => notes.source.createQueryRunner().query('DELETE FROM acme_notes'),
    'a transaction of a query runner': () => notes.source.createQueryRunner().startTransaction(),
    'a repository of its own': () => notes.custom.save(note()),
    'the manager of the database': () => database.manager.save(Note, note()),
  };

  test.each(Object.keys(writes))('%s is refused', async (form) => {
    await unitOfWork.run(() => add(1));
    await expect(writes[form]?.()).rejects.toThrow(/^A write needs a unit of work around it: /);
    expect(await notes.repository.find()).toEqual([{ id: 1, value: 0, removedTs: null }]);
  });

  test('reads are answered, in each form', async () => {
    await unitOfWork.run(() => add(1));
    expect(await notes.repository.countBy({ id: 1 })).toBe(1);
    expect(await notes.repository.existsBy({ id: 1 })).toBe(true);
    expect(await notes.manager.findOneBy(Note, { id: 1 })).toMatchObject({ id: 1 });
    expect(await builder().getCount()).toBe(1);
    expect(await notes.repository.query('\n  SELECT id FROM acme_notes')).toEqual([{ id: 1 }]);
    expect(await notes.source.query('WITH some AS (SELECT id FROM acme_notes) SELECT id FROM some')).toEqual([
      { id: 1 },
    ]);
  });
});
