import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import type { RightDeclarations } from '../site/rights.js';
import { SiteModule } from '../site/site.module.js';
import { AuditTrail } from './audit-trail.js';
import { AuditJob } from './audit.job.js';
import { auditSettings } from './audit.settings.js';
import { AuditRecord } from './domain/audit-record.entity.js';
import { AuditRecordsRepository } from './domain/audit-records.repository.js';
import { AuditController } from './http/audit.controller.js';
import { AuditRecords1797400700000 } from './infrastructure/migrations/1797400700000-audit-records.js';
import { SqlAuditRecordsRepository } from './infrastructure/sql-audit-records.repository.js';

const RIGHTS = {
  'audit.read': { allows: 'read who has written what', roles: [] },
} as const satisfies RightDeclarations;

declare module '../site/rights.js' {
  interface Rights extends RightsIn<typeof RIGHTS> {}
}

/** A record of every write. */
@Module({
  imports: [
    SiteModule.forFeature({ settings: [auditSettings], rights: RIGHTS }),
    MigrationsModule.forFeature([AuditRecords1797400700000]),
    TypeOrmModule.forFeature([AuditRecord]),
  ],
  controllers: [AuditController],
  providers: [AuditJob, AuditTrail, { provide: AuditRecordsRepository, useClass: SqlAuditRecordsRepository }],
  exports: [AuditTrail],
})
export class AuditModule {}
