import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { parseJson } from '../../../platform/database/columns.js';
import { Database } from '../../../platform/database/database.js';
import { ActingAuthor } from '../acting-author.js';
import { type Change, ChangeLog, type ResourceType } from '../change-log.js';

/** Versions of a resource. */
const KEPT = 20;
const KEYS = ['resource', 'resource_id', 'slot'];
const COLUMNS = [...KEYS, 'version', 'created_ts', 'author_id', 'fields'];

@Injectable()
export class SqlChangeLog extends ChangeLog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly acting: ActingAuthor,
  ) {
    super();
  }

  /** One statement: the row of the version that is too old is the row of the new one. */
  async note(
    type: ResourceType,
    id: number,
    { version, fields }: Pick<Change, 'version' | 'fields'>,
  ): Promise<void> {
    const key = [type, id, version % KEPT];
    const row = [...key, version, this.clock.now(), this.acting.id, JSON.stringify(fields)];
    await this.database.deferUpsert('resource_changes', COLUMNS, KEYS, [row]);
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
