import {
  DataSource,
  EntityManager,
  type EntityTarget,
  type ObjectLiteral,
  type QueryRunner,
  Repository,
  type SelectQueryBuilder,
} from 'typeorm';
import type { ReplicationMode } from 'typeorm/driver/types/ReplicationMode.js';
import { createReadRunner, OutsideUnitOfWorkError } from './read-runner.js';
import type { TransactionRunner } from './transaction-runner.js';

interface ScopeOptions {
  /** The transaction around the caller, if there is one. */
  readonly current: () => QueryRunner | undefined;
  /**
   * A connection for finders and SELECTs that were built, where there is a replica that they may read from.
   */
  readonly connect: (() => Promise<object>) | undefined;
  /** Closes all connections. */
  readonly close: () => Promise<void>;
}

/**
 * The data source that `@nestjs/typeorm` hands out. Its manager and its
 * repositories use the transaction of the unit of work around the caller;
 * outside of units of work they read what is committed, and refuse to write.
 *
 * It shares the connections and the metadata of the reader.
 */
export class ScopedDataSource extends DataSource {
  constructor(
    private readonly reader: DataSource,
    private readonly scope: ScopeOptions,
  ) {
    super(reader.options);
    const { driver, entityMetadatas, entityMetadatasMap, subscribers, isInitialized } = reader;
    const manager = new ScopedEntityManager(this, scope);
    Object.assign(this, { driver, entityMetadatas, entityMetadatasMap, subscribers, isInitialized, manager });
  }

  /** A runner of its own, outside of units of work. */
  override createQueryRunner(mode: ReplicationMode = 'master'): QueryRunner {
    const connect = mode === 'slave' ? this.scope.connect : undefined;
    const runner = createReadRunner(this.reader, mode, connect);
    Object.assign(runner, { manager: this.createEntityManager(runner) });
    return runner;
  }

  override query<T = unknown>(
    query: string,
    parameters?: unknown[] | ObjectLiteral,
    queryRunner = this.scope.current(),
  ): Promise<T> {
    return super.query(query, parameters, queryRunner);
  }

  override createQueryBuilder<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    alias: string,
    queryRunner?: QueryRunner,
  ): SelectQueryBuilder<E>;
  override createQueryBuilder(queryRunner?: QueryRunner): SelectQueryBuilder<ObjectLiteral>;
  override createQueryBuilder<E extends ObjectLiteral>(
    entityOrRunner?: EntityTarget<E> | QueryRunner,
    alias?: string,
    queryRunner = this.scope.current(),
  ): SelectQueryBuilder<ObjectLiteral> {
    if (alias !== undefined)
      return super.createQueryBuilder(entityOrRunner as EntityTarget<E>, alias, queryRunner);
    const runner = (entityOrRunner as QueryRunner | undefined) ?? queryRunner;
    return super.createQueryBuilder(runner) as SelectQueryBuilder<ObjectLiteral>;
  }

  override async destroy(): Promise<void> {
    await this.scope.close();
    Object.assign(this, { isInitialized: false });
  }
}

type Work<T> = (manager: EntityManager) => Promise<T>;

/** Looks up the transaction at each call, so that what is injected once can be used in every unit of work. */
class ScopedEntityManager extends EntityManager {
  private readonly current: ScopeOptions['current'];
  private parts = 0;

  constructor(source: DataSource, { current }: ScopeOptions) {
    super(source);
    this.current = current;
    Object.defineProperty(this, 'queryRunner', { get: current });
  }

  /**
   * A part of the unit of work around the caller: one that fails is taken back by itself, and one that
   * succeeds is committed with the unit of work.
   *
   * @throws Error where there is no unit of work, and for a level of isolation: all of them have one
   */
  override transaction<T>(work: Work<T>): Promise<T>;
  override transaction<T>(isolation: unknown, work: Work<T>): Promise<T>;
  override async transaction<T>(first: unknown, second?: Work<T>): Promise<T> {
    const runner = this.current() as TransactionRunner | undefined;
    if (!runner) throw new OutsideUnitOfWorkError();
    if (second) throw new Error('The unit of work decides on the isolation of a transaction in it.');
    const savepoint = `manager_${++this.parts}`;
    await runner.setSavepoint(savepoint);
    try {
      const result = await (first as Work<T>)(this);
      await runner.releaseSavepoint(savepoint);
      return result;
    } catch (error) {
      // When that fails, every later statement of the unit of work fails, too.
      await runner.rollbackToSavepoint(savepoint).catch(() => undefined);
      throw error;
    }
  }

  override getRepository<E extends ObjectLiteral>(target: EntityTarget<E>): Repository<E> {
    // TypeORM's own repository would keep the current query runner.
    return new Repository(target, this);
  }
}
