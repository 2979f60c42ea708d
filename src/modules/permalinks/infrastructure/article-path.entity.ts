import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IntegerColumn, KeyColumn } from '../../../platform/database/columns.js';
import type { PathState } from '../domain/path-registry.js';

/** A path of an article, present or past. */
@Entity('article_paths')
export class ArticlePath {
  @PrimaryColumn({ type: 'varchar', length: 700 })
  path!: string;

  @Index('article_paths_by_article')
  @IntegerColumn()
  @ForeignKey('articles', { name: 'article_paths_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @KeyColumn(10)
  state!: PathState;
}
