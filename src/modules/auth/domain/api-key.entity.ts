import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { IntegerColumn, KeyColumn, SecondsColumn, TextColumn } from '../../../platform/database/columns.js';

export type KeyScope = 'read' | 'write';

/** The credential of a program that acts in an author's name. Only its hash is kept. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index('api_keys_by_author')
  @IntegerColumn()
  @ForeignKey('authors', { name: 'api_keys_author_id', onDelete: 'CASCADE' })
  authorId!: number;

  /** SHA-256 in hexadecimal. */
  @Index('api_keys_by_hash', { unique: true })
  @KeyColumn(64)
  hash!: string;

  /** The first characters, so that people can tell their keys apart. */
  @KeyColumn(8)
  prefix!: string;

  @TextColumn()
  name!: string | null;

  @KeyColumn(10)
  scope!: KeyScope;

  @SecondsColumn()
  createdTs!: UtcSeconds;

  @SecondsColumn({ nullable: true })
  expiresTs!: UtcSeconds | null;

  @SecondsColumn({ nullable: true })
  revokedTs!: UtcSeconds | null;

  @SecondsColumn({ nullable: true })
  lastUsedTs!: UtcSeconds | null;

  isUsableAt(now: UtcSeconds): boolean {
    return this.revokedTs === null && (this.expiresTs === null || this.expiresTs > now);
  }

  revoke(now: UtcSeconds): void {
    this.revokedTs ??= now;
  }
}
