import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page, Total } from '../../../kernel/page.js';
import type { AuditRecord } from './audit-record.entity.js';

/** Criteria of records, all of which hold. */
export interface AuditFilter {
  readonly authorId?: number | undefined;
  readonly resource?: string | undefined;
  readonly resourceId?: number | undefined;
  readonly verb?: string | undefined;
  /** Inclusive. */
  readonly from?: UtcSeconds | undefined;
  /** Inclusive. */
  readonly to?: UtcSeconds | undefined;
}

/** The records of writes: they are added, read, and removed when they are too old. */
export abstract class AuditRecordsRepository {
  /** Adds records, in the transaction of the writes. */
  abstract add(records: readonly Omit<AuditRecord, 'id'>[]): Promise<void>;
  /** Newest first. */
  abstract list(filter: AuditFilter, page: Page): Promise<AuditRecord[]>;
  abstract total(filter: AuditFilter): Promise<Total>;
  /** Removes records from before a time, the oldest first. @returns how many, at most `limit` */
  abstract forget(before: UtcSeconds, limit: number): Promise<number>;
}
