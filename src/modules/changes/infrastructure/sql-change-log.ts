import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import { Written } from '../../../kernel/events/written.js';
import { parseJson } from '../../../platform/database/columns.js';
import { Database } from '../../../platform/database/database.js';
import { joined, type Sql, sql } from '../../../platform/database/sql.js';
import { ActingAuthor } from '../acting-author.js';
import {
  type Change,
  type ChangedResource,
  ChangeLog,
  type NewChange,
  type ResourceType,
  type Versioned,
} from '../change-log.js';

/** Latest versions whose changes are kept: a version takes the row of the one that is so many before it. */
const SLOTS = 20;
const KEYS = ['resource', 'resource_id', 'slot'];
const COLUMNS = ['resource', 'resource_id', 'version', 'created_ts', 'author_id', 'fields'];

interface ChangeRow extends Omit<Change, 'at' | 'fields'> {
  readonly id: number;
  readonly createdTs: number;
  readonly fields: string;
}

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
      versions.map(({ version, common }) => [version % SLOTS, ...common]),
    );
    if (rows.length === 0) return;
    await this.database.deferRows(
      'events',
      ['verb', 'audience', ...COLUMNS],
      rows.map(({ verb, audience, common }) => [verb, audience, ...common]),
    );
    await this.domainEvents.publish(new Written(type, ...changes));
  }

  async since(type: ResourceType, id: number, version: number): Promise<Change[]> {
    const rows = await this.read(sql`resource = ${type} AND resource_id = ${id} AND version > ${version}`);
    return rows.map(({ change }) => change);
  }

  async of(type: ResourceType, versions: readonly Versioned[]): Promise<ReadonlyMap<number, Change>> {
    if (versions.length === 0) return new Map();
    // Each by the whole key: lists of pairs are not looked up through an index everywhere.
    const keys = versions.map(
      ({ id, version }) =>
        sql`(resource = ${type} AND resource_id = ${id} AND slot = ${version % SLOTS} AND version = ${version})`,
    );
    return new Map((await this.read(joined(keys, ' OR '))).map(({ id, change }) => [id, change]));
  }

  /** The latest first. */
  private async read(condition: Sql): Promise<{ readonly id: number; readonly change: Change }[]> {
    const rows = await this.database.select<ChangeRow>(
      sql`SELECT resource_id AS id, version, created_ts AS createdTs, author_id AS authorId, fields
            FROM resource_changes WHERE ${condition} ORDER BY version DESC`,
    );
    return rows.map(({ id, version, createdTs, authorId, fields }) => ({
      id,
      change: { version, at: createdTs, authorId, fields: parseJson(fields) as readonly string[] },
    }));
  }
}
