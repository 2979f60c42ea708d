import { Global, Module } from '@nestjs/common';
import { ActingAuthor } from './acting-author.js';
import { ChangeLog } from './change-log.js';
import { SqlChangeLog } from './infrastructure/sql-change-log.js';

/** The log of the latest changes of each resource. Global: every resource has versions. */
@Global()
@Module({
  providers: [ActingAuthor, { provide: ChangeLog, useClass: SqlChangeLog }],
  exports: [ActingAuthor, ChangeLog],
})
export class ChangesModule {}
