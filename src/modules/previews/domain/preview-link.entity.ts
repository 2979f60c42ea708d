import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { IntegerColumn, KeyColumn, SecondsColumn } from '../../../platform/database/columns.js';

/**
 * A link that opens one article, whatever its state, to whoever has it. Only the hash of its token is kept.
 */
@Entity('preview_links')
@Index('preview_links_by_article', ['articleId', 'id'])
export class PreviewLink {
  @PrimaryGeneratedColumn()
  id!: number;

  @IntegerColumn()
  @ForeignKey('articles', { name: 'preview_links_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  /** Author of the link. */
  @Index('preview_links_by_author')
  @IntegerColumn()
  @ForeignKey('authors', { name: 'preview_links_author_id', onDelete: 'CASCADE' })
  authorId!: number;

  /** SHA-256 of the token, in hexadecimal. */
  @Index('preview_links_by_hash', { unique: true })
  @KeyColumn(64)
  hash!: string;

  @SecondsColumn()
  createdTs!: UtcSeconds;

  @SecondsColumn()
  expiresTs!: UtcSeconds;
}
