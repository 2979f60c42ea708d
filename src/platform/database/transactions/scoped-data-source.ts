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
import { createReadRunner } from './read-runner.js';

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

/** Looks up the transaction at each call, so that what is injected once can be used in every unit of work. */
class ScopedEntityManager extends EntityManager {
  constructor(source: DataSource, { current }: ScopeOptions) {
    super(source);
    Object.defineProperty(this, 'queryRunner', { get: current });
  }

  override getRepository<E extends ObjectLiteral>(target: EntityTarget<E>): Repository<E> {
    // TypeORM's own repository would keep the current query runner.
    return new Repository(target, this);
  }
}
