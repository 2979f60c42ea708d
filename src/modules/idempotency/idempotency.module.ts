import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdempotencyJob } from './idempotency.job.js';
import { SqlIdempotencyStore } from './infrastructure/sql-idempotency-store.js';
import { IdempotencyStore } from './idempotency-store.js';
import { IdempotencyAnswer, IdempotencyKey } from './infrastructure/idempotency-key.entity.js';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { IdempotentWrites1796100100000 } from './infrastructure/migrations/1796100100000-idempotent-writes.js';

/** Writes that can be sent again. Global: the interceptor is one of the whole application. */
@Global()
@Module({
  imports: [
    MigrationsModule.forFeature([IdempotentWrites1796100100000]),
    TypeOrmModule.forFeature([IdempotencyAnswer, IdempotencyKey]),
  ],
  providers: [IdempotencyJob, { provide: IdempotencyStore, useClass: SqlIdempotencyStore }],
  exports: [IdempotencyStore],
})
export class IdempotencyModule {}
