import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { DomainEvents } from '../../kernel/events/domain-events.js';
import { type PagedList, pageOf, withNext } from '../../kernel/page.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Written } from '../../kernel/events/written.js';
import { currentOrigin, runFrom, type WorkOrigin } from '../../platform/concurrency/work-origin.js';
import { ActingAuthor } from '../changes/acting-author.js';
import type { AuditRecord } from './domain/audit-record.entity.js';
import { type AuditFilter, AuditRecordsRepository } from './domain/audit-records.repository.js';
import { type RecordedWrite, recordsOf, writeOf } from './recorded-write.js';

/** A transaction, or a part of one that can be taken back alone. */
interface Transaction {
  isRecorded: boolean;
}

/**
 * The record of every write, made in the transaction of the write. What is
 * written is told by {@link Written}; a transaction of a request or a command
 * that has written without telling is recorded by its route.
 */
@Injectable()
export class AuditTrail implements OnModuleInit {
  private readonly transactions = new AsyncLocalStorage<Transaction>();
  /** Requests and commands of which something is recorded and committed. */
  private readonly recorded = new WeakSet<WorkOrigin>();

  constructor(
    private readonly records: AuditRecordsRepository,
    private readonly events: DomainEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly acting: ActingAuthor,
  ) {}

  onModuleInit(): void {
    this.events.on(Written, ({ resource, writes }) =>
      this.record(writes.map(({ id, verb }) => ({ resource, id, verb }))),
    );
    this.unitOfWork.surround((work, hasWritten) => this.watch(work, hasWritten));
  }

  /** Newest first. */
  list(filter: AuditFilter): PagedList<AuditRecord> {
    return {
      identity: { list: 'audit', ...filter },
      page: async (page) =>
        pageOf(await this.records.list(filter, withNext(page)), page, ({ createdTs, id }) => ({
          keys: [createdTs],
          id,
        })),
      total: () => this.records.total(filter),
    };
  }

  /** Runs a command whose writes are recorded as one write of the site, before the first of them. */
  async recordAsOne<T>(verb: string, work: () => Promise<T>): Promise<T> {
    await this.unitOfWork.run(() => this.record([{ resource: 'site', id: null, verb }]));
    const origin = currentOrigin();
    return runFrom(origin && { ...origin, isRecorded: true }, work);
  }

  private async watch<T>(work: () => Promise<T>, hasWritten: () => boolean): Promise<T> {
    const outer = this.transactions.getStore();
    const transaction: Transaction = { isRecorded: false };
    const result = await this.transactions.run(transaction, work);
    if (!transaction.isRecorded && hasWritten()) await this.recordRoute();
    // A record of a nested transaction counts for the outer one.
    if (outer && transaction.isRecorded) outer.isRecorded = true;
    return result;
  }

  /** Records a request or command once, however many transactions it takes. */
  private async recordRoute(): Promise<void> {
    const origin = currentOrigin();
    if (origin && origin.kind !== 'job' && !this.recorded.has(origin)) await this.record([writeOf(origin)]);
  }

  private async record(writes: readonly RecordedWrite[]): Promise<void> {
    const origin = currentOrigin();
    const transaction = this.transactions.getStore();
    if (transaction) transaction.isRecorded = true;
    if (writes.length === 0 || origin?.isRecorded === true) return;
    await this.records.add(recordsOf(writes, origin, { at: this.clock.now(), authorId: this.acting.id }));
    if (origin) this.unitOfWork.afterCommit(() => this.recorded.add(origin));
  }
}
