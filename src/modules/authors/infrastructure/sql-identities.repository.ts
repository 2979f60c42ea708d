import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { isInserted } from '../../../platform/database/database-errors.js';
import { Database } from '../../../platform/database/database.js';
import { IdentitiesRepository, type Identity, type IdentityHolder } from '../domain/identities.repository.js';

@Injectable()
export class SqlIdentitiesRepository extends IdentitiesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find({ issuer, subject }: Identity): Promise<IdentityHolder | 'unknown' | 'removed'> {
    const [row] = await this.database.rows<{ authorId: number | null; role: string | null }>(
      `SELECT a.id AS authorId, a.role FROM author_identities i LEFT JOIN authors a ON a.id = i.author_id
        WHERE i.issuer = ? AND i.subject = ?`,
      [issuer, subject],
    );
    if (!row) return 'unknown';
    const { authorId, role } = row;
    return authorId === null || role === null ? 'removed' : { authorId, role };
  }

  claim({ issuer, subject }: Identity): Promise<boolean> {
    return isInserted(() =>
      this.database.execute('INSERT INTO author_identities (issuer, subject, created_ts) VALUES (?, ?, ?)', [
        issuer,
        subject,
        this.clock.now(),
      ]),
    );
  }

  async assign({ issuer, subject }: Identity, authorId: number): Promise<void> {
    await this.database.execute(
      'UPDATE author_identities SET author_id = ? WHERE issuer = ? AND subject = ?',
      [authorId, issuer, subject],
    );
  }
}
