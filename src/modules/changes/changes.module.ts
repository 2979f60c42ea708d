import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActingAuthor } from './acting-author.js';
import { ChangeLog } from './change-log.js';
import { SqlChangeLog } from './infrastructure/sql-change-log.js';
import { ResourceChange } from './infrastructure/resource-change.entity.js';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { ResourceVersions1796100200000 } from './infrastructure/migrations/1796100200000-resource-versions.js';

/** The log of the latest changes of each resource. Global: every resource has versions. */
@Global()
@Module({
  imports: [
    MigrationsModule.forFeature([ResourceVersions1796100200000]),
    TypeOrmModule.forFeature([ResourceChange]),
  ],
  providers: [ActingAuthor, { provide: ChangeLog, useClass: SqlChangeLog }],
  exports: [ActingAuthor, ChangeLog],
})
export class ChangesModule {}
