import { isoTime } from '../kernel/clock.js';
import { AuditTrail } from '../modules/audit/audit-trail.js';
import type { AuditRecord } from '../modules/audit/domain/audit-record.entity.js';
import type { AuditFilter } from '../modules/audit/domain/audit-records.repository.js';
import { presentRecord } from '../modules/audit/http/audit.dto.js';
import { print, printTable, withApplication } from './context.js';

export interface AuditOptions {
  readonly json: boolean;
  readonly limit: number;
  readonly author?: number;
  readonly resource?: string;
  readonly id?: number;
  readonly verb?: string;
  /** Seconds UTC, inclusive. */
  readonly from?: number;
  readonly to?: number;
}

/** Prints the latest writes of the service, newest first. */
export async function listAudit({ json, limit, author, id, ...rest }: AuditOptions): Promise<void> {
  const filter: AuditFilter = { ...rest, authorId: author, resourceId: id };
  await withApplication(async (app) => {
    const { items } = await app.get(AuditTrail).list(filter).page({ offset: 0, limit });
    if (json) print(JSON.stringify(items.map(presentRecord), null, 2));
    else printTable([['TIME', 'AUTHOR', 'KEY', 'ROUTE', 'RESOURCE', 'VERB', 'REQUEST'], ...items.map(rowOf)]);
  });
}

function rowOf(record: AuditRecord): string[] {
  const { createdTs, authorId, keyPrefix, method, route, resource, resourceId, verb, requestId } = record;
  return [
    isoTime(createdTs),
    String(authorId ?? ''),
    keyPrefix === null ? '' : `${keyPrefix}…`,
    method === null ? route : `${method} ${route}`,
    resourceId === null ? resource : `${resource} ${resourceId}`,
    verb,
    requestId ?? '',
  ];
}
