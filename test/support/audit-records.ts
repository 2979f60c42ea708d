import type { AuditRecordResponse } from '../../src/modules/audit/http/audit.dto.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import type { Client, Service } from './service.js';

export const AUDIT = '/api/1.3/audit';

/** Records that the service lists, a hundred at most. */
export const auditRecords = async (client: Client, query = ''): Promise<AuditRecordResponse[]> =>
  (await client.get(`${AUDIT}?limit=100${query}`).expect(200)).body as AuditRecordResponse[];

/** Time, author, route, type and id of a resource, and verb. */
export type AuditRow = readonly (string | number | null)[];

/** Stores records of another time, or of other writes. */
export const storeAuditRecords = ({ app }: Service, rows: readonly AuditRow[]): Promise<unknown> =>
  app.get(UnitOfWork).run(() =>
    app.get(Database).execute(
      `INSERT INTO audit_records (created_ts, author_id, route, resource, resource_id, verb)
       VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
      rows.flat(),
    ),
  );
