import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { IntegerColumn, SecondsColumn } from '../../../platform/database/columns.js';

/** An author's name at an identity provider. It outlives the author, so that nobody comes back by it. */
@Entity('author_identities')
export class AuthorIdentity {
  @PrimaryColumn({ type: 'varchar', length: 255 })
  issuer!: string;

  @PrimaryColumn({ type: 'varchar', length: 255 })
  subject!: string;

  @Index('author_identities_by_author')
  @IntegerColumn({ nullable: true })
  @ForeignKey('authors', { name: 'author_identities_author_id', onDelete: 'SET NULL' })
  authorId!: number | null;

  @SecondsColumn()
  createdTs!: UtcSeconds;
}
