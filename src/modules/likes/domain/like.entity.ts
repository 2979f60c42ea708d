import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { IntegerColumn, SecondsColumn } from '../../../platform/database/columns.js';

/** An author likes an article. */
@Entity('likes')
@Index('likes_once', ['authorId', 'articleId'], { unique: true })
@Index('likes_by_article', ['articleId', 'id'])
export class Like {
  @PrimaryGeneratedColumn()
  id!: number;

  @IntegerColumn()
  @ForeignKey('articles', { name: 'likes_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @IntegerColumn()
  @ForeignKey('authors', { name: 'likes_author_id', onDelete: 'CASCADE' })
  authorId!: number;

  @SecondsColumn()
  createdTs!: UtcSeconds;
}
