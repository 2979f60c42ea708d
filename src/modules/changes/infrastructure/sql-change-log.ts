import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { DomainEvents } from '../../../kernel/domain-events.js';
import { Written } from '../../../kernel/written.js';
import { parseJson } from '../../../platform/database/columns.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { ActingAuthor } from '../acting-author.js';
import {
  type Change,
  type ChangedResource,
  ChangeLog,
  type NewChange,
  type ResourceType,
} from '../change-log.js';

/** Versions of a resource. */
const KEPT = 20;
const KEYS = ['resource', 'resource_id', 'slot'];
const COLUMNS = ['resource', 'resource_id', 'version', 'created_ts', 'author_id', 'fields'];

@Injectable()
export class SqlChangeLog extends ChangeLog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly acting: ActingAuthor,
    private readonly domainEvents: DomainEvents,
  ) {
    super();
  }

  async note(type: ChangedResource, ...changes: readonly NewChange[]): Promise<void> {
    const rows = changes.map(({ id, verb, version, fields, audience, authorId = this.acting.id }) => ({
      verb,
      version: version ?? 0,
      audience: audience ? JSON.stringify(audience) : null,
      common: [type, id, version, this.clock.now(), authorId, JSON.stringify(fields)],
    }));
    // The row of the version that is too old is the row of the new one. Nobody has seen one before the first.
    const versions = rows.filter(({ verb, version }) => version > 1 && verb !== 'delete');
    await this.database.deferUpsert(
      'resource_changes',
      ['slot', ...COLUMNS],
      KEYS,
      versions.map(({ version, common }) => [version % KEPT, ...common]),
    );
    if (rows.length === 0) return;
    const events = rows.map(({ verb, audience, common }) => [verb, audience, ...common]);
    const marks = events.map((row) => `(${placeholders(row)})`).join(', ');
    await this.database.defer(
      `INSERT INTO events (verb, audience, ${COLUMNS.join(', ')}) VALUES ${marks}`,
      events.flat(),
    );
    await this.domainEvents.publish(new Written(type, ...changes));
  }

  async since(type: ResourceType, id: number, version: number): Promise<Change[]> {
    const rows = await this.database.rows<Omit<Change, 'fields'> & { fields: string }>(
      `SELECT version, created_ts AS ${this.database.dialect === 'mysql' ? '`at`' : '"at"'},
              author_id AS authorId, fields
         FROM resource_changes WHERE resource = ? AND resource_id = ? AND version > ? ORDER BY version DESC`,
      [type, id, version],
    );
    return rows.map((row) => ({ ...row, fields: parseJson(row.fields) as readonly string[] }));
  }
}
