import type { INestApplicationContext } from '@nestjs/common';
import { AuditTrail } from '../../modules/audit/audit-trail.js';

type Work = (app: INestApplicationContext) => Promise<boolean>;

/** An import whose writes are one record of the audit log; a dry run has none. */
export const recordedAsOne =
  ({ dryRun }: { readonly dryRun: boolean }, work: Work): Work =>
  (app) =>
    dryRun ? work(app) : app.get(AuditTrail).recordAsOne('import', () => work(app));
